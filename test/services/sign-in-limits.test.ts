import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { Pace } from '../../src/services/rate-limits/pace.js';
import { SignInLimits } from '../../src/services/rate-limits/sign-in-limits.js';
import { FakeClock } from '../support/fake-clock.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const START = Date.UTC(2026, 10, 21, 9);
const MEMBER = 'ann@example.com';

const places = { isKnown: async (_email: string, address: string) => address.startsWith('198.51.100.') };

/** Returns the number of admitted attempts. */
const countGuesses = async (limits: SignInLimits, attempts: readonly (readonly [address: string, email: string])[]) => {
  let count = 0;
  for (const [address, email] of attempts) {
    const isIn = await limits.admit(address, email).then(
      () => true,
      () => false,
    );
    if (isIn) count += 1;
  }
  return count;
};

/** Admitted attempts per hour. @param attempts at each moment */
const guessesOf = async (
  attempts: (n: number) => readonly (readonly [string, string])[],
  { hours, everyMs }: { hours: number; everyMs: number },
): Promise<number[]> => {
  const clock = new FakeClock(START);
  const limits = new SignInLimits({ clock, redis: null, places });
  const counts: number[] = [];
  for (let hour = 0; hour < hours; hour += 1) {
    let count = 0;
    for (let n = 0; n < HOUR / everyMs; n += 1) {
      count += await countGuesses(limits, attempts(hour * (HOUR / everyMs) + n));
      clock.advance(everyMs);
    }
    counts.push(count);
  }
  return counts;
};

describe('guesses in an hour', () => {
  test('from one network at one member are 370 in the first hour and 360 in later hours, whether the network is known or not', async () => {
    for (const from of ['192.0.2.1', '198.51.100.1', '2001:db8::1']) {
      const counts = await guessesOf(() => Array(3).fill([from, MEMBER]), { hours: 2, everyMs: SECOND });
      expect(counts).toEqual([expect.any(Number), 360]);
      expect(counts[0]).toBeLessThanOrEqual(370);
      expect(counts[0]).toBeGreaterThan(360);
    }
  });

  test('from one network at all members are 1,230 in the first hour and 1,200 in later hours', async () => {
    const attempts = (n: number) => [0, 1, 2].map((k) => ['192.0.2.1', `p${3 * n + k}@example.com`] as const);
    const counts = await guessesOf(attempts, { hours: 2, everyMs: SECOND });
    expect(counts[0]).toBeLessThanOrEqual(1_230);
    expect(counts[1]).toBeLessThanOrEqual(1_200);
  });

  test('from any number of networks at one member are at most 1,330, and do not lock out a new network', async () => {
    const attempts = (n: number) => Array.from({ length: 20 }, (_, k) => [`10.${n % 250}.${k}.1`, MEMBER] as const);
    const counts = await guessesOf(attempts, { hours: 2, everyMs: 5 * SECOND });
    expect(counts[0]).toBeLessThanOrEqual(1_330);
    expect(counts[1]).toBeLessThanOrEqual(1_080);
    const few = (n: number) => Array.from({ length: 20 }, (_, k) => [`10.0.${(n + k) % 60}.1`, MEMBER] as const);
    const clock = new FakeClock(START);
    const limits = new SignInLimits({ clock, redis: null, places });
    for (let n = 0; n < 600; n += 1) {
      await countGuesses(limits, few(n));
      clock.advance(SECOND);
      if (n % 100 === 99) expect(await countGuesses(limits, [[`203.0.113.${n % 256}`, MEMBER]])).toBe(1);
    }
  });
});

