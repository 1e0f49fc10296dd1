import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CircuitBreaker } from '../../src/delivery/fairness/circuit-breaker.js';
import type { PageResult } from '../../src/delivery/record/message-result.js';
import { createMetrics } from '../../src/metrics.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { seedDevices } from '../support/seed-devices.js';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const A = { id: 1, pushProvider: 'provider_a' } as const;
const B = { id: 2, pushProvider: 'provider_b' } as const;

const start = () => {
  const clock = new FakeClock();
  return { clock, breaker: new CircuitBreaker({ clock, random: () => 0 }) };
};

const throttledFor = (afterMs: number | null): PageResult => ({
  results: [],
  late: [],
  pause: null,
  throttled: { afterMs },
});

const results = (outcome: 'sent' | 'retrying', count: number): PageResult => ({
  results: Array.from({ length: count }, (_, index) => ({
    pushId: 1,
    deviceId: index,
    occurrence: 0,
    language: 'en',
    outcome,
    code: null,
    detail: null,
    retryAt: null,
    waitsForApp: false,
    deadAt: null,
  })),
  late: [],
  pause: null,
  throttled: null,
});

/** The number of messages sent in this many seconds, by a sender that takes all it may twenty times a second. */
const sendFor = (seconds: number, { clock, breaker }: ReturnType<typeof start>, app: typeof A | typeof B): number => {
  let sent = 0;
  for (let step = 0; step < seconds * 20; step += 1) {
    const { most } = breaker.check(app);
    const count = Math.min(most, 5_000);
    breaker.spend(app, count);
    sent += count;
    clock.advance(SECOND / 20);
  }
  return sent;
};

describe('the circuit breaker of an application', () => {
  test('starts at the published quota of its provider: 600,000 a minute for provider_a', () => {
    const world = start();
    const sent = sendFor(60, world, A);
    // A minute's quota, and the one second's quota with which it starts.
    expect(sent).toBeGreaterThan(590_000);
    expect(sent).toBeLessThanOrEqual(610_000);
  });

  test('has no limit if none is published', () => {
    expect(start().breaker.check(B).most).toBe(Number.POSITIVE_INFINITY);
  });

  test('continues when the clock is set back, and does not wait longer for Retry-After', () => {
    const world = start();
    const { breaker, clock } = world;
    sendFor(10, world, A);
    clock.advance(-HOUR);
    breaker.setBack(HOUR);
    expect(sendFor(10, world, A)).toBeGreaterThan(95_000);
    breaker.recordOutcomes(A, throttledFor(60_000));
    breaker.recordOutcomes(B, results('retrying', 1_000));
    clock.advance(-HOUR);
    breaker.setBack(HOUR);
    expect(breaker.check(A)).toEqual({ most: 0, readyAt: clock.now() + MINUTE });
    expect(breaker.check(B)).toEqual({ most: 0, readyAt: clock.now() + SECOND });
  });

  test('halves the rate after a 429, and sends nothing before Retry-After', () => {
    const world = start();
    sendFor(60, world, A);
    world.breaker.recordOutcomes(A, throttledFor(60_000));
    expect(world.breaker.check(A)).toEqual({ most: 0, readyAt: world.clock.now() + MINUTE });
    expect(sendFor(59, world, A)).toBe(0);
    world.clock.advance(SECOND);
    const sent = sendFor(10, world, A);
    expect(sent).toBeGreaterThan(45_000);
    expect(sent).toBeLessThan(60_000);
  });

  test('raises the rate gradually, up to the quota and no further', () => {
    const world = start();
    sendFor(60, world, A);
    world.breaker.recordOutcomes(A, throttledFor(0));
    const minutes = Array.from({ length: 12 }, () => sendFor(60, world, A));
    for (const [index, sent] of minutes.slice(1, 9).entries()) expect(sent).toBeGreaterThan(minutes[index] ?? 0);
    expect(minutes[0]).toBeLessThan(400_000);
    expect(minutes.at(-1)).toBeGreaterThan(590_000);
    expect(minutes.at(-1)).toBeLessThanOrEqual(610_000);
    expect(world.breaker.limits(10)).toEqual([]);
  });

  test('lowers the rate once for all pages that get one 429 together, and again for a later one', () => {
    const world = start();
    sendFor(20, world, B);
    for (let pages = 0; pages < 4; pages += 1) world.breaker.recordOutcomes(B, throttledFor(SECOND));
    const [first] = world.breaker.limits(10);
    world.clock.advance(10 * SECOND);
    sendFor(5, world, B);
    world.breaker.recordOutcomes(B, throttledFor(SECOND));
    const [second] = world.breaker.limits(10);
    expect(first?.perMinute).toBeGreaterThan(1_000_000);
    // The limit is half of the rate regained in a quarter of a minute.
    expect(second?.perMinute).toBeLessThan((first?.perMinute ?? 0) * 0.6);
  });

  test('has no limit again after some minutes if none is published', () => {
    const world = start();
    sendFor(20, world, B);
    world.breaker.recordOutcomes(B, throttledFor(null));
    expect(world.breaker.check(B).most).toBeLessThan(Number.POSITIVE_INFINITY);
    world.clock.advance(7 * MINUTE);
    expect(world.breaker.check(B).most).toBe(Number.POSITIVE_INFINITY);
  });

  test('sends a few messages after ever longer pauses while all of them fail, until one succeeds', () => {
    const { breaker, clock } = start();
    breaker.recordOutcomes(B, results('retrying', 199));
    expect(breaker.readyAt(B.id)).toBeLessThanOrEqual(clock.now());
    const pauses: number[] = [];
    for (let page = 0; page < 8; page += 1) {
      breaker.recordOutcomes(B, results('retrying', 10));
      pauses.push(breaker.readyAt(B.id) - clock.now());
      clock.set(breaker.readyAt(B.id));
      expect(breaker.check(B).most).toBe(10);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30].map((seconds) => seconds * SECOND));
    breaker.recordOutcomes(B, results('sent', 1));
    expect(breaker.check(B).most).toBe(Number.POSITIVE_INFINITY);
  });

  test('resumes after Retry-After at half of the rate that worked, however short the earlier burst was', () => {
    const { breaker, clock } = start();
    breaker.spend(A, 3_000);
    clock.advance(600);
    breaker.recordOutcomes(A, throttledFor(2 * SECOND));
    clock.advance(2 * SECOND);
    // 3,000 in less than a second become 1,500 a second from now on.
    const sent = sendFor(2, { breaker, clock }, A);
    expect(sent).toBeGreaterThan(2_500);
    expect(sent).toBeLessThan(3_500);
  });

  test('counts calls, not devices, if a provider takes many devices per call', () => {
    const { breaker, clock } = start();
    for (let calls = 0; calls < 3; calls += 1) breaker.spend(B, 1_000);
    clock.advance(600);
    breaker.recordOutcomes(B, throttledFor(2 * SECOND));
    clock.advance(2 * SECOND);
    const startedAt = clock.now();
    for (let calls = 0; calls < 3; calls += 1) {
      clock.set(Math.max(clock.now(), breaker.readyAt(B.id)));
      expect(breaker.check(B).most).toBeGreaterThanOrEqual(2_000);
      breaker.spend(B, 1_000);
    }
    // Three calls in less than a second become three in two seconds from now on.
    expect(clock.now() - startedAt).toBeLessThanOrEqual(2.1 * SECOND);
  });

  test('of one application does not affect another', () => {
    const { breaker } = start();
    breaker.recordOutcomes(A, throttledFor(MINUTE));
    expect(breaker.check({ ...A, id: 3 }).most).toBeGreaterThan(0);
  });
});

