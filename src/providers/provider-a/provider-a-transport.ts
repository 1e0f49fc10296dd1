import { type Exchange, Http2Pool, type PoolOptions } from '@pushgraph/http2-client';
import { readHttp2Failure } from '../outbound/http2-failure.js';
import type { Http2Wire } from '../recorded-wire.js';
import { type End, sendEach } from '../send-each.js';
import type { Message, Outcome, SenderClock } from '../sender.js';
import type { Transport, TransportTask } from '../transport.js';
import { unsentOutcome } from '../unsent-outcome.js';
import type { MessageOptions } from './build-message.js';
import { readAnswer, type Verdict } from './read-answer.js';
import { MessageRenderer } from './render-message.js';

/** More than the largest page by default (667 messages), since the rest of a page costs another round trip. */
const CONCURRENCY = 1_000;

export interface GoogleTask extends TransportTask, MessageOptions {
  /** Application and credentials version. */
  readonly appKey: string;
  readonly projectId: string;
  /** The access token. The service account stays on the main thread. */
  readonly token: string;
  readonly nowMs: number;
  readonly isFirstAlone: boolean;
  readonly validateOnly?: true;
}

/** Firebase Cloud Messaging, HTTP v1, on the wire. */
export class ProviderATransport implements Transport<GoogleTask, Verdict> {
  private readonly pool: Http2Wire;

  constructor(private readonly options: PoolOptions & { clock: SenderClock; pool?: Http2Wire }) {
    this.pool = options.pool ?? new Http2Pool(options);
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
      // The sender must renew the token before further messages can succeed.
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
    return exchange.kind === 'answer'
      ? readAnswer(exchange, this.options.clock.now())
      : unsentOutcome(readHttp2Failure(exchange));
  }
}

const notAToken = (): Outcome => ({ kind: 'failed', code: 'NOT_A_TOKEN', detail: null });

/** The shared parts of one task. */
interface Job {
  readonly appKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly renderer: MessageRenderer;
  readonly signal: AbortSignal;
}
