import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import { getOrInsert } from '../../collections.js';
import { Deadlines } from '../deadlines.js';
import { ANSWER_MS, CONNECT_MS, type Exchange, promiseOf, SHUTTING_DOWN } from '../exchange.js';
import type { ConnectionOptions } from './connection-options.js';
import { type ExchangeOwner, exchangeHttp1, type Http1Request } from './exchange-http1.js';

/** User-set endpoints name any number of origins; those longest unused lose their connections. */
const MAX_ORIGINS = 64;
const KEEP_ALIVE_MS = 30_000;

export interface Http1Options {
  readonly connection: ConnectionOptions;
  readonly connectionsPerOrigin: number;
  /** From the request's first byte to the answer's last. */
  readonly answerMs?: number;
  /** To open a connection. */
  readonly connectMs?: number;
}

/** HTTP/1.1 with kept connections, one bounded pool per origin. Follows no redirects. */
export class Http1Client implements ExchangeOwner {
  private readonly pools = new LRUCache<string, Pool>({
    max: MAX_ORIGINS,
    dispose: (pool, _origin, reason) => {
      if (reason === 'evict') void pool.close();
    },
  });
  readonly deadlines: Deadlines;
  private outstanding = 0;
  private onIdle: (() => void) | undefined;
  private closing: Promise<void> | undefined;

  constructor(private readonly options: Http1Options) {
    this.deadlines = new Deadlines(options.answerMs ?? ANSWER_MS);
  }

  /** @param origin already judged: by checkUrl, or the operator's configuration. */
  post(origin: string, request: Http1Request): Promise<Exchange> {
    return this.postFor(origin, request, (exchange) => exchange);
  }

  /** @param read what the exchange means. */
  postFor<R>(origin: string, request: Http1Request, read: (exchange: Exchange) => R): Promise<R> {
    if (this.closing !== undefined) return Promise.resolve(read(SHUTTING_DOWN));
    const pool = this.poolOf(origin);
    this.outstanding += 1;
    return promiseOf(read, (settle) => exchangeHttp1(pool, request, { owner: this, settle }));
  }

  ended(): void {
    this.outstanding -= 1;
    if (this.outstanding === 0) this.onIdle?.();
  }

  /** Takes nothing new; what is outstanding gets its answer first. @param patienceMs after which it ends without. */
  close(patienceMs?: number): Promise<void> {
    if (patienceMs !== undefined) setTimeout(() => this.deadlines.expireAll(), patienceMs).unref();
    this.closing ??= this.closeWhenIdle();
    return this.closing;
  }

  private async closeWhenIdle(): Promise<void> {
    if (this.outstanding > 0) {
      await new Promise<void>((resolve) => {
        this.onIdle = resolve;
      });
    }
    this.deadlines.stop();
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
    this.pools.clear();
  }

  private poolOf(origin: string): Pool {
    return getOrInsert(
      this.pools,
      origin,
      () =>
        new Pool(origin, {
          connections: this.options.connectionsPerOrigin,
          pipelining: 1,
          keepAliveTimeout: KEEP_ALIVE_MS,
          // Our own deadline covers the whole exchange; undici's count each wait anew.
          headersTimeout: 0,
          bodyTimeout: 0,
          connect: { ...this.options.connection, timeout: this.options.connectMs ?? CONNECT_MS },
        }),
    );
  }
}