describe.each(eachDatabase())('a 429 for the whole application, on $name,', ({ open }) => {
  let fakes: Fakes;
  beforeAll(async () => {
    fakes = await startFakes();
  });
  afterAll(() => fakes.close());
  beforeEach(() => fakes.reset());

  test.each(['provider_a', 'provider_b'] as const)(
    'of %s holds back all its messages until Retry-After, loses none and sends none twice',
    async (provider) => {
      await using database = await open();
      const config = { leaseMs: 600_000, checkpointSize: 40, batchSize: 100 };
      await using world = await new DeliveryWorld({ database, fakes, config }).init();
      const metrics = createMetrics(database);
      const flow = world.makeFlow({ metrics: metrics.delivery });
      const devices = 120;
      await world.makeDevices(await world.makeApp(provider), devices);
      await world.makeActive('one-time', { pushes: [await world.makePush()] });
      const fault = { kind: 'answer', status: 429, reason: 'QUOTA_EXCEEDED', retryAfterSeconds: 60 } as const;
      await fakes.misbehave({ provider, nth: 2, times: 1, fault });
      const advance = async (ms: number): Promise<void> => {
        world.clock.advance(ms);
        await fakes.setNow(world.clock.now());
        for (const name of ['sweep', 'due-sends', 'retries'] as const) await world.jobs.enqueue(name, {});
        await world.jobs.settle(flow.handlers());
      };
      const readRate = async () =>
        (await metrics.registry.getSingleMetric('pushgraph_app_rate_limit')?.get())?.values.map(({ value }) => value);
      await advance(HOUR);
      const before = await fakes.count({ provider });
      expect(before).toBeLessThan(devices);
      const [limit = 0] = (await readRate()) ?? [];
      expect(limit).toBeGreaterThan(0);
      for (let waited = 0; waited < 59; waited += 1) await advance(SECOND);
      expect(await fakes.count({ provider })).toBe(before);
      for (let waited = 0; waited < 30; waited += 1) await advance(10 * SECOND);
      expect(await fakes.count({ provider })).toBe(devices);
      expect(await fakes.duplicates({ provider })).toEqual([]);
      expect(await world.outcomes()).toEqual({ sent: devices });
      const [grown = 0] = (await readRate()) ?? [];
      expect(grown).toBeGreaterThan(limit);
    },
  );

  test('of provider_b takes one more call and a few more seconds for 3,000 devices', async () => {
    await using database = await open();
    const config = { leaseMs: 600_000, checkpointSize: 1_000, batchSize: 10_000 };
    await using world = await new DeliveryWorld({ database, fakes, config }).init();
    const app = await world.makeApp('provider_b');
    await seedDevices(
      database,
      app.id,
      Array.from({ length: 3_000 }, () => ({ token: crypto.randomUUID() })),
    );
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    const fault = { kind: 'answer', status: 429, retryAfterSeconds: 2 } as const;
    await fakes.misbehave({ provider: 'provider_b', nth: 2, times: 1, fault });
    await world.advance(HOUR);
    let tookMs = 0;
    for (; (await fakes.count({ provider: 'provider_b' })) < 3_000; tookMs += 500) {
      if (tookMs > MINUTE) throw new Error('it takes more than a minute');
      await world.advance(500);
    }
    // A new process has made one call before the 429, so it resumes at one call a second.
    expect(tookMs).toBeLessThanOrEqual(6 * SECOND);
    const accepted = await fakes.entries({ provider: 'provider_b', limit: 10_000 });
    const calls = new Set(accepted.filter(({ status }) => status < 300).map(({ messageId }) => messageId));
    expect(calls.size).toBeLessThanOrEqual(4);
    expect(await world.outcomes()).toEqual({ sent: 3_000 });
    expect(await fakes.duplicates()).toEqual([]);
  });
});
