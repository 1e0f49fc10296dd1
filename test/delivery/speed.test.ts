import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Push } from '../../src/entities/push.js';
import type { Speed } from '../../src/ports/speed.js';
import type { Outcome } from '../../src/providers/sender.js';
import { durationOf } from '../../src/schedule/speed.js';
import { eachDatabase } from '../support/databases.js';
import { workThrough } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR } from './batch-world.js';
import { SENT } from './life-cycle-world.js';

const MINUTE = 60_000;
const FAILED: Outcome = { kind: 'failed', code: 'BAD_REQUEST', detail: null };
const BUSY: Outcome = { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: null, afterMs: 1_000 };

const speedOf = (speed: Partial<Speed>): Speed => ({ maxPerMinute: null, ramp: null, stopOnTrouble: null, ...speed });

/** The most messages in any 60 seconds, counted at the provider. */
const busiestMinute = (arrivals: readonly number[]): number => {
  const sorted = arrivals.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [last, at] of sorted.entries()) {
    while (at - (sorted[first] ?? at) >= MINUTE) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
};

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => {
  sender.reset();
  sender.answer = () => SENT;
});

/** Records when each message arrives, with a time that clock changes do not affect. */
class Door {
  readonly arrivals: number[] = [];
  realNow = 0;

  constructor(private readonly answer: () => Outcome = () => SENT) {
    sender.answer = () => {
      this.arrivals.push(this.realNow);
      return this.answer();
    };
  }

  get busiest(): number {
    return busiestMinute(this.arrivals);
  }

  get tookMs(): number {
    return (this.arrivals.at(-1) ?? 0) - (this.arrivals[0] ?? 0);
  }
}

