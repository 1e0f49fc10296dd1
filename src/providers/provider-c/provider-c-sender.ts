import { shortKeyOf } from '../collapse-key.js';
import { batchForCheck, readCheck } from '../credentials-check.js';
import { CredentialsTrust, keyOf } from '../credentials-trust.js';
import { type Renewal, sendWithToken } from '../send-with-token.js';
import type { CredentialsCheck, Outcome, SendBatch, Sender, SenderApp, SenderClock } from '../sender.js';
import type { Transport } from '../transport.js';
import type { AppleTask } from './provider-c-transport.js';
import { ProviderTokens } from './provider-tokens.js';
import type { Verdict } from './read-answer.js';

export interface ProviderCOptions {
  readonly clock: SenderClock;
  readonly transport: Transport<AppleTask, Verdict>;
}

/**
 * Apple's push service. Tokens and trust are here, once for all threads: Apple answers TooManyProviderTokenUpdates
 * where tokens of one key alternate, and whom to blame for rejected tokens shows only in a batch as a whole.
 */
export class ProviderCSender implements Sender {
  readonly provider = 'provider_c';
  private readonly tokens: ProviderTokens;
  private readonly trust = new CredentialsTrust();

  constructor(private readonly options: ProviderCOptions) {
    this.tokens = new ProviderTokens(options.clock);
  }

  async send(batch: SendBatch): Promise<Outcome[]> {
    const results = await this.sendAll(batch);
    return this.trust.judge(batch.app, results.map(settle));
  }

  /** A token that is too short to be one. Its provider token is the one that messages have: Apple counts new ones. */
  async check(app: SenderApp, signal: AbortSignal): Promise<CredentialsCheck> {
    const [verdict] = await this.sendAll(batchForCheck(app, { kind: 'token', token: '00' }, signal));
    return readCheck(verdict && settle(verdict));
  }

  close(patienceMs?: number): Promise<void> {
    return this.options.transport.close(patienceMs);
  }

  private async sendAll(batch: SendBatch): Promise<(Verdict | Outcome)[]> {
    const { credentials } = batch.app;
    if (credentials.provider !== 'provider_c') return batch.messages.map(() => UNUSABLE_KEY);
    const token = this.tokens.tokenFor(credentials);
    if (token === null) return batch.messages.map(() => UNUSABLE_KEY);
    const sharedHeaders = headersOf(batch, credentials.topic, this.options.clock.now());
    return sendWithToken<Verdict>({
      token,
      messages: batch.messages,
      send: (good, messages) => this.sendPart(batch, { token: good, sharedHeaders, messages }),
      isRejection: ({ kind }) => kind === 'token-expired',
      renew: async (rejected) => toRenewal(this.tokens.renew(credentials, rejected)),
    });
  }

  private sendPart({ app, signal }: SendBatch, part: Pick<AppleTask, 'token' | 'sharedHeaders' | 'messages'>) {
    const task: AppleTask = { ...part, appKey: keyOf(app), isFirstAlone: !this.trust.isProven(app) };
    return this.options.transport.send(task, signal);
  }
}

const UNUSABLE_KEY: Outcome = { kind: 'app-paused', reason: 'private key is not usable', afterMs: null };

const toRenewal = (token: string | null): Renewal => (token === null ? UNUSABLE_KEY : { kind: 'token', token });

/** A token that is refused again right after it was made: the clock or the key is wrong. */
const settle = (verdict: Verdict): Exclude<Verdict, { kind: 'token-expired' }> =>
  verdict.kind === 'token-expired' ? { kind: 'app-paused', reason: verdict.reason, afterMs: null } : verdict;

function headersOf(batch: SendBatch, topic: string, nowMs: number): Record<string, string> {
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
