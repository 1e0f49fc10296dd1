import { once } from 'node:events';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, connect, createServer as createSocketServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Exchange, Http2Pool, type Limits } from '../src/index.js';
import { ask } from './support/ask.js';
import { eventually } from './support/eventually.js';
import { answer, TestServer } from './support/test-server.js';

/** A proxy that can fall silent, like a firewall that has forgotten the connection. */
async function openWire(origin: string): Promise<{ origin: string; stall(): Promise<unknown>; close(): void }> {
  const clients: Socket[] = [];
  const wire = createSocketServer((client) => {
    clients.push(client);
    const server = connect(Number(new URL(origin).port), '127.0.0.1');
    for (const socket of [client, server]) socket.on('error', () => {});
    client.pipe(server).pipe(client);
    client.on('close', () => server.destroy());
  }).listen(0, '127.0.0.1');
  await once(wire, 'listening');
  return {
    origin: `http://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    /** Stops forwarding. Resolves once the client has closed the connection. */
    stall: () => {
      const [client] = clients;
      client?.unpipe();
      client?.resume();
      return client === undefined ? Promise.reject(new Error('no client')) : once(client, 'close');
    },
    close: () => wire.close(),
  };
}

/** Long enough for real answers on a busy machine. */
const GIVEN_UP_MS = 2_500;

describe.each(['javascript', 'node'] as const)('a pool with the engine "%s"', (engine) => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  const poolTo = (origin: string, limits: Partial<Limits> = {}): Http2Pool => {
    const pool = new Http2Pool({ origin, limits, engine });
    cleanups.push(() => pool.close());
    return pool;
  };
  const serve = async (server: TestServer, limits?: Partial<Limits>): Promise<Http2Pool> => {
    cleanups.push(() => server.close());
    return poolTo(await server.listen(), limits);
  };
  const post = (pool: Http2Pool, signal = new AbortController().signal, group = 'group'): Promise<Exchange> =>
    ask(pool, { headers: { ':method': 'POST', ':path': '/' }, body: Buffer.from('x'), signal }, group);
  const postMany = (pool: Http2Pool, count: number) => Promise.all(Array.from({ length: count }, () => post(pool)));
  const kinds = (exchanges: readonly Exchange[]) =>
    exchanges.map((exchange) =>
      exchange.kind === 'answer' ? exchange.status : [exchange.kind, exchange.code, exchange.detail].join(' ').trim(),
    );

  test("stays within the peer's stream limit, in at most four sessions", async () => {
    const server = new TestServer((stream) => setTimeout(() => answer(stream), 20), 5);
    const pool = await serve(server);
    await post(pool);

    expect(new Set(kinds(await postMany(pool, 60)))).toEqual(new Set([200]));
    expect(server.mostOpen).toBeLessThanOrEqual(20);
    expect(server.mostOpen).toBeGreaterThan(5);
    expect(server.sessions).toHaveLength(4);
    expect(server.requests).toBe(61);
  });

  test('opens no second session while the first has room', async () => {
    const server = new TestServer((stream) => answer(stream), 100);
    const pool = await serve(server);

    await postMany(pool, 50);
    await postMany(pool, 50);

    expect(server.sessions).toHaveLength(1);
  });

  test('closes the additional sessions after a peak, and the last one when idle', async () => {
    const server = new TestServer((stream) => setTimeout(() => answer(stream), 20), 5);
    const pool = await serve(server, { idleMs: 150 });
    const open = () => server.sessions.filter((session) => !session.destroyed).length;
    await post(pool);
    await postMany(pool, 60);
    expect(server.sessions).toHaveLength(4);

    while (open() > 1) expect(kinds([await post(pool)])).toEqual([200]);
    await eventually('the last session to be closed', () => open() === 0);

    expect(server.sessions).toHaveLength(4);
    expect(kinds([await post(pool)])).toEqual([200]);
    expect(server.sessions).toHaveLength(5);
  });

  test('gives each group its own session', async () => {
    const server = new TestServer((stream) => answer(stream));
    const pool = await serve(server);
    const { signal } = new AbortController();

    await Promise.all([post(pool, signal, 'one'), post(pool, signal, 'two')]);

    expect(server.sessions).toHaveLength(2);
  });

  test('repeats refused streams until the server accepts them', async () => {
    const taken = new Map<unknown, number>();
    const server = new TestServer((stream) => {
      const { session } = stream;
      const before = taken.get(session) ?? 0;
      // Advertises 10,000 streams and takes ten at once.
      if (before >= 10) return stream.close(constants.NGHTTP2_REFUSED_STREAM);
      taken.set(session, before + 1);
      setTimeout(() => {
        taken.set(session, (taken.get(session) ?? 0) - 1);
        answer(stream);
      }, 5);
      return undefined;
    });
    const pool = await serve(server);

    expect(new Set(kinds(await postMany(pool, 200)))).toEqual(new Set([200]));
  });

  test('gives up on a server that refuses everything', async () => {
    const server = new TestServer((stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM));
    const pool = await serve(server);

    expect(kinds([await post(pool)])).toEqual(['lost STREAM_REFUSED']);
    expect(server.requests).toBeLessThanOrEqual(10);
  });

  test('after GOAWAY, covered streams get their answers and the others move to another session, each once', async () => {
    const answered: number[] = [];
    const server = new TestServer((stream, nth) => {
      const isFirstSession = stream.session === server.sessions[0];
      if (isFirstSession && nth === 6) stream.session?.goaway(constants.NGHTTP2_NO_ERROR, 9);
      // Ids are odd: the first five streams have 1 to 9.
      if (isFirstSession && Number(stream.id) > 9) return;
      setTimeout(() => {
        answered.push(nth);
        answer(stream);
      }, 30);
    });
    const pool = await serve(server);

    expect(kinds(await postMany(pool, 12))).toEqual(Array(12).fill(200));
    expect(answered).toHaveLength(12);
    expect(server.sessions).toHaveLength(2);
  });

  test('after GOAWAY with an error, streams above the last id are repeated and those below are unanswered', async () => {
    const server = new TestServer((stream, nth) => {
      if (stream.session !== server.sessions[0]) return answer(stream);
      if (nth === 4) stream.session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM, 3);
      return undefined;
    });
    const pool = await serve(server);

    const ends = kinds(await postMany(pool, 4));

    expect(ends.filter((end) => end === 200)).toHaveLength(2);
    expect(ends.filter((end) => String(end).startsWith('unanswered'))).toHaveLength(2);
  });

  test.each([
    [constants.NGHTTP2_ENHANCE_YOUR_CALM, 'unanswered STREAM_RESET ENHANCE_YOUR_CALM'],
    [constants.NGHTTP2_INTERNAL_ERROR, 'unanswered STREAM_RESET INTERNAL_ERROR'],
    [constants.NGHTTP2_PROTOCOL_ERROR, 'unanswered STREAM_RESET PROTOCOL_ERROR'],
  ])('a stream reset with code %i is unanswered', async (code, end) => {
    const pool = await serve(new TestServer((stream, nth) => (nth === 2 ? stream.close(code) : answer(stream))));

    expect(kinds(await postMany(pool, 3))).toEqual([200, end, 200]);
  });

  test('a stream without an answer times out, and a session that answers others stays', async () => {
    const server = new TestServer((stream, nth) => nth !== 1 && setTimeout(() => answer(stream), 30));
    const pool = await serve(server, { answerMs: GIVEN_UP_MS });

    expect(kinds(await postMany(pool, 3))).toEqual(['unanswered TIMEOUT', 200, 200]);
    expect(kinds(await postMany(pool, 2))).toEqual([200, 200]);
    expect(server.sessions).toHaveLength(1);
  });

  test('status 200 is an answer even if its body never ends', async () => {
    const pool = await serve(new TestServer((stream) => stream.respond({ ':status': 200 })), { answerMs: 200 });

    expect(kinds([await post(pool)])).toEqual([200]);
  });

  test('waits before it tries an additional connection again', async () => {
    const held: ServerHttp2Stream[] = [];
    const server = new TestServer((stream) => held.push(stream), 1);
    cleanups.push(() => server.close());
    const { port } = new URL(await server.listen());
    let connections = 0;
    const door = createSocketServer((client) => {
      connections += 1;
      client.on('error', () => {});
      if (connections > 1) client.resetAndDestroy();
      else client.pipe(connect(Number(port), '127.0.0.1').on('error', () => {})).pipe(client);
    }).listen(0, '127.0.0.1');
    await once(door, 'listening');
    cleanups.push(() => door.close());

    const posted = postMany(poolTo(`http://127.0.0.1:${(door.address() as AddressInfo).port}`), 2);
    await eventually('the first stream', () => held.length === 1);
    await sleep(300);
    expect(connections).toBeLessThan(10);
    answer(held[0] as ServerHttp2Stream);
    await eventually('the second stream', () => held.length === 2);
    answer(held[1] as ServerHttp2Stream);
    expect(kinds(await posted)).toEqual([200, 200]);
  });

  test('replaces a session without answers', async () => {
    const server = new TestServer((stream) => stream.session !== server.sessions[0] && answer(stream));
    const pool = await serve(server, { answerMs: GIVEN_UP_MS });

    const first = kinds(await postMany(pool, 3));
    const second = kinds(await postMany(pool, 3));

    expect(first.every((end) => String(end).startsWith('unanswered'))).toBe(true);
    expect(second).toEqual([200, 200, 200]);
    expect(server.sessions).toHaveLength(2);
  });

  test('an unanswered PING ends an idle session', async () => {
    const server = new TestServer((stream) => answer(stream));
    cleanups.push(() => server.close());
    const wire = await openWire(await server.listen());
    cleanups.push(() => wire.close());
    const pool = poolTo(wire.origin, { pingEveryMs: 20, answerMs: GIVEN_UP_MS });
    await post(pool);

    await wire.stall();

    expect(kinds([await post(pool)])).toEqual([200]);
    expect(server.sessions).toHaveLength(2);
  });

  test('all waiting requests fail at once if nobody listens', async () => {
    const closed = createSocketServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();

    const ends = kinds(await postMany(poolTo(`http://127.0.0.1:${port}`), 20));

    expect(ends).toEqual(Array(20).fill('lost CONNECT_FAILED ECONNREFUSED'));
  });

  test('a TLS handshake that never ends times out', async () => {
    const silent = createSocketServer((socket) => void cleanups.push(() => socket.destroy())).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    cleanups.push(() => silent.close());
    const { port } = silent.address() as AddressInfo;

    const ends = kinds(await postMany(poolTo(`https://127.0.0.1:${port}`, { connectMs: 100 }), 2));

    expect(ends).toEqual(Array(2).fill('lost CONNECT_FAILED ETIMEDOUT'));
  });

  test('an abort returns requests that wait for a stream, and the others get their answers', async () => {
    const server = new TestServer((stream) => setTimeout(() => answer(stream), 50), 2);
    const pool = await serve(server, { sessions: 1 });
    await post(pool);
    const abort = new AbortController();

    const sending = Promise.all(Array.from({ length: 6 }, () => post(pool, abort.signal)));
    abort.abort();

    const ends = kinds(await sending);
    expect(ends.slice(0, 2)).toEqual([200, 200]);
    expect(ends.slice(2)).toEqual(Array(4).fill('not-sent ABORTED'));
  });

  test('closing waits for outstanding requests and refuses new ones', async () => {
    const server = new TestServer((stream) => setTimeout(() => answer(stream), 30), 5);
    const pool = await serve(server);
    const sending = postMany(pool, 40);

    await pool.close();

    expect(new Set(kinds(await sending))).toEqual(new Set([200]));
    expect(kinds([await post(pool)])).toEqual(['not-sent POOL_CLOSED']);
  });

  test('cuts an answer after 64 KiB', async () => {
    const pool = await serve(new TestServer((stream) => answer(stream, 'x'.repeat(1_000_000))));

    const exchange = await post(pool);

    expect(exchange).toMatchObject({ kind: 'answer', status: 200 });
    expect(exchange.kind === 'answer' && exchange.body.length).toBeLessThanOrEqual(64 * 1024);
  });

  test('a forbidden header fails only its own request', async () => {
    const pool = await serve(new TestServer((stream) => answer(stream)));
    const { signal } = new AbortController();
    const headers = { ':method': 'POST', ':path': '/', ':bad': 'x' };

    expect(kinds([await ask(pool, { headers, body: Buffer.alloc(0), signal }), await post(pool)])).toEqual([
      'lost INVALID_REQUEST',
      200,
    ]);
  });
});
