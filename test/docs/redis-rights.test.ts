import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisRelay } from '../../src/services/pubsub/redis-relay.js';
import { CostMeter } from '../../src/services/rate-limits/cost-meter.js';
import { Pace } from '../../src/services/rate-limits/pace.js';
import { RateLimit } from '../../src/services/rate-limits/rate-limit.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { readRepositoryFile } from '../support/repository.js';

const PAGE = readRepositoryFile('docs/operations.md');
const COMMANDS = [...PAGE.matchAll(/^ACL SETUSER pushgraph .*$/gm)].map(([line]) => line.split(' '));
/** A prefix for this test, because others use the same server. */
const NAME = `rights-${process.pid}`;
const PASSWORD = 'of-the-rights';

(process.env.TEST_REDIS_URL ? describe : describe.skip)('a user of Redis with the rights of docs/operations.md', () => {
  const url = new URL(process.env.TEST_REDIS_URL ?? 'redis://none');
  let [admin, redis]: Redis[] = [];
  let [one, other]: RedisRelay[] = [];
  const heard: number[] = [];

  beforeAll(async () => {
    admin = new Redis(url.href);
    expect(COMMANDS).toHaveLength(2);
    for (const [command = '', set = '', , ...rights] of COMMANDS) {
      const own = rights.map((right) => (right === '>PASSWORD' ? `>${PASSWORD}` : right));
      await admin.call(command, set, NAME, ...own);
    }
    const mine = new URL(url);
    [mine.username, mine.password] = [NAME, PASSWORD];
    redis = new Redis(mine.href, { maxRetriesPerRequest: 0 });
    [one, other] = [1, 2].map(
      () => new RedisRelay({ url: mine.href, log: { info: () => undefined, warn: () => undefined } }),
    );
  });
  afterAll(async () => {
    await Promise.all([one?.close(), other?.close()]);
    redis?.disconnect();
    await admin?.call('ACL', 'DELUSER', NAME);
    admin?.disconnect();
  });

  test('receives and publishes live status', async () => {
    other?.listen({ onHint: ({ userId }) => heard.push(userId), relayChanged: () => undefined });
    other?.watch(71);
    await eventually('connections', () => (one?.isConnected && other?.isConnected) || null);
    await eventually('a hint', () => {
      one?.publish({ userId: 71, run: null });
      return heard.includes(71) || null;
    });
    other?.unwatch(71);
  });

  test('shares the limits of devices between all processes', async () => {
    const clock = new FakeClock();
    const limits = [1, 2].map(() => new RateLimit({ name: NAME, limit: 10, clock, redis: redis ?? null }));
    for (let taken = 0; taken < 10; taken += 1) expect(await limits[taken % 2]?.take('device')).toBe(0);
    expect(await limits[0]?.take('device')).toBeGreaterThan(0);
    expect(await limits[1]?.take('device')).toBeGreaterThan(0);
  });

  test('shares the pace of sign-ins between all processes', async () => {
    const clock = new FakeClock();
    const paces = [1, 2].map(() => new Pace({ name: NAME, burst: 2, everyMs: 1_000, clock, redis: redis ?? null }));
    expect([await paces[0]?.take('guesser'), await paces[1]?.take('guesser')]).toEqual([0, 0]);
    expect(await paces[0]?.take('guesser')).toBe(1_000);
    await paces[1]?.giveBack('guesser');
    expect([await paces[0]?.take('guesser'), await paces[1]?.take('guesser')]).toEqual([0, 1_000]);
  });

  test('shares the cost budget of the graph between all processes', async () => {
    const userId = 900_000_000 + process.pid;
    const meters = [1, 2].map(() => new CostMeter({ perMinute: 100, redis: redis ?? null }));
    expect(await meters[0]?.charge(userId, 60)).toBe(40);
    expect(await meters[1]?.charge(userId, 30)).toBe(10);
  });
});
