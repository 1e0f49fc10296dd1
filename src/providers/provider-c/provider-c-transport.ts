import type { Exchange } from '../exchange.js';
import { Http2Pool, type Http2PoolOptions } from '../http2/http2-pool.js';
import { type End, sendEach } from '../send-each.js';
import type { Message, Outcome, SenderClock } from '../sender.js';
import type { Transport, TransportTask } from '../transport.js';
import { unsentOutcome } from '../unsent-outcome.js';
import { readAnswer, type Verdict } from './read-answer.js';
import { MAX_PAYLOAD_BYTES, PayloadRenderer } from './render-payload.js';

/** What Apple's tokens are; encoding one would cost more than everything else about its address. */
const HEX = /^[0-9a-f]+$/i;

/**
 * Of a page, and as many as one has while four share the in-flight limit: half of them would take every page two round
 * trips, 1,430 messages a second and not 2,300 where the answer takes 500 ms.
 */
const CONCURRENCY = 500;

export interface AppleTask extends TransportTask {
  /** Application and version of its credentials. */
  readonly appKey: string;
  /** Apple's provider token: the private key stays where the task comes from. */
  readonly token: string;
  readonly sharedHeaders: Readonly<Record<string, string>>;
  readonly isFirstAlone: boolean;
}

/** Apple's push service on the wire: HTTP/2, one request per device. */
export class ProviderCTransport implements Transport<AppleTask, Verdict> {
  private readonly pool: Http2Pool;

  constructor(private readonly options: Http2PoolOptions & { clock: SenderClock }) {
    this.pool = new Http2Pool(options);
  }

  send(task: AppleTask, signal: AbortSignal): Promise<(Verdict | Outcome)[]> {
    const renderer = new PayloadRenderer();
    const headers = { ...task.sharedHeaders, authorization: `bearer ${task.token}` };
    const job: Job = { headers, renderer, appKey: task.appKey, signal };
    return sendEach<Verdict>({
      messages: task.messages,
      signal,
      concurrency: CONCURRENCY,
      isFirstAlone: task.isFirstAlone,
      pauseKeyOf: () => '',
      // Whoever gave the task makes another token; until then nothing is worth sending.
      isPause: (verdict) => verdict.kind === 'app-paused' || verdict.kind === 'token-expired',
      sendOne: (message, end) => this.sendOne(message, job, end),
    });
  }

  close(patienceMs?: number): Promise<void> {
    return this.pool.close(patienceMs);
  }

  private sendOne(message: Message, job: Job, end: End<Verdict>): undefined {
    const { id, target } = message;
    if (target.kind !== 'token') {
      end(notAToken);
      return;
    }
    const body = job.renderer.render(message);
    if (body.length > MAX_PAYLOAD_BYTES) {
      end(tooLarge);
      return;
    }
    const path = `/3/device/${HEX.test(target.token) ? target.token : encodeURIComponent(target.token)}`;
    const own: Record<string, string> = { ':path': path, 'apns-id': id };
    if (!('apns-collapse-id' in job.headers)) own['apns-collapse-id'] = id;
    this.pool.request(job.appKey, { headers: job.headers, own, body, signal: job.signal }, (exchange) =>
      end(() => this.judge(exchange, id)),
    );
  }

  private judge(exchange: Exchange, messageId: string): Verdict {
    if (exchange.kind !== 'answer') return unsentOutcome(exchange);
    return readAnswer(exchange, { messageId, nowMs: this.options.clock.now() });
  }
}

const notAToken = (): Outcome => ({ kind: 'failed', reason: 'not a token' });
const tooLarge = (): Outcome => ({ kind: 'failed', reason: '413 payload too large' });

/** What the messages of one task have in common. */
interface Job {
  readonly appKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly renderer: PayloadRenderer;
  readonly signal: AbortSignal;
}
