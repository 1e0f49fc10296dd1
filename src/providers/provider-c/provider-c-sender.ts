import { shortKeyOf } from '../collapse-key.js';
import { CredentialsTrust, keyOf } from '../credentials-trust.js';
import type { Exchange } from '../exchange.js';
import { Http2Pool, type Http2PoolOptions } from '../http2/http2-pool.js';
import { sendEach } from '../send-each.js';
import type { Credentials, Message, Outcome, SendBatch, Sender, SenderClock } from '../sender.js';
import { unsentOutcome } from '../unsent-outcome.js';
import { ProviderTokens } from './provider-tokens.js';
import { readAnswer, type Verdict } from './read-answer.js';
import { MAX_PAYLOAD_BYTES, PayloadRenderer } from './render-payload.js';

type AppleCredentials = Extract<Credentials, { provider: 'provider_c' }>;

/** Enough for 10,000 messages a second at a round trip of 50 ms. */
const CONCURRENCY = 500;

/** What the messages of one batch have in common. */
interface Job {
  readonly laneKey: string;
  readonly credentials: AppleCredentials;
  readonly renderer: PayloadRenderer;
  readonly sharedHeaders: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Apple's push service: HTTP/2, a token per key, one request per device. */
export class ProviderCSender implements Sender {
  readonly provider = 'provider_c';
  private readonly pool: Http2Pool;
  private readonly tokens: ProviderTokens;
  private readonly trust = new CredentialsTrust();

  constructor(private readonly options: Http2PoolOptions & { clock: SenderClock }) {
    this.pool = new Http2Pool(options);
    this.tokens = new ProviderTokens(options.clock);
  }

  async send(batch: SendBatch): Promise<Outcome[]> {
    const job = this.prepare(batch);
    if (job === null) return batch.messages.map(() => UNUSABLE_KEY);
    const results = await sendEach<Verdict>({
      messages: batch.messages,
      signal: batch.signal,
      concurrency: CONCURRENCY,
      isFirstAlone: !this.trust.isProven(batch.app),
      pauseKeyOf: () => '',
      sendOne: (message) => this.sendOne(job, message),
    });
    return this.trust.judge(batch.app, results.map(settle));
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private prepare(batch: SendBatch): Job | null {
    const { credentials } = batch.app;
    if (credentials.provider !== 'provider_c' || this.tokens.tokenFor(credentials) === null) return null;
    return {
      laneKey: keyOf(batch.app),
      credentials,
      renderer: new PayloadRenderer(),
      sharedHeaders: sharedHeaders(batch, credentials.topic, this.options.clock.now()),
      signal: batch.signal,
    };
  }

  private async sendOne(job: Job, message: Message): Promise<Verdict> {
    if (message.target.kind !== 'token') return { kind: 'failed', reason: 'not a token' };
    const payload = job.renderer.render(message);
    if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) return { kind: 'failed', reason: '413 payload too large' };
    const token = this.tokens.tokenFor(job.credentials);
    if (token === null) return UNUSABLE_KEY;
    const verdict = this.read(await this.post(job, message, { token, payload }), message);
    if (verdict.kind !== 'token-expired') return verdict;
    // Many answers may say so at once: only the first of them makes a new token.
    const renewed = this.tokens.renew(job.credentials, token);
    if (renewed === null) return UNUSABLE_KEY;
    return this.read(await this.post(job, message, { token: renewed, payload }), message);
  }

  private post(job: Job, message: Message, sent: { token: string; payload: string }): Promise<Exchange> {
    const deviceToken = message.target.kind === 'token' ? message.target.token : '';
    return this.pool.request(job.laneKey, {
      headers: {
        ...job.sharedHeaders,
        ':path': `/3/device/${encodeURIComponent(deviceToken)}`,
        authorization: `bearer ${sent.token}`,
        'apns-id': message.id,
      },
      body: sent.payload,
      signal: job.signal,
    });
  }

  private read(exchange: Exchange, message: Message): Verdict {
    return exchange.kind === 'answer'
      ? readAnswer(exchange, { messageId: message.id, nowMs: this.options.clock.now() })
      : unsentOutcome(exchange);
  }
}

const UNUSABLE_KEY: Outcome = { kind: 'app-paused', reason: 'private key is not usable', afterMs: null };

/** A token that is refused again right after it was made: the clock or the key is wrong. */
const settle = (verdict: Verdict): Exclude<Verdict, { kind: 'token-expired' }> =>
  verdict.kind === 'token-expired' ? { kind: 'app-paused', reason: verdict.reason, afterMs: null } : verdict;

function sharedHeaders(batch: SendBatch, topic: string, nowMs: number): Record<string, string> {
  const expiresAt = batch.ttlSeconds === 0 ? 0 : Math.floor(nowMs / 1000) + batch.ttlSeconds;
  return {
    ':method': 'POST',
    'apns-topic': topic,
    'apns-push-type': 'alert',
    'apns-priority': batch.urgency === 'high' ? '10' : '5',
    'apns-expiration': String(expiresAt),
    ...(batch.collapseKey === null ? {} : { 'apns-collapse-id': shortKeyOf(batch.collapseKey, 64) }),
  };
}
