import { type Exchange, Http2Pool, type PoolOptions } from '@pushgraph/http2-client';
import { readHttp2Failure } from '../outbound/http2-failure.js';
import type { Http2Wire } from '../recorded-wire.js';
import { type End, sendEach } from '../send-each.js';
import type { Message, Outcome, SenderClock } from '../sender.js';
import type { Transport, TransportTask } from '../transport.js';
import { unsentOutcome } from '../unsent-outcome.js';
import { readAnswer, type Verdict } from './read-answer.js';
import { MAX_PAYLOAD_BYTES, PayloadRenderer } from './render-payload.js';

/** Apple's tokens are hexadecimal and need no encoding, which would dominate the cost of the path. */
const HEX = /^[0-9a-f]+$/i;

/**
 * More than the largest page by default (667 messages), since the rest of a page costs another round trip: with pages of
 * 500 and a limit of 250, 1,430 instead of 2,300 messages per second if answers take 500 ms.
 */
const CONCURRENCY = 1_000;

export interface AppleTask extends TransportTask {
  /** Application and credentials version. */
  readonly appKey: string;
  /** Apple's provider token. The private key stays on the main thread. */
  readonly token: string;
  readonly sharedHeaders: Readonly<Record<string, string>>;
  readonly isFirstAlone: boolean;
  /** The payload of every message, which then has no identity on the device. Absent: each renders its content. */
  readonly payload?: string;
}

/** Apple's push service on the wire: HTTP/2 with one request per device. */
export class ProviderCTransport implements Transport<AppleTask, Verdict> {
  private readonly pool: Http2Wire;

  constructor(private readonly options: PoolOptions & { clock: SenderClock; pool?: Http2Wire }) {
    this.pool = options.pool ?? new Http2Pool(options);
  }

  send(task: AppleTask, signal: AbortSignal): Promise<(Verdict | Outcome)[]> {
    const renderer = new PayloadRenderer();
    const headers = { ...task.sharedHeaders, authorization: `bearer ${task.token}` };
    const payload = task.payload === undefined ? null : Buffer.from(task.payload);
    const job: Job = { headers, renderer, payload, appKey: task.appKey, signal };
    return sendEach<Verdict>({
      messages: task.messages,
      signal,
      concurrency: CONCURRENCY,
      isFirstAlone: task.isFirstAlone,
      pauseKeyOf: () => '',
      // The sender must make a new token before further messages can succeed.
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
    const body = job.payload ?? job.renderer.render(message);
    if (body.length > MAX_PAYLOAD_BYTES) {
      end(tooLarge);
      return;
    }
    const path = `/3/device/${HEX.test(target.token) ? target.token : encodeURIComponent(target.token)}`;
    const own: Record<string, string> = { ':path': path, 'apns-id': id };
    if (job.payload === null && !('apns-collapse-id' in job.headers)) own['apns-collapse-id'] = id;
    this.pool.request(job.appKey, { headers: job.headers, own, body, signal: job.signal }, (exchange) =>
      end(() => this.judge(exchange, id)),
    );
  }

  private judge(exchange: Exchange, messageId: string): Verdict {
    if (exchange.kind !== 'answer') return unsentOutcome(readHttp2Failure(exchange));
    return readAnswer(exchange, { messageId, nowMs: this.options.clock.now() });
  }
}

const notAToken = (): Outcome => ({ kind: 'failed', code: 'NOT_A_TOKEN', detail: null });
const tooLarge = (): Outcome => ({ kind: 'failed', code: 'PAYLOAD_TOO_LARGE', detail: '413 payload too large' });

/** The shared parts of one task. */
interface Job {
  readonly appKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly renderer: PayloadRenderer;
  readonly payload: Buffer | null;
  readonly signal: AbortSignal;
}
