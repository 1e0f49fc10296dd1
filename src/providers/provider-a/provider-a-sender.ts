import { CredentialsTrust, keyOf } from '../credentials-trust.js';
import type { Exchange } from '../exchange.js';
import { Http2Pool } from '../http2/http2-pool.js';
import type { ConnectionOptions } from '../outbound/connection-options.js';
import { sendEach } from '../send-each.js';
import type { Message, Outcome, SendBatch, Sender, SenderApp, SenderClock } from '../sender.js';
import { unsentOutcome } from '../unsent-outcome.js';
import { AccessTokens } from './access-tokens.js';
import { readAnswer, type Verdict } from './read-answer.js';
import { MessageRenderer } from './render-message.js';
import { type Judged, SuspectTokens } from './suspect-tokens.js';

/** Enough for 10,000 messages a second at a round trip of 50 ms. */
const CONCURRENCY = 500;

export interface ProviderAOptions {
  readonly origin: string;
  readonly clock: SenderClock;
  readonly allowPrivate: boolean;
  readonly connection: ConnectionOptions;
}

/** What the messages of one batch have in common. */
interface Job {
  readonly app: SenderApp;
  readonly path: string;
  readonly renderer: MessageRenderer;
  readonly signal: AbortSignal;
}

/** Firebase Cloud Messaging, HTTP v1, over our own HTTP/2 sessions. */
export class ProviderASender implements Sender {
  readonly provider = 'provider_a';
  private readonly pool: Http2Pool;
  private readonly tokens: AccessTokens;
  private readonly trust = new CredentialsTrust();
  private readonly suspects = new SuspectTokens();

  constructor(private readonly options: ProviderAOptions) {
    this.pool = new Http2Pool(options);
    this.tokens = new AccessTokens(options);
  }

  async send(batch: SendBatch): Promise<Outcome[]> {
    const job = prepare(batch, this.options.clock.now());
    if (job === null) return batch.messages.map(() => NO_PROJECT);
    // One answer for all, instead of one request for a token per message when none is to be had.
    const token = batch.signal.aborted ? null : await this.tokens.tokenFor(batch.app);
    if (token !== null && token.kind !== 'token') return batch.messages.map(() => token);
    const results = await sendEach<Verdict>({
      messages: batch.messages,
      signal: batch.signal,
      concurrency: CONCURRENCY,
      isFirstAlone: !this.trust.isProven(batch.app),
      pauseKeyOf: () => '',
      sendOne: (message) => this.sendOne(job, message),
    });
    return this.trust.judge(batch.app, this.suspects.judge(batch, results.map(settle)));
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.tokens.close()]);
  }

  private async sendOne(job: Job, message: Message): Promise<Verdict> {
    if (message.target.kind !== 'token') return { kind: 'failed', reason: 'not a token' };
    const body = job.renderer.render(message, message.target.token);
    const access = await this.tokens.tokenFor(job.app);
    if (access.kind !== 'token') return access;
    const verdict = this.read(await this.post(job, access.token, body));
    if (verdict.kind !== 'unauthorised') return verdict;
    // Many answers may say so at once: only the first of them asks for a new token.
    const renewed = await this.tokens.renew(job.app, access.token);
    return renewed.kind === 'token' ? this.read(await this.post(job, renewed.token, body)) : renewed;
  }

  private post(job: Job, token: string, body: string): Promise<Exchange> {
    return this.pool.request(keyOf(job.app), {
      headers: {
        ':method': 'POST',
        ':path': job.path,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body,
      signal: job.signal,
    });
  }

  private read(exchange: Exchange): Verdict {
    return exchange.kind === 'answer' ? readAnswer(exchange, this.options.clock.now()) : unsentOutcome(exchange);
  }
}

const NO_PROJECT: Outcome = { kind: 'app-paused', reason: 'no project_id in the credentials', afterMs: null };

/** Refused again with a fresh token: the account may not send for this project. */
const settle = (verdict: Verdict): Judged =>
  verdict.kind === 'unauthorised' ? { kind: 'app-paused', reason: verdict.reason, afterMs: null } : verdict;

function prepare(batch: SendBatch, nowMs: number): Job | null {
  const { app, signal } = batch;
  const projectId = app.credentials.provider === 'provider_a' ? app.credentials.serviceAccount.project_id : undefined;
  if (projectId === undefined || projectId === '') return null;
  const path = `/v1/projects/${encodeURIComponent(projectId)}/messages:send`;
  return { app, path, renderer: new MessageRenderer(batch, nowMs), signal };
}
