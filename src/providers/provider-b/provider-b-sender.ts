import { batchForCheck, readCheck } from '../credentials-check.js';
import { CredentialsTrust, type Mismatch } from '../credentials-trust.js';
import type { ConnectionOptions } from '../outbound/connection-options.js';
import { Http1Client } from '../outbound/http1-client.js';
import { runBounded } from '../run-bounded.js';
import type {
  CredentialsCheck,
  Message,
  Outcome,
  SendBatch,
  Sender,
  SenderApp,
  SenderClock,
  Target,
} from '../sender.js';
import { ABORTED_OUTCOME, unsentOutcome } from '../unsent-outcome.js';
import { type Call, groupMessages } from './group-messages.js';
import { NotificationWriter, subscriptionIdOf } from './notification-writer.js';
import { readAnswer } from './read-answer.js';

type Result = Outcome | Mismatch;

/** Calls under way at once for a batch: each may carry 2,000 devices. */
const CONCURRENCY = 8;
/** The same where each carries one device. */
const SINGLE_CONCURRENCY = 32;

export interface ProviderBOptions {
  readonly origin: string;
  readonly clock: SenderClock;
  readonly connection: ConnectionOptions;
  readonly answerMs: number;
}

/**
 * OneSignal: devices that are shown the same share a call of up to 2,000. A call has one `collapse_id`, so messages
 * that need one each (auto-push, where a device may get several of a run) have a call each.
 *
 * A receipt is one device's, a call is many devices': so a receipt goes along only where a call has a single
 * recipient. Applications on provider_b otherwise report no receipts; what was sent is known from the answer.
 */
export class ProviderBSender implements Sender {
  readonly provider = 'provider_b';
  private readonly client: Http1Client;
  private readonly trust = new CredentialsTrust();

  constructor(private readonly options: ProviderBOptions) {
    const { connection, answerMs } = options;
    this.client = new Http1Client({ connection, answerMs, connectionsPerOrigin: SINGLE_CONCURRENCY });
  }

  async send(batch: SendBatch): Promise<Outcome[]> {
    const { app, messages, signal } = batch;
    if (app.credentials.provider !== 'provider_b') return messages.map(() => NO_CREDENTIALS);
    const { apiKey, appId } = app.credentials;
    const isShared = batch.sharedId !== null || batch.collapseKey !== null;
    const { calls, rejected } = groupMessages(messages, isShared ? undefined : 1);
    const results: Result[] = Array(messages.length).fill(NOT_REACHED);
    for (const [place, outcome] of rejected) results[place] = outcome;
    const job: Job = {
      messages,
      results,
      headers: { authorization: `Key ${apiKey}`, 'content-type': 'application/json; charset=utf-8' },
      writer: new NotificationWriter(appId, batch),
      signal,
      pause: null,
    };
    await runBounded(calls, Math.min(isShared ? CONCURRENCY : SINGLE_CONCURRENCY, calls.length), (call) =>
      this.sendCall(job, call),
    );
    return this.trust.judge(app, results);
  }

  /**
   * A subscription that nobody has: OneSignal's `GET /apps/:id` takes the key of an organization only, not that of an
   * application.
   */
  async check(app: SenderApp, signal: AbortSignal): Promise<CredentialsCheck> {
    const [outcome] = await this.send(batchForCheck(app, NOBODY, signal));
    return readCheck(outcome);
  }

  close(patienceMs?: number): Promise<void> {
    return this.client.close(patienceMs);
  }

  /** Unless the application has paused meanwhile. Writes down what became of each whom the call is for. */
  private sendCall(job: Job, call: Call): Promise<void> | void {
    const unsent = job.signal.aborted ? ABORTED_OUTCOME : job.pause;
    if (unsent !== null) return record(job, call, () => unsent);
    const request = { path: '/notifications', headers: job.headers, body: job.writer.write(call), signal: job.signal };
    return this.client.postFor(this.options.origin, request, (exchange) => {
      if (exchange.kind === 'answer') return record(job, call, readAnswer(exchange, this.options.clock.now()));
      const outcome = unsentOutcome(exchange);
      return record(job, call, () => outcome);
    });
  }
}

/** The calls of one batch under way. */
interface Job {
  readonly messages: readonly Message[];
  readonly results: Result[];
  readonly headers: Record<string, string>;
  readonly writer: NotificationWriter;
  readonly signal: AbortSignal;
  /** Once an answer was about the application as a whole. */
  pause: Outcome | null;
}

const record = (job: Job, { places }: Call, resultOf: (subscriptionId: string) => Result): void => {
  for (const place of places) {
    const result = resultOf(subscriptionIdOf(job.messages[place] as Message));
    job.results[place] = result;
    if (result.kind === 'app-paused') job.pause ??= result;
  }
};

const NOBODY: Target = { kind: 'subscription-id', subscriptionId: '00000000-0000-4000-8000-000000000000' };
const NO_CREDENTIALS: Outcome = { kind: 'app-paused', reason: 'no credentials', afterMs: null };
const NOT_REACHED: Outcome = { kind: 'failed', reason: 'not reached' };
