import { randomUUID } from 'node:crypto';
import { contentOf } from '../../ports/message-fields.js';
import { shortKeyOf } from '../collapse-key.js';
import { batchForCheck, readCheck } from '../credentials-check.js';
import { CredentialsTrust, keyOf } from '../credentials-trust.js';
import { type Renewal, sendWithToken } from '../send-with-token.js';
import type {
  ActivityBatch,
  CredentialsCheck,
  Message,
  Outcome,
  SendBatch,
  Sender,
  SenderApp,
  SenderClock,
} from '../sender.js';
import type { Transport } from '../transport.js';
import { mergeHeaders } from './apns-passthrough.js';
import type { AppleTask } from './provider-c-transport.js';
import { ProviderTokens } from './provider-tokens.js';
import type { Verdict } from './read-answer.js';

export interface ProviderCOptions {
  readonly clock: SenderClock;
  readonly transport: Transport<AppleTask, Verdict>;
  /** Default: signed with the application's key. */
  readonly tokens?: Tokens;
}

type Tokens = Pick<ProviderTokens, 'tokenFor' | 'renew'>;

/**
 * Apple's push service. Holds tokens and trust for all threads: Apple answers TooManyProviderTokenUpdates if tokens of
 * one key alternate, and only a whole batch shows who is at fault for rejected tokens.
 */
export class ProviderCSender implements Sender {
  readonly provider = 'provider_c';
  private readonly tokens: Tokens;
  private readonly trust = new CredentialsTrust();

  constructor(private readonly options: ProviderCOptions) {
    this.tokens = options.tokens ?? new ProviderTokens(options.clock);
  }

  async send(batch: SendBatch): Promise<Outcome[]> {
    const results = await this.sendAll(toJob(batch, this.options.clock.now()));
    return this.trust.judge(batch.app, results.map(settle));
  }

  async sendActivities({ app, tokens, payload, urgency, expiresAt, signal }: ActivityBatch): Promise<Outcome[]> {
    const messages = tokens.map((token) => ({
      ...NOTHING,
      id: randomUUID(),
      target: { kind: 'token', token } as const,
    }));
    const headersFor = (topic: string) => ({
      ':method': 'POST',
      'apns-topic': `${topic}.push-type.liveactivity`,
      'apns-push-type': 'liveactivity',
      'apns-priority': PRIORITIES[urgency],
      'apns-expiration': String(expiresAt),
    });
    const results = await this.sendAll({ app, messages, signal, headersFor, payload });
    return this.trust.judge(app, results.map(settle));
  }

  /** Sends to a device token that is too short. Uses the provider token of messages, because Apple limits new ones. */
  async check(app: SenderApp, signal: AbortSignal): Promise<CredentialsCheck> {
    const batch = batchForCheck(app, { kind: 'token', token: '00' }, signal);
    const [verdict] = await this.sendAll(toJob(batch, this.options.clock.now()));
    return readCheck(verdict && settle(verdict));
  }

  close(patienceMs?: number): Promise<void> {
    return this.options.transport.close(patienceMs);
  }

  private async sendAll(job: SendJob): Promise<(Verdict | Outcome)[]> {
    const { credentials } = job.app;
    if (credentials.provider !== 'provider_c') return job.messages.map(() => UNUSABLE_KEY);
    const token = this.tokens.tokenFor(credentials);
    if (token === null) return job.messages.map(() => UNUSABLE_KEY);
    const sharedHeaders = job.headersFor(credentials.topic);
    return sendWithToken<Verdict>({
      token,
      messages: job.messages,
      send: (good, messages) => this.sendPart(job, { token: good, sharedHeaders, messages }),
      isRejection: ({ kind }) => kind === 'token-expired',
      renew: async (rejected) => toRenewal(this.tokens.renew(credentials, rejected)),
    });
  }

  private sendPart({ app, signal, payload }: SendJob, part: Pick<AppleTask, 'token' | 'sharedHeaders' | 'messages'>) {
    const own = payload === undefined ? {} : { payload };
    const task: AppleTask = { ...part, ...own, appKey: keyOf(app), isFirstAlone: !this.trust.isProven(app) };
    return this.options.transport.send(task, signal);
  }
}

interface SendJob extends Pick<SendBatch, 'app' | 'messages' | 'signal'>, Pick<AppleTask, 'payload'> {
  readonly headersFor: (topic: string) => Record<string, string>;
}

const toJob = (batch: SendBatch, now: number): SendJob => ({
  ...{ app: batch.app, messages: batch.messages, signal: batch.signal },
  headersFor: (topic) => headersOf(batch, topic, now),
});

/** The parts of a message that no Live Activity has. */
const NOTHING: Pick<Message, 'content' | 'receipt'> = { content: contentOf({}, { title: '', text: '' }), receipt: '' };

const UNUSABLE_KEY: Outcome = { kind: 'app-paused', code: 'UNUSABLE_PRIVATE_KEY', detail: null, afterMs: null };

const toRenewal = (token: string | null): Renewal => (token === null ? UNUSABLE_KEY : { kind: 'token', token });

/** A fresh token that is called expired means that the clock or the key is wrong. */
const settle = (verdict: Verdict): Exclude<Verdict, { kind: 'token-expired' }> =>
  verdict.kind === 'token-expired' ? { ...verdict, kind: 'app-paused', afterMs: null } : verdict;

/** The messages of a batch are of one push, so these headers are alike. */
function headersOf(batch: SendBatch, topic: string, nowMs: number): Record<string, string> {
  const { silent, passthrough } = batch.messages[0]?.content ?? NO_CONTENT;
  const expiresAt = batch.ttlSeconds === 0 ? 0 : Math.floor(nowMs / 1000) + batch.ttlSeconds;
  const headers = {
    ':method': 'POST',
    'apns-topic': topic,
    'apns-push-type': silent ? 'background' : 'alert',
    // Apple refuses background messages with another priority.
    'apns-priority': silent ? '5' : PRIORITIES[batch.urgency],
    'apns-expiration': String(expiresAt),
    ...(batch.collapseKey === null ? {} : { 'apns-collapse-id': shortKeyOf(batch.collapseKey, 64) }),
  };
  return mergeHeaders(headers, passthrough?.apns?.headers);
}

const NO_CONTENT = { silent: null, passthrough: null };

const PRIORITIES = { high: '10', normal: '5', low: '1', 'very-low': '1' } as const;