describe.each(eachDatabase())('the speed of a run, $name', (kind) => {
  /** Lets two workers work alternately until the run has ended. */
  const runThrough = async (
    world: BatchWorld,
    door: Door,
    { stepMs, mostMs }: { stepMs: () => number; mostMs: number },
  ) => {
    const flows = [world.flow, world.makeFlow()];
    for (let turn = 0; door.realNow < mostMs; turn += 1) {
      await workThrough(flows[turn % 2] ?? world.flow, world.jobs).catch(() => undefined);
      if ((await world.statuses('run')).finished) return;
      const ms = stepMs();
      door.realNow += ms;
      world.skip(ms);
    }
  };

  const start = async (
    world: BatchWorld,
    { devices, speed, pushes = 1 }: { devices: number; speed: Speed; pushes?: number },
  ) => {
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, devices);
    const scheduler = await world.makeRun({ speed }, pushes);
    world.skip(HOUR);
    return { app, scheduler };
  };

  test('two workers keep to a limit in every sliding minute, and end at the predicted time', async () => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const speed = speedOf({ maxPerMinute: 30 });
    await start(world, { devices: 60, speed });
    const door = new Door();
    await runThrough(world, door, { stepMs: () => 500, mostMs: 10 * MINUTE });
    expect(await world.outcomes()).toEqual({ sent: 60 });
    expect(sender.duplicates).toBe(0);
    expect(door.busiest).toBeLessThanOrEqual(30);
    const predicted = durationOf(speed, { messages: 60, unit: 1 }) ?? 0;
    expect(Math.abs(door.tookMs - predicted)).toBeLessThan(predicted / 10);
  });

  test('the pushes of a device stay together, and get a separate minute if they exceed the limit', async () => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await start(world, { devices: 4, pushes: 3, speed: speedOf({ maxPerMinute: 2 }) });
    const door = new Door();
    await runThrough(world, door, { stepMs: () => 1_000, mostMs: 10 * MINUTE });
    expect(await world.outcomes()).toEqual({ sent: 12 });
    expect(door.busiest).toBe(3);
  });

  test('a run that waits for slots delays no other run of the application and holds no batch', async () => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await start(world, { devices: 30, speed: speedOf({ maxPerMinute: 1 }) });
    await world.makeRun();
    world.skip(HOUR);
    await world.work();
    expect(sender.ledger).toHaveLength(31);
    expect(await world.statuses('run')).toEqual({ finished: 1, running: 1 });
    expect(await world.statuses('batch')).toMatchObject({ pending: 2 });
  });

  test('the control group takes slots like all other users', async () => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const experiment = {
      controlShare: 0.5,
      testShare: 1,
      decideAfter: null,
      metric: 'CLICKED',
      winner: 'NONE',
    } as const;
    await world.seedDevices(await world.makeApp('provider_c'), 20);
    const speed = speedOf({ maxPerMinute: 30 });
    await world.makeRun({ speed, experiment });
    world.skip(HOUR);
    const door = new Door();
    await runThrough(world, door, { stepMs: () => 500, mostMs: 5 * MINUTE });
    const { CONTROL = 0, sent = 0 } = await world.outcomes();
    expect([CONTROL > 0, sent > 0, CONTROL + sent]).toEqual([true, true, 20]);
    const predicted = durationOf(speed, { messages: 20, unit: 1 }) ?? 0;
    expect(Math.abs(door.realNow - predicted)).toBeLessThan(predicted / 10);
  });

  test('an active campaign is refused pushes that make it too slow', async () => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), 1_400);
    const input = world.schedulerInput('one-time', {}, { speed: speedOf({ maxPerMinute: 2 }) });
    const push = { defaultLang: 'en', translations: [{ language: 'en', title: 'Title', text: 'Text' }] };
    const first = await world.makePush(['en']);
    const scheduler = await world.makeActive('one-time', { pushes: [first], input });
    const add = (active: boolean) =>
      world.services.campaigns.update(world.caller, scheduler.id, {
        ...{ scheduler: input, deletePushIds: [], unchangedSince: null, startNow: false },
        pushes: [{ ...push, id: null, active }],
      });
    await expect(add(true)).rejects.toMatchObject({ details: { violations: [{ field: 'speed', code: 'TOO_SLOW' }] } });
    expect((await add(false)).active).toBe(true);
    const { bindings, pushes } = world.services;
    const refused = (field: string) => ({ details: { violations: [{ field, code: 'TOO_SLOW' }] } });
    const inactive = await database.reader.findOneByOrFail(Push, { schedulerId: scheduler.id, status: 0 });
    await expect(pushes.activate(world.caller, inactive.id)).rejects.toMatchObject(refused('id'));
    const other = await world.makePush(['en']);
    const bind = (pushIds: number[]) => bindings.bind(world.caller, { schedulerId: scheduler.id, pushIds });
    await expect(bind([first.id, other.id])).rejects.toMatchObject(refused('push_ids'));
    await bind([other.id]);
  });

  test('a ramp multiplies the speed until the maximum', async () => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const speed = speedOf({ maxPerMinute: 40, ramp: { start: 5, factor: 2, every: 60 } });
    await start(world, { devices: 100, speed });
    const door = new Door();
    await runThrough(world, door, { stepMs: () => 500, mostMs: 15 * MINUTE });
    const inMinute = (n: number) => door.arrivals.filter((at) => Math.floor(at / MINUTE) === n).length;
    expect([0, 1, 2, 3].map(inMinute).every((count, n) => count <= 5 * 2 ** n && count >= 4 * 2 ** n)).toBe(true);
    expect(inMinute(4)).toBeLessThanOrEqual(40);
    expect(sender.ledger).toHaveLength(100);
  });

  test('slots of a killed worker are lost, and the limit holds', async () => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender, config: { leaseMs: 5_000 } });
    await start(world, { devices: 20, speed: speedOf({ maxPerMinute: 10 }) });
    const door = new Door();
    let calls = 0;
    sender.before = () => {
      calls += 1;
      if (calls % 5 === 0) throw new Error('killed');
    };
    await runThrough(world, door, { stepMs: () => 1_000, mostMs: 20 * MINUTE });
    expect(await world.outcomes()).toEqual({ sent: 20 });
    expect(door.busiest).toBeLessThanOrEqual(10);
  });

  test('whatever the limit, ramp, pages, retries and clock: no minute exceeds it, and nothing is lost', async () => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const devices = 40;
    await world.seedDevices(app, devices);
    const ramp = fc.record({
      start: fc.integer({ min: 4, max: 60 }),
      factor: fc.constantFrom(1.1, 1.5, 2, 10),
      every: fc.integer({ min: 5, max: 90 }),
    });
    const cases = fc.record({
      maxPerMinute: fc.integer({ min: 20, max: 600 }),
      ramp: fc.option(ramp, { nil: null }),
      pushes: fc.integer({ min: 1, max: 3 }),
      retryEvery: fc.integer({ min: 2, max: 10 }),
      stepsMs: fc.array(fc.integer({ min: 300, max: 2_500 }), { minLength: 1, maxLength: 20 }),
      setBackMs: fc.option(fc.integer({ min: 1_000, max: 600_000 }), { nil: null }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ maxPerMinute, ramp, pushes, retryEvery, stepsMs, setBackMs }) => {
        sender.reset();
        const speed = speedOf({ maxPerMinute, ramp: ramp && { ...ramp, start: Math.min(ramp.start, maxPerMinute) } });
        const scheduler = await world.makeRun({ speed }, pushes);
        world.skip(HOUR);
        let tries = 0;
        const door = new Door(() => {
          tries += 1;
          return tries % retryEvery === 0 ? BUSY : SENT;
        });
        const flows = [world.flow, world.makeFlow()];
        let isSetBack = setBackMs === null;
        for (let turn = 0; turn < 6_000; turn += 1) {
          await workThrough(flows[turn % 2] ?? world.flow, world.jobs);
          if (!(await world.statuses('run')).running) break;
          const ms = stepsMs[turn % stepsMs.length] ?? 1_000;
          door.realNow += ms;
          world.skip(ms);
          if (isSetBack || door.realNow < 20_000) continue;
          isSetBack = true;
          world.skip(-(setBackMs ?? 0));
        }
        // A case that fails must not send during the next one.
        await world.services.schedulers.archive(world.caller, scheduler.id);
        expect(door.busiest).toBeLessThanOrEqual(Math.max(maxPerMinute, pushes));
        expect(sender.counts().size).toBe(devices * pushes);
      }),
      { numRuns: 6 },
    );
  });
});

