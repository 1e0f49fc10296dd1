import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { freshDatabaseUrl } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { ServiceProcess } from '../support/service-process.js';
import { freePort } from '../support/services/guarded-process.js';
import { startRedis } from '../support/services/redis-server.js';
import { subscribe } from '../support/subscribe.js';
import { makeDue, noteFigures, prepareRun, untilFinished, untilTaken } from './crash-run.js';
import { DEVICES, ENV, openWorld, TOTAL, withMysql } from './three-processes.js';

const EVENTS = `subscription Events($after: ID) { deliveryEvents(after: $after) {
  eventId type node { ... on Run { status counts { sent } } } } }`;

interface Told {
  readonly deliveryEvents: {
    readonly eventId: string;
    readonly type: string;
    readonly node: { readonly status: string; readonly counts: { readonly sent: number } };
  };
}

/** The documented limit. */
const STOPPED_MS = 15_000;

withMysql('two api processes, a worker, MySQL and Redis', () => {
  test('give their clients the same status of the worker, even if Redis dies in between', async () => {
    await using world = await openWorld({ keepContent: false });
    const port = await freePort();
    const redis = await startRedis({ port });
    if (!redis) throw new Error('this test needs redis-server');
    const env = { ...ENV, REDIS_URL: `redis://127.0.0.1:${port}` };
    const one = await world.start({ ...env, ROLE: 'api' });
    const [two, worker] = await Promise.all([
      world.start({ ...env, ROLE: 'api' }),
      world.start({ ...env, ROLE: 'worker' }),
    ]);
    const all = [one, two, worker];
    for (const service of all) await untilRedisIs(service, 1);
    const { schedulerId } = await prepareRun(world, one, DEVICES);
    const ending = new AbortController();
    const [first, second] = [listen(one, ending.signal), listen(two, ending.signal)];

    await untilListened(port, 2);
    await makeDue(world, schedulerId);
    await untilTaken(world.fakes, TOTAL / 4);
    await redis.stop();
    for (const service of all) await untilRedisIs(service, 0);
    await untilFinished(world);
    for (const { events } of [first, second]) {
      await eventually('the end of the run', () => (events.some(({ type }) => type === 'RUN_FINISHED') ? true : null));
    }
    const progress = [first, second].map(({ events }) => events.filter(({ type }) => type === 'RUN_PROGRESS').length);
    noteFigures({ progress });
    for (const { events } of [first, second]) {
      const kept = events.filter(({ type }) => type !== 'RUN_PROGRESS');
      expect(kept.map(({ type }) => type)).toEqual(['RUN_STARTED', 'RUN_FINISHED']);
      expect(events.length).toBeGreaterThan(3);
      const sent = events.map(({ node }) => node.counts.sent);
      expect(sent).toEqual(sent.toSorted((a, b) => a - b));
      expect(sent.at(-1)).toBe(TOTAL);
    }
    for (const service of all) expect((await service.request('GET', '/readyz')).status).toBe(200);

    // One process continues from the other's last event, and Redis carries events again.
    const restarted = await startRedis({ port });
    for (const service of all) await untilRedisIs(service, 1);
    const [started] = first.events;
    const again = listen(two, ending.signal, started?.eventId);
    await eventually('the rest, again', () => (again.events.length > 0 ? true : null));
    expect(again.events.map(({ type }) => type)).toEqual(['RUN_FINISHED']);
    ending.abort();
    for (const service of all) {
      const { code, ms } = await service.terminate();
      expect(code).toBe(0);
      expect(ms).toBeLessThan(STOPPED_MS);
      expect(service.process.stderr).toEqual([]);
    }
    await restarted?.stop();
  });
});

test('a service whose Redis is down starts, is ready, logs the outage once, and stops as quickly', async () => {
  await using place = await freshDatabaseUrl('sqlite', { migrated: true });
  const env = { DATABASE_URL: place.url, REDIS_URL: 'redis://me:hunter2@127.0.0.1:1' };
  await using service = await ServiceProcess.start(env);
  expect((await service.request('GET', '/readyz')).status).toBe(200);
  await untilRedisIs(service, 0);
  const isAboutRedis = ({ msg }: { msg: string }) => msg.includes('Redis');
  await eventually('the line about it', () => (service.log.some(isAboutRedis) ? true : null));
  await sleep(1_500);
  expect(service.log.filter(isAboutRedis)).toMatchObject([{ level: 'warn', reason: 'ECONNREFUSED' }]);
  expect(service.process.stdout.join()).not.toContain('hunter2');
  const { code, ms } = await service.terminate();
  expect({ code, stderr: service.process.stderr }).toEqual({ code: 0, stderr: [] });
  expect(ms).toBeLessThan(STOPPED_MS);
});

const listen = (service: ServiceProcess, signal: AbortSignal, after?: string) => {
  const events: Told['deliveryEvents'][] = [];
  const read = async (): Promise<void> => {
    const variables = after === undefined ? {} : { after };
    for await (const { deliveryEvents } of subscribe<Told>(service, { query: EVENTS, variables, signal })) {
      events.push(deliveryEvents);
    }
  };
  // The signal ends the subscription. Changes that it has not received are missing from the events.
  read().catch(() => undefined);
  return { events };
};

/** A client cannot tell whether its subscription is active, but Redis knows its listeners. */
const untilListened = async (port: number, processes: number): Promise<void> => {
  const redis = new Redis(port);
  const channels = async () => (await redis.pubsub('CHANNELS', 'pushgraph:status:*')) as string[];
  await eventually('the subscriptions', async () => {
    const [, count] = (await redis.pubsub('NUMSUB', ...(await channels()))) as [string, number];
    return count === processes ? true : null;
  });
  redis.disconnect();
};

const untilRedisIs = (service: ServiceProcess, connected: 0 | 1): Promise<true> =>
  eventually(`Redis ${connected === 1 ? 'there' : 'gone'}`, async () => {
    const metrics = await (await fetch(`${service.address}/metrics`)).text();
    return metrics.includes(`\npushgraph_redis_connected ${connected}\n`) ? true : null;
  });
