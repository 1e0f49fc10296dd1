import { batchForCheck, readCheck } from '../credentials-check.js';
import { CredentialsTrust, keyOf } from '../credentials-trust.js';
import type { ConnectionOptions } from '../outbound/connection-options.js';
import { sendWithToken } from '../send-with-token.js';
import type {
  CredentialsCheck,
  FieldProblem,
  Outcome,
  SendBatch,
  Sender,
  SenderApp,
  SenderClock,
  Target,
} from '../sender.js';
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
  /** Default: Google's. */
  readonly tokens?: Tokens;
}

type Tokens = Pick<AccessTokens, 'tokenFor' | 'renew' | 'close'>;

/** Firebase Cloud Messaging, HTTP v1, over our own HTTP/2 client. Holds tokens and trust for all threads. */
export class ProviderASender implements Sender {
  readonly provider = 'provider_a';
  private readonly tokens: Tokens;
  private readonly trust = new CredentialsTrust();
  private readonly suspects = new SuspectTokens();

  constructor(private readonly options: ProviderAOptions) {
    this.tokens = options.tokens ?? new AccessTokens(options);
  }

  async send(batch: SendBatch): Promise<Outcome[]> {
    const projectId = projectOf(batch);
    if (projectId === null) return batch.messages.map(() => NO_PROJECT);
    if (batch.signal.aborted) return batch.messages.map(() => ABORTED_OUTCOME);
    // One failed token request answers for all messages.
    const access = await this.tokens.tokenFor(batch.app);
    if (access.kind !== 'token') return batch.messages.map(() => access);
    const results = await this.sendAll(batch, { projectId, token: access.token });
    return this.trust.judge(batch.app, this.suspects.judge(batch, results.map(settle)));
  }

  /** Sends a malformed token with `validate_only`, so no device can be reached. */
  async check(app: SenderApp, signal: AbortSignal): Promise<CredentialsCheck> {
    const batch = batchForCheck(app, NO_DEVICE, signal);
    const verdict = await this.validateOnly(batch);
    return readCheck(verdict && settle(verdict));
  }

  /** Google checks names and types of the fields before it looks at the token, which is malformed. */
  async validate(batch: Omit<SendBatch, 'sharedId'>): Promise<readonly FieldProblem[] | null> {
    const messages = batch.messages.map((message) => ({ ...message, target: NO_DEVICE }));
    const verdict = await this.validateOnly({ ...batch, messages, sharedId: null });
    if (verdict?.kind === 'failed') return verdict.problems ?? null;
    return verdict?.kind === 'sent' || verdict?.kind === 'suspect' ? [] : null;
  }

  async close(patienceMs?: number): Promise<void> {
    await Promise.all([this.options.transport.close(patienceMs), this.tokens.close()]);
  }

  private async validateOnly(batch: SendBatch): Promise<Verdict | Outcome | undefined> {
    const projectId = projectOf(batch);
    if (projectId === null) return NO_PROJECT;
    const access = await this.tokens.tokenFor(batch.app);
    if (access.kind !== 'token') return access;
    const [verdict] = await this.sendAll(batch, { projectId, token: access.token, validateOnly: true });
    return verdict;
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

const NO_DEVICE: Target = { kind: 'token', token: 'no token' };
const NO_PROJECT: Outcome = { kind: 'app-paused', code: 'NO_PROJECT_ID', detail: null, afterMs: null };

const projectOf = ({ app: { credentials } }: SendBatch): string | null =>
  (credentials.provider === 'provider_a' && credentials.serviceAccount.project_id) || null;

/** A second rejection with a fresh token means that the account may not send for this project. */
const settle = (verdict: Verdict): Judged =>
  verdict.kind === 'unauthorised' ? { ...verdict, kind: 'app-paused', afterMs: null } : verdict;
