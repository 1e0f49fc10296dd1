import type { Exchange } from '../../../src/providers/exchange.js';
import type { Http2Pool } from '../../../src/providers/http2/http2-pool.js';
import type { Http2Request } from '../../../src/providers/http2/run-stream.js';

/** One request of an application. */
export const ask = (pool: Http2Pool, request: Http2Request, app = 'app'): Promise<Exchange> =>
  new Promise((resolve) => pool.request(app, request, resolve));
