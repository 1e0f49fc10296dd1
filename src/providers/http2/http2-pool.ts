import { ANSWER_MS, CONNECT_MS, type Exchange, SHUTTING_DOWN } from '../exchange.js';
import type { ConnectionOptions } from '../outbound/connection-options.js';
import { AppSessions } from './app-sessions.js';
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
  connectMs: CONNECT_MS,
  answerMs: ANSWER_MS,
  pingEveryMs: 30_000,
  // Apple asks to keep connections; a day of silence is not worth one.
  idleMs: 10 * 60_000,
};

/**
 * HTTP/2 sessions to one provider, those of each application apart: APNs takes one team's tokens per connection, and
 * one application's slow answers never fill another's streams.
 */
export class Http2Pool {
  private readonly apps = new Map<string, AppSessions>();
  private readonly limits: Http2Limits;
  private sweep: NodeJS.Timeout | undefined;
  private closing: Promise<void> | undefined;

  constructor(private readonly options: Http2PoolOptions) {
    this.limits = { ...LIMITS, ...options.limits };
  }

  /** @param settle called once, at once or later; never throws. */
  request(appKey: string, request: Http2Request, settle: (exchange: Exchange) => void): void {
    if (this.closing !== undefined) settle(SHUTTING_DOWN);
    else this.sessionsOf(appKey).request(request, settle);
  }

  /** Takes nothing new; what is outstanding gets its answer first. @param patienceMs after which it ends without. */
  close(patienceMs?: number): Promise<void> {
    if (patienceMs !== undefined) setTimeout(() => this.giveUp(), patienceMs).unref();
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private giveUp(): void {
    for (const sessions of this.apps.values()) sessions.giveUp();
  }

  private async closeAll(): Promise<void> {
    clearInterval(this.sweep);
    await Promise.all([...this.apps.values()].map((sessions) => sessions.close()));
    this.apps.clear();
  }

  private sessionsOf(key: string): AppSessions {
    const known = this.apps.get(key);
    if (known !== undefined) return known;
    const { origin, connection } = this.options;
    const sessions = new AppSessions({ origin, connection, limits: this.limits });
    this.apps.set(key, sessions);
    this.sweep ??= setInterval(() => this.closeIdle(), Math.min(IDLE_SWEEP_MS, this.limits.idleMs)).unref();
    return sessions;
  }

  private closeIdle(): void {
    for (const [key, sessions] of this.apps) {
      sessions.closeIdle();
      if (sessions.isEmpty) this.apps.delete(key);
    }
  }
}
