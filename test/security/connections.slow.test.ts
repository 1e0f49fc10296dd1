import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { freshDatabaseUrl } from '../support/databases.js';
import { SERVICE_KEY, ServiceProcess } from '../support/service-process.js';

const SOCKETS = 500;
const HEADERS_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 2_000;
const RETURNED_WITHIN_MS = 5_000;
/** What one round of waiting counts at most, so that a machine that stalls does not use up the limit above. */
const ROUND_MS = 100;
const STOPPED_WITHIN_MS = 15_000;
const isLinux = process.platform === 'linux';

const HEAD = `host: x\r\nauthorization: Bearer ${SERVICE_KEY}\r\n`;
const UPGRADE = `${HEAD}connection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;
const SLOW_BODY = `POST /api/b/v2/apps HTTP/1.1\r\n${HEAD}content-type: application/json\r\ncontent-length: 500\r\n\r\n{`;
const WEBSOCKET = `GET /graphql HTTP/1.1\r\n${UPGRADE}upgrade: websocket\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n`;

/** The bytes that clients send before they stall without closing, and when the service must end them. */
const ATTACKS: readonly {
  readonly what: string;
  readonly dueMs: number;
  readonly bytes: readonly (string | Buffer)[];
}[] = [
  {
    what: 'malformed',
    dueMs: 0,
    bytes: [
      'NOT HTTP AT ALL\r\n\r\n',
      Buffer.from('16030100f5010000f10303', 'hex'),
      `GET /healthz HTTP/1.1\r\n${HEAD}x: ${'x'.repeat(20_000)}`,
      `POST /healthz HTTP/1.1\r\n${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`,
      `${`GET /readyz HTTP/1.1\r\n${HEAD}\r\n`.repeat(3)}\0\0\0`,
      `CONNECT x:1 HTTP/1.1\r\n${HEAD}\r\n`,
    ],
  },
  {
    what: 'upgrades that come to nothing',
    dueMs: 0,
    bytes: [
      `GET /healthz HTTP/1.1\r\n${UPGRADE}upgrade: websocket\r\n\r\n`,
      `GET /nothing HTTP/1.1\r\n${UPGRADE}upgrade: websocket\r\n\r\n`,
      `GET /graphql HTTP/1.1\r\n${HEAD}connection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
    ],
  },
  {
    what: 'silent, or half a head',
    dueMs: HEADERS_TIMEOUT_MS,
    bytes: ['', 'GET /heal', `GET /healthz HTTP/1.1\r\n${HEAD}`, `GET /graphql HTTP/1.1\r\n${UPGRADE}`],
  },
  {
    what: 'half a body',
    dueMs: REQUEST_TIMEOUT_MS,
    bytes: [SLOW_BODY, SLOW_BODY.replace(HEAD, `${UPGRADE}upgrade: h2c\r\n`)],
  },
  // The protocol allows 3 s for the first message, and another 3 s for the closing handshake.
  { what: 'WebSockets without a message', dueMs: 6_000, bytes: [WEBSOCKET] },
];

const startService = async () => {
  const place = await freshDatabaseUrl('sqlite', { migrated: true });
  const service = await ServiceProcess.start({
    DATABASE_URL: place.url,
    HEADERS_TIMEOUT_MS: String(HEADERS_TIMEOUT_MS),
    REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
  });
  const { port } = new URL(service.address);
  const descriptors = () => readdirSync(`/proc/${service.process.pid}/fd`).length;
  return {
    service,
    descriptors,
    /** Clients that keep their side open whatever happens and do not read. Each sends one of `bytes`. */
    open: (bytes: readonly (string | Buffer)[], count = SOCKETS) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => openSocket(Number(port), bytes[index % bytes.length] ?? '')),
      ),
    /** Waits RETURNED_WITHIN_MS of a service that answers. */
    async descriptorsFallTo(limit: number, what: string) {
      for (let waitedMs = 0; descriptors() >= limit; ) {
        if (waitedMs > RETURNED_WITHIN_MS)
          throw new Error(`${what}: still ${descriptors()} descriptors, not ${limit}.`);
        const from = performance.now();
        await sleep(25);
        await service.request('GET', '/healthz');
        waitedMs += Math.min(performance.now() - from, ROUND_MS);
      }
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
};

const openSocket = (port: number, bytes: string | Buffer): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      // The service may end it at any time from here.
      socket.off('error', reject).on('error', () => undefined);
      if (bytes.length > 0) socket.write(bytes);
      resolve(socket);
    });
    socket.once('error', reject);
  });

(isLinux ? describe : describe.skip)('connections that only hold the process up', () => {
  test(`${SOCKETS} of each kind release their descriptors within 5 s of when they are due`, async () => {
    await using world = await startService();
    const before = world.descriptors();
    for (const { what, bytes, dueMs } of ATTACKS) {
      const sockets = await world.open(bytes);
      await sleep(dueMs);
      await world.descriptorsFallTo(before + SOCKETS / 50, what);
      for (const socket of sockets) socket.destroy();
    }
    expect(await world.service.request('GET', '/healthz')).toMatchObject({ status: 200 });
    expect(world.service.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('clients that have closed their side get their answer, and their descriptor is released', async () => {
    await using world = await startService();
    const before = world.descriptors();
    const [asked, ...silent] = await world.open([`GET /healthz HTTP/1.1\r\n${HEAD}\r\n`], 50);
    const answer = new Promise<string>((resolve) => asked?.once('data', (bytes) => resolve(String(bytes))));
    for (const socket of [asked, ...silent]) socket?.end();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    await world.descriptorsFallTo(before + 5, 'clients that have closed their side');
  });

  test('do not keep a stopping process beyond 15 s, with all of them open', async () => {
    await using world = await startService();
    const answered = `GET /healthz HTTP/1.1\r\n${HEAD}\r\n`;
    await world.open([...ATTACKS.flatMap(({ bytes }) => bytes), answered]);
    expect(await world.service.request('GET', '/healthz')).toMatchObject({ status: 200 });
    const exit = await world.service.terminate();
    expect(exit).toMatchObject({ code: 0, signal: null });
    expect(exit.ms).toBeLessThan(STOPPED_WITHIN_MS);
  });

  test('beyond the limit are closed, and existing ones continue', async () => {
    await using place = await freshDatabaseUrl('sqlite', { migrated: true });
    await using service = await ServiceProcess.start({ DATABASE_URL: place.url, MAX_CONNECTIONS: '5' });
    const port = Number(new URL(service.address).port);
    const held = await Promise.all(Array.from({ length: 5 }, () => openSocket(port, '')));
    const further = await openSocket(port, '');
    await new Promise((resolve) => further.resume().once('close', resolve).once('end', resolve));
    const [first] = held;
    first?.write(`GET /healthz HTTP/1.1\r\n${HEAD}\r\n`);
    expect(await new Promise((resolve) => first?.once('data', (bytes) => resolve(String(bytes))))).toMatch(/ 200 /);
    for (const socket of held) socket.destroy();
  });
});