describe.each(eachDatabase())('a run with a stop rule, $name', (kind) => {
  test('is paused with its figures, resumed by its owner, and judged anew', async () => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, 60);
    const speed = speedOf({ stopOnTrouble: { share: 0.25, after: 10, window: 60 } });
    await world.makeRun({ speed });
    let tries = 0;
    sender.answer = () => {
      tries += 1;
      return tries % 2 === 0 ? FAILED : SENT;
    };
    await world.advance(HOUR);
    const read = () =>
      database.query('SELECT id, status, status_code, status_message FROM run') as Promise<Record<string, unknown>[]>;
    const [run] = await read();
    expect(run).toMatchObject({
      status: 'paused',
      status_code: 'STOPPED_ON_TROUBLE',
      status_message: 'too many of its messages failed: 8 of 16 within 60 seconds',
    });
    expect(await world.countOutbox('run.paused')).toBe(1);
    sender.answer = () => SENT;
    world.skip(5_000);
    await world.services.runs.resume(world.caller, Number(run?.id));
    await world.work();
    const [last] = await read();
    expect(last).toMatchObject({ status: 'finished', status_code: null, status_message: null });
    expect(await world.outcomes()).toEqual({ failed: 8, sent: 52 });
  });

  test('continues if fewer fail than its share, or too few have an outcome', async () => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, 60);
    await world.makeRun({ speed: speedOf({ stopOnTrouble: { share: 0.5, after: 1, window: 60 } }) });
    await world.makeRun({ speed: speedOf({ stopOnTrouble: { share: 0, after: 61, window: 60 } }) });
    let tries = 0;
    sender.answer = () => {
      tries += 1;
      return tries % 2 === 0 ? FAILED : SENT;
    };
    await world.advance(HOUR);
    expect(await world.statuses('run')).toEqual({ finished: 2 });
  });

  test('goes on when exactly its share has failed, although 0.58 * 50 is below 29 as a double', async () => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, 50);
    await world.makeRun({ speed: speedOf({ stopOnTrouble: { share: 0.58, after: 50, window: 60 } }) });
    let tries = 0;
    sender.answer = () => {
      tries += 1;
      return tries <= 29 ? FAILED : SENT;
    };
    await world.advance(HOUR);
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });
});
