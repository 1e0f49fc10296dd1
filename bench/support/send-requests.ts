import { Client } from 'undici';

export interface RequestShape {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Any other answer ends the benchmark: a fast refusal is not a result. */
  readonly status: number;
}

export interface Load {
  readonly address: string;
  readonly request: RequestShape;
  readonly count: number;
  readonly connections: number;
}

export interface LoadResult {
  /** The duration of all requests together. */
  readonly ms: number;
  /** The duration of each request, from sending to the end of its answer. */
  readonly latenciesMs: readonly number[];
}

/** Sends `count` requests, one at a time on each connection. */
export const sendRequests = async ({ address, request, count, connections }: Load): Promise<LoadResult> => {
  const clients = Array.from({ length: connections }, () => new Client(address, { pipelining: 1 }));
  const latenciesMs: number[] = [];
  let left = count;
  const keepSending = async (client: Client): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const sentAt = performance.now();
      await sendOne(client, request);
      latenciesMs.push(performance.now() - sentAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(clients.map(keepSending));
  const ms = performance.now() - startedAt;
  await Promise.all(clients.map((client) => client.close()));
  return { ms, latenciesMs };
};

/** Uses undici's lowest-level API, because the load generator shares the servers' machine and must stay cheap. */
const sendOne = (client: Client, { method, path, headers, body, status }: RequestShape): Promise<void> =>
  new Promise((resolve, reject) => {
    let answered = 0;
    client.dispatch(
      { method, path, headers, body },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => {
          answered = statusCode;
        },
        onResponseData: () => undefined,
        onResponseEnd: () =>
          answered === status ? resolve() : reject(new Error(`${method} ${path} answered ${answered}, not ${status}.`)),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
