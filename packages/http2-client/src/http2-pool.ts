import type { Exchange } from './exchange.js';
import { GroupSessions } from './group-sessions.js';
import type { SocketOptions } from './open-socket.js';
import type { Engine, Limits } from './pooled-session.js';
import type { Http2Request } from './request-stream.js';

/** The longest interval between two searches for idle connections. */
const IDLE_SWEEP_MS = 60_000;

export interface PoolOptions {
  /** For example `https://api.push.apple.com`, without a path. */
  readonly origin: string;
  readonly connection?: SocketOptions;
  /** Replaces single limits; the others keep their defaults. */
  readonly limits?: Partial<Limits>;
  /** `javascript`, the default, is this package's own HTTP/2; `node` is `node:http2`. */
  readonly engine?: Engine;
}

const LIMITS: Limits = {
  sessions: 4,
  connectMs: 10_000,
  answerMs: 30_000,
  pingEveryMs: 30_000,
  // APNs asks clients to keep connections open, but not through a day of silence.
  idleMs: 10 * 60_000,
};

/**
 * HTTP/2 connections to one origin. Requests belong to groups, and groups share no connection: one group's slow answers
 * never fill the streams of another, and a server such as APNs sees the tokens of one team on each connection.
 */
export class Http2Pool {
  private readonly groups = new Map<string, GroupSessions>();
  private readonly limits: Limits;
  private sweep: NodeJS.Timeout | undefined;
  private closing: Promise<void> | undefined;

  constructor(private readonly options: PoolOptions) {
    this.limits = { ...LIMITS, ...options.limits };
  }

  /** Sends a request. @param settle called exactly once, possibly before `request` returns. It must not throw. */
  request(group: string, request: Http2Request, settle: (exchange: Exchange) => void): void {
    if (this.closing !== undefined) settle({ kind: 'not-sent', code: 'POOL_CLOSED' });
    else this.sessionsOf(group).request(request, settle);
  }

  /**
   * Refuses new requests, waits for the answers to the others, and closes all connections.
   * @param patienceMs how long to wait for answers; without it each request keeps its own deadline.
   */
  close(patienceMs?: number): Promise<void> {
    if (patienceMs !== undefined) setTimeout(() => this.giveUp(), patienceMs).unref();
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private giveUp(): void {
    for (const sessions of this.groups.values()) sessions.giveUp();
  }

  private async closeAll(): Promise<void> {
    clearInterval(this.sweep);
    await Promise.all([...this.groups.values()].map((sessions) => sessions.close()));
    this.groups.clear();
  }

  private sessionsOf(group: string): GroupSessions {
    const known = this.groups.get(group);
    if (known !== undefined) return known;
    const { origin, connection = {}, engine = 'javascript' } = this.options;
    const sessions = new GroupSessions({ origin, connection, engine, limits: this.limits });
    this.groups.set(group, sessions);
    this.sweep ??= setInterval(() => this.closeIdle(), Math.min(IDLE_SWEEP_MS, this.limits.idleMs)).unref();
    return sessions;
  }

  private closeIdle(): void {
    for (const [group, sessions] of this.groups) {
      sessions.closeIdle();
      if (sessions.isEmpty) this.groups.delete(group);
    }
  }
}
