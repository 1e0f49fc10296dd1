import type { Reason } from '../codes.js';
import { batchForCheck, readCheck } from '../credentials-check.js';
import { CredentialsTrust, type Mismatch } from '../credentials-trust.js';
import type { Exchange } from '../exchange.js';
import type { ConnectionOptions } from '../outbound/connection-options.js';
import { Http1Client } from '../outbound/http1-client.js';
import type { Http1Wire } from '../recorded-wire.js';
import type {
  CredentialsCheck,
  Forgotten,
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

/** Maximum number of calls in flight for a batch; each may carry 2,000 devices. */
const CONCURRENCY = 8;
/** Maximum number of calls in flight if each carries one device. */
const SINGLE_CONCURRENCY = 32;

export interface ProviderBOptions {
  readonly origin: string;
  readonly clock: SenderClock;
  readonly connection: ConnectionOptions;
  readonly answerMs: number;
  /** Default: connections to OneSignal. */
  readonly client?: Http1Wire;
}

/**
 * OneSignal. Up to 2,000 devices with equal content share a call. A call has one `collapse_id`, so messages that need
 * separate ones (auto-push, where a device may get several per run) are sent in separate calls.
 *
 * A receipt belongs to one device, so only calls with a single recipient carry one. Other messages of provider_b have
 * no receipts; the answer tells whether they were sent.
 */
export class ProviderBSender implements Sender {
  readonly provider = 'provider_b';
  private readonly client: Http1Wire;
  private readonly trust = new CredentialsTrust();

  constructor(private readonly options: ProviderBOptions) {
    const { connection, answerMs } = options;
    this.client = options.client ?? new Http1Client({ connection, answerMs, connectionsPerOrigin: SINGLE_CONCURRENCY });
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
    const isPersonal = !isShared || messages.some(({ slots }) => slots !== undefined);
    await runBounded(calls, Math.min(isPersonal ? SINGLE_CONCURRENCY : CONCURRENCY, calls.length), (call) =>
      this.sendCall(job, call),
    );
    return this.trust.judge(app, results);
  }

  /**
   * Sends to a subscription that does not exist, because OneSignal's `GET /apps/:id` only accepts the key of an
   * organization.
   */
  async check(app: SenderApp, signal: AbortSignal): Promise<CredentialsCheck> {
    const [outcome] = await this.send(batchForCheck(app, NOBODY, signal));
    return readCheck(outcome);
  }

  /** https://documentation.onesignal.com/reference/delete-subscription */
  async forget(app: SenderApp, targets: readonly Target[], signal: AbortSignal): Promise<Forgotten> {
    if (app.credentials.provider !== 'provider_b') return { gone: 0, reason: { code: 'NO_CREDENTIALS', detail: null } };
    const { apiKey, appId } = app.credentials;
    const ids = targets.flatMap((target) => (target.kind === 'subscription-id' ? target.subscriptionId : []));
    const reasons: (Reason | null)[] = [];
    await runBounded(ids, SINGLE_CONCURRENCY, async (id) => {
      const path = `/apps/${encodeURIComponent(appId)}/subscriptions/${encodeURIComponent(id)}`;
      const request = {
        method: 'DELETE',
        path,
        headers: { authorization: `Key ${apiKey}` },
        body: '',
        signal,
      } as const;
      reasons.push(readDeletion(await this.client.post(this.options.origin, request)));
    });
    const reason = reasons.find((one) => one !== null) ?? null;
    return { gone: reasons.filter((one) => one === null).length, reason };
  }

  close(patienceMs?: number): Promise<void> {
    return this.client.close(patienceMs);
  }

  /** Sends one call and records the result of each recipient, unless the application has paused. */
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

/** null: OneSignal has deleted the subscription, or does not know it. */
const readDeletion = (exchange: Exchange): Reason | null => {
  if (exchange.kind !== 'answer') return { code: exchange.code, detail: exchange.detail };
  const { status } = exchange;
  if ((status >= 200 && status < 300) || status === 404) return null;
  const code =
    status === 401 || status === 403 ? 'BAD_CREDENTIALS' : status === 429 ? 'TOO_MANY_REQUESTS' : 'PROVIDER_FAILED';
  return { code, detail: String(status) };
};

/** The state of one batch in flight. */
interface Job {
  readonly messages: readonly Message[];
  readonly results: Result[];
  readonly headers: Record<string, string>;
  readonly writer: NotificationWriter;
  readonly signal: AbortSignal;
  /** Set by the first answer about the whole application. */
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
const NO_CREDENTIALS: Outcome = { kind: 'app-paused', code: 'NO_CREDENTIALS', detail: null, afterMs: null };
const NOT_REACHED: Outcome = { kind: 'failed', code: 'NOT_REACHED', detail: null };

/**
 * Runs the task for every item with bounded concurrency. Rejects with the first failure. Avoids async functions, which
 * would use as much memory as a message does in calls with one message.
 */
const runBounded = <T>(items: readonly T[], limit: number, task: (item: T) => Promise<void> | void): Promise<void> =>
  new Promise((resolve, reject) => {
    let next = 0;
    let underWay = 0;
    const onEnd = (): void => {
      underWay -= 1;
      startNext();
    };
    const startNext = (): void => {
      try {
        while (next < items.length && underWay < limit) {
          const place = next;
          next += 1;
          const running = task(items[place] as T);
          if (running === undefined) continue;
          underWay += 1;
          running.then(onEnd, reject);
        }
      } catch (error) {
        reject(error);
        return;
      }
      if (underWay === 0) resolve();
    };
    startNext();
  });
