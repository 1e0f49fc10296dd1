import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AppSpeeds } from '../../src/delivery/fairness/app-speeds.js';
import { BatchPicker } from '../../src/delivery/fairness/batch-picker.js';
import { CircuitBreaker } from '../../src/delivery/fairness/circuit-breaker.js';
import { ConcurrencyLimiter } from '../../src/delivery/fairness/concurrency-limiter.js';
import type { App } from '../../src/entities/app.js';
import type { SendBatch } from '../../src/providers/sender.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR } from './batch-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const DEVICES = 150;
const CHECKPOINT = 100;
const CONFIG = { checkpointSize: CHECKPOINT, batchSize: 30, concurrency: 2 };
const CONTEXT = { signal: new AbortController().signal, touch: async () => undefined };

/** A provider that does not answer for one application until the test lets it. */
const hangFor = (slow: App) => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const held = { now: 0, most: 0 };
  sender.before = async ({ app, messages }: SendBatch) => {
    if (app.id !== slow.id) return;
    held.now += messages.length;
    held.most = Math.max(held.most, held.now);
    await answered;
    held.now -= messages.length;
  };
  return { answer: () => answer(), held };
};

const countOf = async (world: BatchWorld, app: App): Promise<number> => {
  const sql = "SELECT SUM(count) AS n FROM batch_count WHERE app_id = ? AND outcome = 'sent'";
  const [row] = await world.options.database.query<{ n: number | null }>(sql, [app.id]);
  return Number(row?.n ?? 0);
};

const untilSent = (world: BatchWorld, app: App, count: number) =>
  eventually('its last message', async () => ((await countOf(world, app)) >= count ? true : null));

/** Starts all waiting jobs for which the process has slots, and the jobs that follow. */
const carryOutAtOnce = async (world: BatchWorld): Promise<void> => {
  const handlers = world.flow.handlers();
  await handlers.sweep({}, CONTEXT);
  const batches = world.jobs.waiting.splice(0).filter((job) => job.name === 'batch');
  await Promise.all(batches.map(({ data }) => handlers.batch(data as { batchId: number }, CONTEXT)));
};

describe.each(eachDatabase())(
  'while an application waits for a provider that does not answer, on $name,',
  ({ open }) => {
    test('batches of another are sent, whatever the order of jobs and ids', async () => {
      await using database = await open();
      await using world = await BatchWorld.start({ database, fakes, sender, config: CONFIG });
      const slow = await world.makeApp('provider_c');
      const healthy = await world.makeApp('provider_c');
      await world.seedDevices(slow, DEVICES);
      await world.seedDevices(healthy, DEVICES);
      await world.makeRun();
      world.skip(HOUR);
      const { answer, held } = hangFor(slow);
      const working = carryOutAtOnce(world);
      await untilSent(world, healthy, DEVICES);
      expect(await countOf(world, slow)).toBe(0);
      // It gets a fifth of the limit until its provider first answers, whatever its number of batches.
      expect(held.most).toBeLessThanOrEqual(CHECKPOINT / 5);
      answer();
      await working;
      await world.work();
      expect(await world.outcomes()).toEqual({ sent: 2 * DEVICES });
      expect(sender.duplicates).toBe(0);
      expect(await world.statuses('run')).toEqual({ finished: 1 });
    });

    test('a later run of another gets a slot and has messages in flight', async () => {
      await using database = await open();
      const config = { checkpointSize: 500, batchSize: 100, concurrency: 2 };
      await using world = await BatchWorld.start({ database, fakes, sender, config });
      const slow = await world.makeApp('provider_c');
      await world.seedDevices(slow, 600);
      await world.makeRun();
      world.skip(HOUR);
      const { answer, held } = hangFor(slow);
      const working = carryOutAtOnce(world);
      await eventually('the slow one to have all that it may have', () => (held.now >= 100 ? true : null));
      const healthy = await world.makeApp('provider_c');
      await world.seedDevices(healthy, DEVICES);
      await world.makeRun();
      world.skip(HOUR);
      const later = carryOutAtOnce(world);
      await untilSent(world, healthy, DEVICES);
      expect(held.most).toBe(100);
      answer();
      await Promise.all([working, later]);
      await world.work();
      expect(await world.outcomes()).toEqual({ sent: 1200 + DEVICES });
      expect(sender.duplicates).toBe(0);
    });

    test('auto-push of another is sent', async () => {
      await using database = await open();
      await using world = await BatchWorld.start({ database, fakes, sender, config: CONFIG });
      await world.services.customEvents.create(world.caller, { name: 'buy', code: 'buy' });
      const [slow, healthy] = [await world.makeApp('provider_c'), await world.makeApp('provider_c')];
      await world.makeActive('auto-push', {
        pushes: [await world.makePush()],
        filters: { event_include: ['buy'] },
        input: { timing: { kind: 'auto-push', delay: null } },
      });
      for (const app of [slow, healthy]) {
        for (const { device } of await world.makeDevices(app, 20)) {
          await world.services.deviceEvents.track(app, device, [{ code: 'buy' }]);
        }
      }
      const { answer } = hangFor(slow);
      const working = world.flow.handlers()['due-sends']({}, CONTEXT);
      await untilSent(world, healthy, 20);
      expect(await countOf(world, slow)).toBe(0);
      answer();
      await working;
      expect(await world.outcomes()).toEqual({ sent: 40 });
      expect(sender.duplicates).toBe(0);
    });

    test('retries of another are sent', async () => {
      await using database = await open();
      await using world = await BatchWorld.start({ database, fakes, sender, config: CONFIG });
      const [slow, healthy] = [await world.makeApp('provider_c'), await world.makeApp('provider_c')];
      for (const app of [slow, healthy]) await world.seedDevices(app, 20);
      await world.makeRun();
      sender.answer = () => ({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 1_000 });
      await world.advance(HOUR);
      expect(await world.outcomes()).toEqual({ retrying: 40 });
      sender.answer = () => ({ kind: 'sent', providerMessageId: null });
      world.skip(60_000);
      const { answer } = hangFor(slow);
      const working = world.flow.handlers().retries({}, CONTEXT);
      await untilSent(world, healthy, 20);
      expect(await countOf(world, slow)).toBe(0);
      answer();
      await working;
      expect(await world.outcomes()).toEqual({ sent: 40 });
      expect(sender.duplicates).toBe(0);
      expect(await world.statuses('run')).toEqual({ finished: 1 });
    });
  },
);

