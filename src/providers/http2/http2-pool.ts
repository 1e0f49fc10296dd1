import { ANSWER_MS, type Exchange, SHUTTING_DOWN } from '../exchange.js';
import type { ConnectionOptions } from '../outbound/connection-options.js';
import { bindRequestsLeanly } from './bind-requests-leanly.js';
import { Lane } from './lane.js';
import type { Http2Limits } from './pooled-session.js';
import type { Http2Request } from './run-stream.js';

/** How often connections are looked through for those long unused, at most. */
const IDLE_SWEEP_MS = 60_000;

export interface Http2PoolOptions {
  readonly origin: string;
  readonly connection: ConnectionOptions;
  /** Shorter ones for tests. */
  readonly limits?: Partial<Http2Limits>;
}

const LIMITS: Http2Limits = {
  sessions: 4,
  connectMs: 10_000,
  answerMs: ANSWER_MS,
  pingEveryMs: 30_000,
  // Apple asks to keep connections; a day of silence is not worth one.
  idleMs: 10 * 60_000,
};

/**
 * HTTP/2 sessions to one provider, in lanes of one application each: APNs takes one team's tokens per connection, and
 * one application's slow answers never fill another's streams.
 */
export class Http2Pool {
  private readonly lanes = new Map<string, Lane>();
  private readonly limits: Http2Limits;
  private sweep: NodeJS.Timeout | undefined;
  private closing: Promise<void> | undefined;

  constructor(private readonly options: Http2PoolOptions) {
    this.limits = { ...LIMITS, ...options.limits };
    bindRequestsLeanly();
  }

  request(laneKey: string, request: Http2Request): Promise<Exchange> {
    return this.requestFor(laneKey, request, (exchange) => exchange);
  }

  /** @param read what the exchange means. */
  requestFor<R>(laneKey: string, request: Http2Request, read: (exchange: Exchange) => R): Promise<R> {
    if (this.closing !== undefined) return Promise.resolve(read(SHUTTING_DOWN));
    return this.laneOf(laneKey).request(request, read);
  }

  /** Takes nothing new; what is outstanding gets its answer first. */
  close(): Promise<void> {
    this.closing ??= this.closeLanes();
    return this.closing;
  }

  private async closeLanes(): Promise<void> {
    clearInterval(this.sweep);
    await Promise.all([...this.lanes.values()].map((lane) => lane.close()));
    this.lanes.clear();
  }

  private laneOf(key: string): Lane {
    const known = this.lanes.get(key);
    if (known !== undefined) return known;
    const { origin, connection } = this.options;
    const lane = new Lane({ origin, connection, limits: this.limits });
    this.lanes.set(key, lane);
    this.sweep ??= setInterval(() => this.closeIdle(), Math.min(IDLE_SWEEP_MS, this.limits.idleMs)).unref();
    return lane;
  }

  private closeIdle(): void {
    for (const [key, lane] of this.lanes) {
      lane.closeIdle();
      if (lane.isEmpty) this.lanes.delete(key);
    }
  }
}
