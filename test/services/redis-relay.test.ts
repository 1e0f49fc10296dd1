import { randomInt } from 'node:crypto';
import { connect as connectTcp, createServer, type Socket, type Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { generate } from 'selfsigned';
import type { Database } from '../../src/database/database.js';
import { RedisRelay } from '../../src/services/pubsub/redis-relay.js';
import { StatusHub } from '../../src/services/pubsub/status-hub.js';
import { RunQueryService } from '../../src/services/runs/run-query-service.js';
import { createRun, recordCount } from '../schema/support/factories.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { append } from '../support/outbox-steps.js';
import { freePort } from '../support/services/guarded-process.js';
import { startRedis } from '../support/services/redis-server.js';

/** A prefix for this file, because other files use the same Redis. */
const USER = randomInt(1_000_000, 2_000_000_000);
const CALLER = { userId: USER, keyId: 1, scopes: ['read'] as const };
/** Polling is so slow that events within the test's timeout must have come through Redis. */
const NEVER_MS = 600_000;
const [kind] = eachDatabase();

interface Line {
  readonly level: 'info' | 'warn';
  readonly details: Record<string, unknown>;
  readonly message: string;
}

const cleanups: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A process has its own relay, with a hub behind it. */
const openProcess = (url: string, { database, pollMs = NEVER_MS, ca }: ProcessOptions) => {
  const log: Line[] = [];
  const note = (level: Line['level']) => (details: Record<string, unknown>, message: string) =>
    void log.push({ level, details, message });
  const relay = new RedisRelay({ url, log: { info: note('info'), warn: note('warn') }, ...(ca ? { ca } : {}) });
  const options = { minIntervalMs: 20, pollMs, relayedPollMs: NEVER_MS };
  const hub = new StatusHub({ database, runs: new RunQueryService(database), relay, ...options });
  cleanups.push(async () => {
    hub.close();
    await relay.close();
  });
  const connected = () => eventually('Redis', () => (relay.isConnected ? true : null));
  return { relay, hub, log, connected };
};

interface ProcessOptions {
  readonly database: Database;
  readonly pollMs?: number;
  readonly ca?: string;
}

const openDatabase = async (): Promise<Database> => {
  if (!kind) throw new Error('there is always SQLite');
  const database = await kind.open();
  cleanups.push(() => database[Symbol.asyncDispose]());
  return database;
};

const withRedis = process.env.TEST_REDIS_URL ? describe : describe.skip;

withRedis('hints over Redis', () => {
  const redisUrl = process.env.TEST_REDIS_URL ?? '';

  test("two processes see a third process's changes at once, and only for users that they watch", async () => {
    const database = await openDatabase();
    const [one, two, worker] = [1, 2, 3].map(() => openProcess(redisUrl, { database }));
    if (!one || !two || !worker) throw new Error('three were opened');
    await Promise.all([one, two, worker].map(({ connected }) => connected()));
    const runId = await createRun(database, { userId: USER, schedulerId: 5 });
    const views = [await one.hub.watchRun(CALLER, runId), await two.hub.watchRun(CALLER, runId)];
    let isLive = false;
    database.statements.listener = (sql) => {
      isLive ||= sql.includes(') recent WHERE');
    };
    const events = await two.hub.watchEvents({ userId: USER }, { after: null, types: null });
    for (const view of views) await view.next();
    const first = events.next();
    await eventually('the first that hears of events', () => (isLive ? true : null));
    await untilWatched(redisUrl, 2);

    await recordCount(database, { runId, appId: 1, outcome: 'sent', count: 7 });
    worker.hub.runChanged({ runId, schedulerId: 5, userId: USER });
    for (const view of views) expect((await view.next()).value?.counts).toMatchObject([{ count: 7 }]);
    expect((await first).value).toMatchObject({ event: { type: 'run.progress', subjectId: runId } });

    // A run without a scheduler has a negative number instead.
    await recordCount(database, { runId, appId: 1, outcome: 'failed', count: 1 });
    worker.hub.runChanged({ runId, schedulerId: -3, userId: USER });
    for (const view of views) expect((await view.next()).value?.counts).toHaveLength(2);
    expect((await events.next()).value).toMatchObject({ event: { type: 'run.progress', subjectId: runId } });

    const next = events.next();
    await append(database, USER);
    worker.hub.outboxGrew(USER);
    expect((await next).value).toMatchObject({ event: { type: 'run.paused' } });

    // Another owner's events do not arrive, as nobody watches that owner.
    const heard: number[] = [];
    one.relay.listen({ onHint: ({ userId }) => heard.push(userId), relayChanged: () => undefined });
    worker.hub.outboxGrew(USER + 1);
    worker.hub.outboxGrew(USER);
    await eventually('the hint about the one that is watched', () => (heard.includes(USER) ? true : null));
    expect(new Set(heard)).toEqual(new Set([USER]));
  });

  test('a burst of changes of one run becomes a few hints', async () => {
    const database = await openDatabase();
    const [worker, other] = [openProcess(redisUrl, { database }), openProcess(redisUrl, { database })];
    await Promise.all([worker.connected(), other.connected()]);
    const heard: unknown[] = [];
    other.relay.listen({ onHint: (hint) => heard.push(hint.run), relayChanged: () => undefined });
    other.relay.watch(USER);
    await untilWatched(redisUrl, 1);
    const startedAt = performance.now();
    for (let n = 0; n < 300; n += 1) {
      worker.hub.runChanged({ runId: 4, schedulerId: 5, userId: USER });
      await sleep(2);
    }
    await eventually('two hints', () => (heard.length >= 2 ? true : null));
    await sleep(400);
    expect(heard.length).toBeLessThanOrEqual(3 + (performance.now() - startedAt) / 250);
    expect(heard.at(-1)).toEqual({ runId: 4, schedulerId: 5 });
  });

  test('subscribers poll when Redis dies, and use it again after its restart', async () => {
    const database = await openDatabase();
    const port = await freePort();
    const redis = await startRedis({ port });
    if (!redis) throw new Error('there is a Redis, since the suite has one');
    const url = `redis://127.0.0.1:${port}`;
    const reader = openProcess(url, { database, pollMs: 100 });
    const worker = openProcess(url, { database });
    await Promise.all([reader.connected(), worker.connected()]);
    const runId = await createRun(database, { userId: USER, schedulerId: 5 });
    const view = await reader.hub.watchRun(CALLER, runId);
    await view.next();
    const count = async (sent: number, hint: boolean) => {
      await recordCount(database, { runId, appId: 1, outcome: 'sent', count: sent });
      if (hint) worker.hub.runChanged({ runId, schedulerId: 5, userId: USER });
      expect((await view.next()).value?.counts).toMatchObject([{ count: sent }]);
    };
    await untilWatched(url, 1);
    await count(1, true);
    await redis.stop();
    await eventually('the loss', () => (reader.relay.isConnected || worker.relay.isConnected ? null : true));
    await count(2, true);
    await count(3, false);
    const restarted = await startRedis({ port });
    cleanups.push(() => restarted?.stop());
    await Promise.all([reader.connected(), worker.connected()]);
    await untilWatched(url, 1);
    await count(4, true);
    expect(firstLevels(reader.log)).toEqual(['info', 'warn', 'info']);
  });

  test('a frozen Redis is detected by its silence, and used again when it responds', async () => {
    const database = await openDatabase();
    const door = await openFreezingDoor(Number(new URL(redisUrl).port));
    const { relay, hub, log, connected } = openProcess(`redis://127.0.0.1:${door.port}`, { database });
    await connected();
    door.freeze();
    for (let n = 0; n < 5_000; n += 1) hub.runChanged({ runId: n, schedulerId: 5, userId: USER });
    await eventually('the silence', () => (relay.isConnected ? null : true));
    door.thaw();
    await connected();
    expect(firstLevels(log)).toEqual(['info', 'warn', 'info']);
    expect(log[1]?.details).toEqual({ reason: 'it has fallen silent' });
  });

  test('a Redis with a password over TLS works, and a wrong password is not logged', async () => {
    const database = await openDatabase();
    const redis = await startRedis({ password: 'right-secret' });
    if (!redis) throw new Error('there is a Redis, since the suite has one');
    cleanups.push(redis.stop);
    const { port, ca } = await serveTls(Number(new URL(redis.url).port));
    const good = openProcess(`rediss://:right-secret@localhost:${port}`, { database, ca });
    const untrusting = openProcess(`rediss://:right-secret@localhost:${port}`, { database });
    const wrong = openProcess(redis.url.replace('right', 'wrong'), { database });
    await good.connected();
    await eventually('the refusals', () => (wrong.log.length > 0 && untrusting.log.length > 0 ? true : null));
    await sleep(1_000);
    expect(wrong.log).toMatchObject([{ level: 'warn', details: { reason: 'WRONGPASS' } }]);
    expect(untrusting.log).toMatchObject([{ level: 'warn' }]);
    expect(JSON.stringify([good.log, untrusting.log, wrong.log])).not.toContain('secret');
    expect([wrong.relay.isConnected, untrusting.relay.isConnected]).toEqual([false, false]);
  });
});

describe('without a Redis that answers', () => {
  test.each([
    ['nobody listens', async () => freePort()],
    ['what listens never answers', async () => listen(createServer(() => undefined))],
    ['what listens hangs up', async () => listen(createServer((socket) => socket.destroy()))],
    [
      'what listens speaks something else',
      async () => listen(createServer((socket) => socket.end('HTTP/1.1 400\r\n\r\n'))),
    ],
  ])('if %s, status goes through the database, one line is logged, and closing is quick', async (_what, open) => {
    const database = await openDatabase();
    const { hub, relay, log } = openProcess(`redis://:secret@127.0.0.1:${await open()}`, { database, pollMs: 50 });
    const runId = await createRun(database, { userId: USER, schedulerId: 5 });
    const view = await hub.watchRun(CALLER, runId);
    await view.next();
    await recordCount(database, { runId, appId: 1, outcome: 'sent', count: 2 });
    for (let n = 0; n < 2_000; n += 1) hub.runChanged({ runId: n, schedulerId: 5, userId: USER });
    expect((await view.next()).value?.counts).toMatchObject([{ count: 2 }]);
    await sleep(1_000);
    expect(log.length).toBeLessThanOrEqual(1);
    expect(JSON.stringify(log)).not.toContain('secret');
    const startedAt = performance.now();
    await relay.close();
    // A connection attempt takes 5 s.
    expect(performance.now() - startedAt).toBeLessThan(4_500);
  });
});

/** On a busy machine, a process that stalls for three seconds loses Redis again. */
const firstLevels = (log: readonly { readonly level: string }[]): string[] => log.slice(0, 3).map(({ level }) => level);

/** Waits until this many processes listen for the user's events. */
const untilWatched = async (url: string, processes: number): Promise<void> => {
  const redis = new Redis(url);
  await eventually('the subscriptions', async () => {
    const [, count] = (await redis.pubsub('NUMSUB', `pushgraph:status:${USER}`)) as [string, number];
    return count === processes ? true : null;
  });
  redis.disconnect();
};

const listen = (server: TcpServer): Promise<number> => {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
};

const endTogether = (one: Socket, other: Socket): void => {
  for (const side of [one, other]) side.on('error', () => undefined);
  one.on('close', () => other.destroy());
  other.on('close', () => one.destroy());
};

/** Forwards everything to Redis. While it is frozen, connections stay open and silent. */
const openFreezingDoor = async (redisPort: number) => {
  const sides = new Set<Socket>();
  let frozen = false;
  const server = createServer((socket) => {
    const upstream = connectTcp(redisPort, '127.0.0.1');
    socket.pipe(upstream).pipe(socket);
    endTogether(socket, upstream);
    for (const side of [socket, upstream]) {
      if (frozen) side.pause();
      sides.add(side);
    }
  });
  const port = await listen(server);
  const freeze = () => {
    frozen = true;
    for (const side of sides) side.unpipe().pause();
  };
  const thaw = () => {
    frozen = false;
    for (const side of sides) side.destroy();
  };
  return { port, freeze, thaw };
};

/** A TLS front end for a Redis that has no TLS. */
const serveTls = async (redisPort: number): Promise<{ port: number; ca: string }> => {
  const options = { keyType: 'ec' as const, curve: 'P-256' as const, extensions: LOCALHOST };
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], options);
  const server = createTlsServer({ key, cert }, (socket) => {
    const upstream = connectTcp(redisPort, '127.0.0.1');
    socket.pipe(upstream).pipe(socket);
    endTogether(socket, upstream);
  });
  server.on('tlsClientError', () => undefined);
  return { port: await listen(server), ca: cert };
};

const LOCALHOST = [{ name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: 'localhost' }] }];