describe.each(eachDatabase())('an application whose provider is down, on $name,', ({ open }) => {
  test('is rarely tried, keeps its messages waiting, and gets them once the provider is back', async () => {
    await using database = await open();
    const config = { checkpointSize: 50, batchSize: 100, concurrency: 2 };
    await using world = await BatchWorld.start({ database, fakes, sender, config });
    const [broken, healthy] = [await world.makeApp('provider_c'), await world.makeApp('provider_c')];
    for (const app of [broken, healthy]) await world.seedDevices(app, 1_000);
    await world.makeRun();
    const sentTo = new Map<number, number>();
    let isDown = true;
    sender.before = ({ app, messages }) => void sentTo.set(app.id, (sentTo.get(app.id) ?? 0) + messages.length);
    sender.answer = (_message, { app }) =>
      isDown && app.id === broken.id
        ? { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: HOUR / 2 }
        : { kind: 'sent', providerMessageId: null };
    await world.advance(HOUR);
    expect(await countOf(world, healthy)).toBe(1_000);
    // Two hundred failures show that it is down, and then a few probes show whether it still is.
    expect(sentTo.get(broken.id)).toBeGreaterThanOrEqual(200);
    expect(sentTo.get(broken.id)).toBeLessThanOrEqual(250);
    for (let looks = 0; looks < 10; looks += 1) await world.advance(5_000);
    expect(sentTo.get(broken.id)).toBeLessThanOrEqual(250 + 10 * 10);
    isDown = false;
    await world.advance(60_000);
    expect(await countOf(world, broken)).toBeGreaterThanOrEqual(700);
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ sent: 2_000 });
    expect(sender.duplicates).toBe(0);
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('needs no more statements to find the next batch with fifteen paused applications than with one', async () => {
    const statements: number[] = [];
    for (const paused of [1, 15]) {
      await using database = await open();
      await using world = await BatchWorld.start({ database, fakes, sender, config: CONFIG });
      for (let n = 0; n < paused; n += 1) await world.seedDevices(await world.makeApp('provider_c'), 1);
      const healthy = await world.makeApp('provider_c');
      await world.seedDevices(healthy, 1);
      await world.makeRun();
      world.skip(HOUR);
      await world.flow.handlers().sweep({}, CONTEXT);
      const pausedUntil = world.clock.now() + HOUR;
      await database.tx((tx) => tx.query('UPDATE app SET paused_until = ? WHERE id <> ?', [pausedUntil, healthy.id]));
      const jobs = world.jobs.waiting.splice(0).filter(({ name }) => name === 'batch');
      const before = database.statements.count;
      await world.flow.handlers().batch(jobs.at(-1)?.data as { batchId: number }, CONTEXT);
      statements.push(database.statements.count - before);
      expect(await countOf(world, healthy)).toBe(1);
      expect(await world.statuses('batch')).toEqual({ done: 1, pending: paused });
    }
    expect(statements[1]).toBe(statements[0]);
  });
});

test.each(eachDatabase())(
  'searching for batches costs the same however many applications have slots, on $name',
  async ({ open }) => {
    await using database = await open();
    const look = async (apps: number): Promise<number> => {
      const clock = { now: () => Date.now() };
      const concurrency = new ConcurrencyLimiter(4, new AppSpeeds(clock));
      for (let appId = 1; appId <= apps; appId += 1) concurrency.acquire(appId);
      const breaker = new CircuitBreaker({ clock, random: Math.random });
      const picker = new BatchPicker({ database, clock }, { concurrency, breaker });
      const before = database.statements.count;
      expect(await picker.pick({ hinted: null, missed: new Set() })).toEqual({ picked: null, isRefused: false });
      return database.statements.count - before;
    };
    expect(await look(20)).toBe(await look(1));
  },
);
