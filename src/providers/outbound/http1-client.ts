import { Deadlines } from '@pushgraph/http2-client';
import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import { getOrInsert } from '../../collections.js';
import { ANSWER_MS, CONNECT_MS, type Exchange, promiseOf, SHUTTING_DOWN } from '../exchange.js';
import type { ConnectionOptions } from './connection-options.js';
import { type ExchangeOwner, exchangeHttp1, type Http1Request } from './exchange-http1.js';

/** Users can set any number of origins; the least recently used lose their connections. */
const MAX_ORIGINS = 64;
const KEEP_ALIVE_MS = 30_000;

export interface Http1Options {
  readonly connection: ConnectionOptions;
  readonly connectionsPerOrigin: number;
  /** Time limit from the first byte of the request to the last of the answer. */
  readonly answerMs?: number;
  /** Time limit for opening a connection. */
  readonly connectMs?: number;
}

/** HTTP/1.1 with a bounded pool of persistent connections per origin. Does not follow redirects. */
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

  /** @param origin checked by `checkUrl`, or set by the operator. */
  post(origin: string, request: Http1Request): Promise<Exchange> {
    return this.postFor(origin, request, (exchange) => exchange);
  }

  /** @param read converts the exchange to the result. */
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

  /** Rejects new requests and waits for outstanding answers. @param patienceMs limit of that wait. */
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
          // Our deadline covers the whole exchange; undici's timeouts restart with each wait.
          headersTimeout: 0,
          bodyTimeout: 0,
          connect: { ...this.options.connection, timeout: this.options.connectMs ?? CONNECT_MS },
        }),
    );
  }
}
