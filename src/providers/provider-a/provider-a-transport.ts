import type { Exchange } from '../exchange.js';
import { Http2Pool, type Http2PoolOptions } from '../http2/http2-pool.js';
import { type End, sendEach } from '../send-each.js';
import type { Message, Outcome, SenderClock } from '../sender.js';
import type { Transport, TransportTask } from '../transport.js';
import { unsentOutcome } from '../unsent-outcome.js';
import type { MessageOptions } from './build-message.js';
import { readAnswer, type Verdict } from './read-answer.js';
import { MessageRenderer } from './render-message.js';

/** Enough for 10,000 messages a second at a round trip of 50 ms. */
const CONCURRENCY = 500;

export interface GoogleTask extends TransportTask, MessageOptions {
  /** Application and version of its credentials. */
  readonly appKey: string;
  readonly projectId: string;
  /** The access token: the service account stays where the task comes from. */
  readonly token: string;
  readonly nowMs: number;
  readonly isFirstAlone: boolean;
  readonly validateOnly?: true;
}

/** Firebase Cloud Messaging, HTTP v1, on the wire. */
export class ProviderATransport implements Transport<GoogleTask, Verdict> {
  private readonly pool: Http2Pool;

  constructor(private readonly options: Http2PoolOptions & { clock: SenderClock }) {
    this.pool = new Http2Pool(options);
  }

  send(task: GoogleTask, signal: AbortSignal): Promise<(Verdict | Outcome)[]> {
    const renderer = new MessageRenderer(task, task.nowMs);
    const headers = {
      ':method': 'POST',
      ':path': `/v1/projects/${encodeURIComponent(task.projectId)}/messages:send`,
      authorization: `Bearer ${task.token}`,
      'content-type': 'application/json',
    };
    const job: Job = { headers, renderer, appKey: task.appKey, signal };
    return sendEach<Verdict>({
      messages: task.messages,
      signal,
      concurrency: CONCURRENCY,
      isFirstAlone: task.isFirstAlone,
      pauseKeyOf: () => '',
      // Whoever gave the task gets another token; until then nothing is worth sending.
      isPause: (verdict) => verdict.kind === 'app-paused' || verdict.kind === 'unauthorised',
      sendOne: (message, end) => this.sendOne(message, job, end),
    });
  }

  close(patienceMs?: number): Promise<void> {
    return this.pool.close(patienceMs);
  }

  private sendOne(message: Message, { headers, renderer, appKey, signal }: Job, end: End<Verdict>): undefined {
    if (message.target.kind !== 'token') {
      end(notAToken);
      return;
    }
    const body = renderer.render(message, message.target.token);
    this.pool.request(appKey, { headers, body, signal }, (exchange) => end(() => this.judge(exchange)));
  }

  private judge(exchange: Exchange): Verdict {
    return exchange.kind === 'answer' ? readAnswer(exchange, this.options.clock.now()) : unsentOutcome(exchange);
  }
}

const notAToken = (): Outcome => ({ kind: 'failed', reason: 'not a token' });

/** What the messages of one task have in common. */
interface Job {
  readonly appKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly renderer: MessageRenderer;
  readonly signal: AbortSignal;
}
