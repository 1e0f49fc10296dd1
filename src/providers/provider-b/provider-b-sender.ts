import { CredentialsTrust, type Mismatch } from '../credentials-trust.js';
import type { ConnectionOptions } from '../outbound/connection-options.js';
import { Http1Client } from '../outbound/http1-client.js';
import { runBounded } from '../run-bounded.js';
import type { Credentials, Outcome, SendBatch, Sender, SenderClock } from '../sender.js';
import { unsentOutcome } from '../unsent-outcome.js';
import { type Call, groupMessages } from './group-messages.js';
import { readAnswer } from './read-answer.js';
import { renderNotification } from './render-notification.js';

type OneSignalCredentials = Extract<Credentials, { provider: 'provider_b' }>;
type Result = Outcome | Mismatch;

/** Calls under way at once for a batch: each may carry 2,000 devices. */
const CONCURRENCY = 8;

/**
 * OneSignal: devices that are shown the same share a call of up to 2,000.
 *
 * A receipt is one device's, a call is many devices': so a receipt goes along only where a call has a single
 * recipient. Applications on provider_b otherwise report no receipts; what was sent is known from the answer.
 */
export class ProviderBSender implements Sender {
  readonly provider = 'provider_b';
  private readonly client: Http1Client;
  private readonly trust = new CredentialsTrust();

  constructor(private readonly options: { origin: string; clock: SenderClock; connection: ConnectionOptions }) {
    this.client = new Http1Client({ connection: options.connection, connectionsPerOrigin: 32 });
  }

  async send(batch: SendBatch): Promise<Outcome[]> {
    const { credentials } = batch.app;
    if (credentials.provider !== 'provider_b') return batch.messages.map(() => NO_CREDENTIALS);
    const { calls, rejected } = groupMessages(batch.messages);
    const results: Result[] = Array(batch.messages.length).fill(NOT_REACHED);
    for (const [index, outcome] of rejected) results[index] = outcome;
    let paused: Outcome | null = null;
    await runBounded(calls, Math.min(CONCURRENCY, calls.length), async (call) => {
      const outcomes = paused === null ? await this.sendCall(batch, credentials, call) : call.map(() => paused);
      call.forEach(({ index }, place) => {
        results[index] = outcomes[place] ?? NOT_REACHED;
      });
      paused ??= outcomes.find((outcome) => outcome?.kind === 'app-paused') ?? null;
    });
    return this.trust.judge(batch.app, results);
  }

  close(): Promise<void> {
    return this.client.close();
  }

  /** What became of each recipient, in the call's order. */
  private async sendCall(batch: SendBatch, credentials: OneSignalCredentials, call: Call): Promise<Result[]> {
    if (batch.signal.aborted) return call.map(() => ABORTED);
    const exchange = await this.client.post(this.options.origin, {
      path: '/notifications',
      headers: { authorization: `Key ${credentials.apiKey}`, 'content-type': 'application/json; charset=utf-8' },
      body: renderNotification(credentials.appId, call, batch),
    });
    if (exchange.kind !== 'answer') return call.map(() => unsentOutcome(exchange));
    return readAnswer(exchange, call, this.options.clock.now());
  }
}

const NO_CREDENTIALS: Outcome = { kind: 'app-paused', reason: 'no credentials', afterMs: null };
const NOT_REACHED: Outcome = { kind: 'failed', reason: 'not reached' };
const ABORTED: Outcome = { kind: 'retry-after', reason: 'aborted before sending', afterMs: null };