describe('waiting for a turn', () => {
  test('takes at most 10 seconds, and at most 50 wait: others learn when to retry', async () => {
    const clock = new FakeClock(START);
    const sleeping: { ms: number; wake: () => void }[] = [];
    const patient = {
      now: () => clock.now(),
      sleep: (ms: number) => new Promise<void>((wake) => sleeping.push({ ms, wake })),
    };
    const limits = new SignInLimits({ clock: patient, redis: null, places });
    const outcomes: string[] = [];
    const attempts = Array.from({ length: 1_000 }, (_, n) => {
      const network = `198.51.100.${Math.floor(n / 12)}`;
      return limits.admit(network, MEMBER).then(
        () => outcomes.push('in'),
        (error) => outcomes.push(error.details.retryAfterSeconds <= 20 ? 'later' : 'too late'),
      );
    });
    for (let turns = 0; turns < 1_000; turns += 1) await Promise.resolve();
    expect(sleeping.length).toBeGreaterThan(0);
    expect(sleeping.length).toBeLessThanOrEqual(50);
    expect(Math.max(...sleeping.map(({ ms }) => ms))).toBeLessThanOrEqual(10 * SECOND);
    for (const { wake } of sleeping) wake();
    await Promise.all(attempts);
    expect(new Set(outcomes)).toEqual(new Set(['in', 'later']));
  });

  test('ends when the service stops', async () => {
    const clock = new FakeClock(START);
    let isAsleep: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => {
      isAsleep = resolve;
    });
    const sleep = (_ms: number, signal: AbortSignal) =>
      new Promise<void>((wake) => {
        signal.addEventListener('abort', () => wake());
        isAsleep();
      });
    const limits = new SignInLimits({ clock: { now: () => clock.now(), sleep }, redis: null, places });
    expect(await countGuesses(limits, Array(10).fill(['192.0.2.1', MEMBER]))).toBe(10);
    const waiting = limits.admit('192.0.2.1', MEMBER);
    await asleep;
    limits.stop();
    await expect(waiting).rejects.toThrow('The service is stopping; sign in again in a moment.');
  });

  test('for a member at a known network is never extended by other members there', async () => {
    const clock = new FakeClock(START);
    const limits = new SignInLimits({ clock, redis: null, places });
    expect(await countGuesses(limits, Array(100).fill(['198.51.100.1', 'bob@example.com']))).toBe(10);
    expect(await countGuesses(limits, [['198.51.100.1', MEMBER]])).toBe(1);
  });
});

const describeWithRedis = process.env.TEST_REDIS_URL ? describe : describe.skip;

describeWithRedis('over several processes', () => {
  let one: Redis;
  let other: Redis;
  beforeAll(async () => {
    one = new Redis(process.env.TEST_REDIS_URL ?? '');
    other = new Redis(process.env.TEST_REDIS_URL ?? '');
  });
  afterAll(async () => {
    await Promise.all([one.quit(), other.quit()]);
  });

  test('attempts count together, except successful ones', async () => {
    const clock = new FakeClock(Date.now());
    // Other tests use the same server.
    const [network, member] = [
      `2001:db8:${(process.pid % 65_536).toString(16)}::1`,
      `m${process.hrtime.bigint()}@example.com`,
    ];
    const [here, there] = [one, other].map((redis) => new SignInLimits({ clock, redis, places }));
    if (!here || !there) throw new Error('two');
    expect(await countGuesses(here, Array(6).fill([network, member]))).toBe(6);
    expect(await countGuesses(there, Array(6).fill([network, member]))).toBe(4);
    clock.advance(10 * SECOND);
    for (let n = 0; n < 5; n += 1) await (await here.admit(network, member)).succeed();
    expect(await countGuesses(there, Array(3).fill([network, member]))).toBe(1);
  });

  test('a pace gives the same results as in one process, whatever the keys', async () => {
    const clock = new FakeClock(Date.now());
    const options = { name: `test-${Date.now()}`, burst: 4, everyMs: 2_500, clock };
    const [alone, shared] = [new Pace({ ...options, redis: null }), new Pace({ ...options, redis: one })];
    for (let n = 0; n < 200; n += 1) {
      const [key, patienceMs] = [`k${n % 3}`, (n % 4) * 2_000];
      expect(await shared.take(key, patienceMs)).toBe(await alone.take(key, patienceMs));
      if (n % 7 === 0) await Promise.all([alone.giveBack(key), shared.giveBack(key)]);
      clock.advance((n * 977) % 1_900);
    }
  });
});
