import { batchForCheck, readCheck } from '../credentials-check.js';
import { CredentialsTrust, keyOf } from '../credentials-trust.js';
import type { ConnectionOptions } from '../outbound/connection-options.js';
import { sendWithToken } from '../send-with-token.js';
import type { CredentialsCheck, Outcome, SendBatch, Sender, SenderApp, SenderClock } from '../sender.js';
import type { Transport } from '../transport.js';
import { ABORTED_OUTCOME } from '../unsent-outcome.js';
import { AccessTokens } from './access-tokens.js';
import type { GoogleTask } from './provider-a-transport.js';
import type { Verdict } from './read-answer.js';
import { type Judged, SuspectTokens } from './suspect-tokens.js';

export interface ProviderAOptions {
  readonly clock: SenderClock;
  readonly allowPrivate: boolean;
  readonly connection: ConnectionOptions;
  readonly transport: Transport<GoogleTask, Verdict>;
}

/** Firebase Cloud Messaging, HTTP v1, over our own HTTP/2 sessions. Tokens and trust are here, once for all threads. */
export class ProviderASender implements Sender {
  readonly provider = 'provider_a';
  private readonly tokens: AccessTokens;
  private readonly trust = new CredentialsTrust();
  private readonly suspects = new SuspectTokens();

  constructor(private readonly options: ProviderAOptions) {
    this.tokens = new AccessTokens(options);
  }

  async send(batch: SendBatch): Promise<Outcome[]> {
    const projectId = projectOf(batch);
    if (projectId === null) return batch.messages.map(() => NO_PROJECT);
    if (batch.signal.aborted) return batch.messages.map(() => ABORTED_OUTCOME);
    // One answer for all, instead of one request for a token per message when none is to be had.
    const access = await this.tokens.tokenFor(batch.app);
    if (access.kind !== 'token') return batch.messages.map(() => access);
    const results = await this.sendAll(batch, { projectId, token: access.token });
    return this.trust.judge(batch.app, this.suspects.judge(batch, results.map(settle)));
  }

  /** A token that has the form of none, and Google is told to send it to nobody. */
  async check(app: SenderApp, signal: AbortSignal): Promise<CredentialsCheck> {
    const batch = batchForCheck(app, { kind: 'token', token: NO_TOKEN }, signal);
    const projectId = projectOf(batch);
    if (projectId === null) return readCheck(NO_PROJECT);
    const access = await this.tokens.tokenFor(app);
    if (access.kind !== 'token') return readCheck(access);
    const [verdict] = await this.sendAll(batch, { projectId, token: access.token, validateOnly: true });
    return readCheck(verdict && settle(verdict));
  }

  async close(patienceMs?: number): Promise<void> {
    await Promise.all([this.options.transport.close(patienceMs), this.tokens.close()]);
  }

  private sendAll(batch: SendBatch, { token: first, ...how }: Omit<Part, 'messages'>): Promise<(Verdict | Outcome)[]> {
    return sendWithToken<Verdict>({
      token: first,
      messages: batch.messages,
      send: (token, messages) => this.sendPart(batch, { ...how, token, messages }),
      isRejection: ({ kind }) => kind === 'unauthorised',
      renew: (rejected) => this.tokens.renew(batch.app, rejected),
    });
  }

  private sendPart(batch: SendBatch, part: Part) {
    const { app, ttlSeconds, urgency, collapseKey, signal } = batch;
    const task: GoogleTask = {
      ...part,
      ...{ ttlSeconds, urgency, collapseKey },
      appKey: keyOf(app),
      nowMs: this.options.clock.now(),
      isFirstAlone: !this.trust.isProven(app),
    };
    return this.options.transport.send(task, signal);
  }
}

type Part = Pick<GoogleTask, 'projectId' | 'token' | 'messages' | 'validateOnly'>;

const NO_TOKEN = 'no token';
const NO_PROJECT: Outcome = { kind: 'app-paused', reason: 'no project_id in the credentials', afterMs: null };

const projectOf = ({ app: { credentials } }: SendBatch): string | null =>
  (credentials.provider === 'provider_a' && credentials.serviceAccount.project_id) || null;

/** Refused again with a fresh token: the account may not send for this project. */
const settle = (verdict: Verdict): Judged =>
  verdict.kind === 'unauthorised' ? { kind: 'app-paused', reason: verdict.reason, afterMs: null } : verdict;
