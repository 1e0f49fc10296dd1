import type { Exchange, Http2Pool, Http2Request } from '../../src/index.js';

/** Sends one request of a group. */
export const ask = (pool: Http2Pool, request: Http2Request, group = 'group'): Promise<Exchange> =>
  new Promise((resolve) => pool.request(group, request, resolve));
