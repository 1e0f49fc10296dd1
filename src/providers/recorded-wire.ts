import type { Exchange as Http2Exchange, Http2Pool } from '@pushgraph/http2-client';
import type { Exchange } from './exchange.js';
import type { Http1Client } from './outbound/http1-client.js';

/** The parts of our HTTP clients that senders use. */
export type Http2Wire = Pick<Http2Pool, 'request' | 'close'>;
export type Http1Wire = Pick<Http1Client, 'post' | 'postFor' | 'close'>;

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case; the value of `authorization` is masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Takes a sender's requests instead of the network and accepts each, so that a preview runs the code of real sends. */
export class RecordedWire implements Http2Wire, Http1Wire {
  readonly requests: RecordedRequest[] = [];

  constructor(private readonly origin: string) {}

  request: Http2Wire['request'] = (_group, { headers, own, body }, settle) => {
    const { ':method': method = 'POST', ':path': path = '/', ...rest } = { ...headers, ...own };
    this.record({ method, url: this.origin + path, headers: rest, body: body.toString() });
    settle(ACCEPTED);
  };

  post: Http1Wire['post'] = (origin, request) => this.postFor(origin, request, (exchange) => exchange);

  postFor: Http1Wire['postFor'] = async (origin, { path, headers, body }, read) => {
    this.record({ method: 'POST', url: origin + path, headers, body: body.toString() });
    return read(ACCEPTED);
  };

  async close(): Promise<void> {}

  private record({ headers, ...request }: RecordedRequest): void {
    const shown = Object.entries(headers).map(([name, value]): [string, string] => [name, mask(name, value)]);
    this.requests.push({ ...request, headers: Object.fromEntries(shown) });
  }
}

const ACCEPTED: Exchange & Http2Exchange = { kind: 'answer', status: 200, headers: {}, body: '{"id":"preview"}' };

/** Stands for a secret. */
export const MASK = '***';

/** Keeps the scheme, such as `Bearer`. */
const mask = (name: string, value: string): string =>
  name === 'authorization' ? `${value.split(' ', 1)[0]} ${MASK}` : value;
