import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { Http2Pool } from '@pushgraph/http2-client';
import { bars, type Measured } from '../support/chart.js';
import { interleave } from '../support/interleave.js';
import { medianOf } from '../support/median.js';
import { ServerProcess } from '../support/server-process.js';
import { toTable } from '../support/table.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const REQUESTS = 20_000;
const QUICK_REQUESTS = 2_000;
/** Concurrent requests. */
const CONCURRENCY = 900;
const BODY = Buffer.from(JSON.stringify({ aps: { alert: { title: 'Spring sale', body: 'x'.repeat(120) } } }));
const SHARED = { ':method': 'POST', authorization: `bearer ${'t'.repeat(200)}`, 'apns-topic': 'com.example.app' };

interface Client {
  readonly name: string;
  /** Sends one request. Throws unless the status is 200. */
  post(): Promise<void>;
  close(): Promise<void>;
}

interface Sample {
  readonly perSecond: number;
  /** CPU time of this process, without the server's. */
  readonly cpuUs: number;
}

/** Alternates this package's client, its `node` engine and a bare loop over node:http2, against one server process. */
export const benchHttp2 = async ({ quick }: { readonly quick: boolean }): Promise<Measured> => {
  const file = new URL('./answer-server.js', import.meta.url);
  await using server = await ServerProcess.start({ file, env: {}, logFd: 2 });
  const count = quick ? QUICK_REQUESTS : REQUESTS;
  const clients = [
    openPool('http2-client', server.address, 'javascript'),
    openPool('http2-client, engine node', server.address, 'node'),
    await openBare('bare loop over node:http2', server.address),
  ];
  for (const client of clients) await measure(client, count);
  const samples = await interleave(clients, ROUNDS, (client) => measure(client, count));
  for (const client of clients) await client.close();
  const results = clients.map(({ name }, index) => toResult(name, samples[index] ?? []));
  report(results);
  const groups = [bars('', results, ({ name, cpuUs }) => [name, cpuUs])];
  return { count, results, charts: [{ title: 'HTTP/2 clients', unit: 'µs of CPU for each request', groups }] };
};

const toResult = (name: string, samples: readonly Sample[]) => ({
  name,
  perSecond: medianOf(samples, ({ perSecond }) => perSecond),
  cpuUs: medianOf(samples, ({ cpuUs }) => cpuUs),
});

const measure = async (client: Client, count: number): Promise<Sample> => {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await client.post();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, run));
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (count * 1000) / (performance.now() - startedAt), cpuUs: (user + system) / count };
};

const ownHeaders = () => ({ ':path': `/3/device/${randomUUID()}`, 'apns-id': randomUUID() });

const openPool = (name: string, origin: string, engine: 'javascript' | 'node'): Client => {
  const pool = new Http2Pool({ origin, engine, limits: { sessions: 1 } });
  const { signal } = new AbortController();
  return {
    name,
    post: () =>
      new Promise((resolve, reject) => {
        pool.request('bench', { headers: SHARED, own: ownHeaders(), body: BODY, signal }, (exchange) => {
          if (exchange.kind === 'answer' && exchange.status === 200) resolve();
          else reject(new Error(`A request failed: ${JSON.stringify(exchange)}`));
        });
      }),
    close: () => pool.close(),
  };
};

const openBare = async (name: string, origin: string): Promise<Client> => {
  const session = connect(origin, { maxSessionMemory: 64 });
  await once(session, 'connect');
  return {
    name,
    post: () => postBare(session),
    close: () => new Promise((resolve) => session.close(() => resolve())),
  };
};

const postBare = (session: ClientHttp2Session): Promise<void> =>
  new Promise((resolve, reject) => {
    const stream = session.request({ ...SHARED, ...ownHeaders() });
    let status: number | undefined;
    stream.on('response', (headers) => {
      status = headers[':status'];
    });
    stream.on('error', reject);
    stream.on('close', () => (status === 200 ? resolve() : reject(new Error(`Status ${status}.`))));
    stream.resume();
    stream.end(BODY);
  });

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const report = (results: readonly ReturnType<typeof toResult>[]): void =>
  console.log(
    toTable<ReturnType<typeof toResult>>(
      [
        { title: 'client', cell: ({ name }) => name },
        { title: 'requests/s', cell: ({ perSecond }) => whole.format(perSecond) },
        { title: 'µs of CPU', cell: ({ cpuUs }) => cpuUs.toFixed(1) },
      ],
      results,
    ),
  );
