import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { toAddressKey } from '../../src/services/rate-limits/address-key.js';
import { RateLimit } from '../../src/services/rate-limits/rate-limit.js';
import { SlidingWindow } from '../../src/services/rate-limits/sliding-window.js';
import { FakeClock } from '../support/fake-clock.js';

const MINUTE = 60_000;
/** Starts at a full minute. */
const START = Date.UTC(2026, 10, 21, 9);

const createLimit = (clock: FakeClock, limit: number, redis: Redis | null = null): RateLimit =>
  new RateLimit({ name: `test-${limit}`, limit, clock, redis });

/** The number admitted out of this many. */
const takeMany = async (limit: RateLimit, key: string, count: number): Promise<number> => {
  let taken = 0;
  for (let n = 0; n < count; n += 1) if ((await limit.take(key)) === 0) taken += 1;
  return taken;
};

describe('a limit per sliding minute', () => {
  test('admits exactly its number, without a second burst around a full minute', async () => {
    const clock = new FakeClock(START + MINUTE - 1);
    const limit = createLimit(clock, 100);
    expect(await takeMany(limit, 'a', 150)).toBe(100);
    clock.advance(2);
    expect(await takeMany(limit, 'a', 150)).toBe(0);
    clock.advance(MINUTE / 10);
    expect(await takeMany(limit, 'a', 150)).toBe(10);
    clock.advance(2 * MINUTE);
    expect(await takeMany(limit, 'a', 150)).toBe(100);
  });

  test('returns the exact time after which the same request would be admitted', async () => {
    const clock = new FakeClock(START);
    const limit = createLimit(clock, 7);
    for (let n = 0; n < 500; n += 1) {
      const weight = 1 + (n % 9);
      const wait = await limit.take('a', weight);
      if (wait === 0) {
        clock.advance((n * 977) % 3_000);
        continue;
      }
      expect(wait).toBeLessThanOrEqual(2 * MINUTE);
      clock.advance(wait - 1);
      expect(await limit.take('a', weight)).toBeGreaterThan(0);
      clock.advance(1);
      expect(await limit.take('a', weight)).toBe(0);
    }
  });

  test('applies to each key separately, and 0 means no limit', async () => {
    const clock = new FakeClock(START);
    expect(await takeMany(createLimit(clock, 3), 'a', 5)).toBe(3);
    expect(await takeMany(createLimit(clock, 3), 'b', 5)).toBe(3);
    expect(await takeMany(createLimit(clock, 0), 'a', 5)).toBe(5);
  });

  test('may have a longer window, in which refunds do not count', async () => {
    const clock = new FakeClock(START);
    const limit = new RateLimit({ name: 'long', limit: 10, windowMs: 15 * MINUTE, clock, redis: null });
    for (let n = 0; n < 50; n += 1) {
      expect(await limit.take('a')).toBe(0);
      limit.giveBack('a');
    }
    expect(await takeMany(limit, 'a', 15)).toBe(10);
    const wait = await limit.take('a');
    expect(wait).toBeGreaterThan(15 * MINUTE);
    clock.advance(wait - 1);
    expect(await limit.take('a')).toBeGreaterThan(0);
    clock.advance(1);
    expect(await limit.take('a')).toBe(0);
    clock.advance(30 * MINUTE);
    expect(await takeMany(limit, 'a', 15)).toBe(10);
  });

  test('never counts below zero after refunds', async () => {
    const clock = new FakeClock(START);
    const limit = createLimit(clock, 10);
    for (let n = 0; n < 5; n += 1) limit.giveBack('a');
    expect(await takeMany(limit, 'a', 3)).toBe(3);
    limit.giveBack('a', 9);
    expect(await takeMany(limit, 'a', 15)).toBe(10);
    // Units taken in an earlier minute are not refunded in this one.
    clock.advance(MINUTE);
    limit.giveBack('a', 10);
    clock.advance(MINUTE / 2);
    expect(await takeMany(limit, 'a', 15)).toBe(5);
  });

  test('starts again when the clock is set back', async () => {
    const clock = new FakeClock(START);
    const limit = createLimit(clock, 3);
    await takeMany(limit, 'a', 5);
    clock.advance(-10 * MINUTE);
    expect(await takeMany(limit, 'a', 5)).toBe(3);
  });

  test('remembers a limited number of a million addresses, including the busiest', () => {
    const clock = new FakeClock(START);
    const window = new SlidingWindow(1_000, clock);
    for (let n = 0; n < 1_000_000; n += 1) {
      window.add(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
      if (n % 500 === 0) window.add('192.0.2.1');
    }
    expect(window.size).toBeLessThanOrEqual(20_000);
    expect(window.waitMs('192.0.2.1')).toBeGreaterThan(0);
    clock.advance(3 * MINUTE);
    window.add('192.0.2.1');
    expect(window.size).toBe(1);
  });
});

test('an IPv6 address counts with its /64, an IPv4 address alone in any notation', () => {
  const same = ['2001:db8:0:1::1', '2001:DB8::1:ffff:2:3:4', '2001:db8:0:1:9::', '2001:db8:0:1::1.2.3.4'];
  expect(new Set(same.map(toAddressKey))).toEqual(new Set(['2001:db8:0:1']));
  expect(toAddressKey('::1')).toBe('0:0:0:0');
  expect(toAddressKey('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(toAddressKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(toAddressKey('192.0.2.1')).toBe('192.0.2.1');
  expect(toAddressKey('x'.repeat(100_000))).toHaveLength(64);
  expect(toAddressKey(`:${'x'.repeat(100_000)}`)).toHaveLength(64);
});

const withRedis = process.env.TEST_REDIS_URL ? describe : describe.skip;

withRedis('a limit in Redis', () => {
  let redis: Redis;

  beforeAll(() => {
    redis = new Redis(process.env.TEST_REDIS_URL ?? '', { enableOfflineQueue: true, maxRetriesPerRequest: 0 });
  });
  afterAll(() => redis.disconnect());

  test('is shared exactly by alternating processes, even around a full minute', async () => {
    const clock = new FakeClock(START + MINUTE - 1);
    const limits = [createLimit(clock, 10, redis), createLimit(clock, 10, redis)];
    const key = `k${process.hrtime.bigint()}`;
    let taken = 0;
    for (let n = 0; n < 30; n += 1) if ((await limits[n % 2]?.take(key)) === 0) taken += 1;
    expect(taken).toBe(10);
    clock.advance(2);
    expect(await limits[0]?.take(key)).toBeGreaterThan(0);
    clock.advance(MINUTE);
    expect(await limits[1]?.take(key)).toBe(0);
  });

  test('with a longer window is shared too, and refunds count in every process', async () => {
    const clock = new FakeClock(START);
    const create = () => new RateLimit({ name: 'long', limit: 10, windowMs: 15 * MINUTE, clock, redis });
    const limits = [create(), create()];
    const key = `k${process.hrtime.bigint()}`;
    for (let n = 0; n < 30; n += 1) {
      expect(await limits[0]?.take(key)).toBe(0);
      limits[0]?.giveBack(key);
    }
    let taken = 0;
    for (let n = 0; n < 30; n += 1) if ((await limits[n % 2]?.take(key)) === 0) taken += 1;
    expect(taken).toBe(10);
    const [stored = ''] = await redis.keys(`*${key}*`);
    expect(await redis.ttl(stored)).toBeGreaterThan(15 * 60);
  });

  test('never counts below zero in Redis either, and each process refunds its own admissions', async () => {
    const clock = new FakeClock(START);
    const limits = [createLimit(clock, 10, redis), createLimit(clock, 10, redis)];
    const key = `k${process.hrtime.bigint()}`;
    for (let n = 0; n < 6; n += 1) expect(await limits[n % 2]?.take(key)).toBe(0);
    for (let n = 0; n < 9; n += 1) limits[0]?.giveBack(key);
    let taken = 0;
    for (let n = 0; n < 30; n += 1) if ((await limits[n % 2]?.take(key)) === 0) taken += 1;
    expect(taken).toBe(7);
  });

  test('keeps light users out of Redis', async () => {
    const limit = createLimit(new FakeClock(START), 1_000, redis);
    const key = `k${process.hrtime.bigint()}`;
    expect(await takeMany(limit, key, 49)).toBe(49);
    expect(await redis.keys(`*${key}*`)).toEqual([]);
    expect(await takeMany(limit, key, 2)).toBe(2);
    const [stored = ''] = await redis.keys(`*${key}*`);
    expect(await redis.get(stored)).toBe('51');
    expect(await redis.ttl(stored)).toBeGreaterThan(0);
  });

  test('is counted by each process while Redis is unavailable', async () => {
    const away = new Redis({
      host: '127.0.0.1',
      port: 1,
      lazyConnect: true,
      enableOfflineQueue: false,
      retryStrategy: null,
    });
    away.on('error', () => undefined);
    expect(await takeMany(createLimit(new FakeClock(START), 10, away), 'a', 25)).toBe(10);
    away.disconnect();
  });
});
