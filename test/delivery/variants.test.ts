import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { subjectHash } from '../../src/crypto/subject-hash.js';
import { type Database, execute } from '../../src/database/database.js';
import { armOf, saltOf } from '../../src/delivery/judgement/arms.js';
import { isInHoldout } from '../../src/delivery/judgement/holdout.js';
import { readArms } from '../../src/delivery/plan/decide-winner.js';
import { openRollingRun } from '../../src/delivery/plan/rolling-runs.js';
import { addGoalEvents } from '../../src/delivery/record/goal-events.js';
import type { Device } from '../../src/entities/device.js';
import { Run } from '../../src/entities/run.js';
import { Scheduler } from '../../src/entities/scheduler.js';
import {
  CONTROL_ARM,
  type Experiment,
  HOLDOUT_ARM,
  ROLLOUT_ARM,
  type RunExperiment,
  WAITING_ARM,
} from '../../src/ports/experiment.js';
import { sumArmCounts, toArmResults, toSampleRatio } from '../../src/services/conversions/run-results.js';
import type { SchedulerInput } from '../../src/services/schedulers/scheduler-input.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const DEVICES = 60;
const MINUTE = 60_000;
const EVERYBODY: Experiment = {
  controlShare: 0,
  testShare: 1,
  decideAfter: null,
  metric: 'CLICKED',
  winner: 'NONE',
};
const HALF: Experiment = { ...EVERYBODY, controlShare: 0.2, testShare: 0.5, decideAfter: 2 * 3_600, winner: 'BEST' };

interface Row {
  readonly device: number;
  readonly run: number;
  readonly push: number;
  readonly variant: number | null;
  readonly at: number;
}

const readLedger = async (database: Database): Promise<Row[]> => {
  const sql = `SELECT device_id, run_id, push_id, variant, sent_at FROM device_send ORDER BY device_id, sent_at`;
  const rows = await database.query<Record<'device_id' | 'run_id' | 'push_id' | 'variant' | 'sent_at', number>>(sql);
  return rows.map((row) => ({
    device: Number(row.device_id),
    run: Number(row.run_id),
    push: Number(row.push_id),
    variant: row.variant === null ? null : Number(row.variant),
    at: Number(row.sent_at),
  }));
};

const inOrder = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

/** Two devices for each user, and the last third without a user. */
const userOf = (index: number): string | null => (index < (DEVICES * 2) / 3 ? `user-${Math.floor(index / 2)}` : null);
const unitOf = ({ id, externalUserId }: Device): string | number => externalUserId ?? id;

describe.each(eachDatabase())('variants on $name', ({ open }) => {
  const start = async (database: Database, attributes: (index: number) => Partial<Device> = () => ({})) => {
    const world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const devices = await world.seedDevices(app, DEVICES, (index) => ({
      externalUserId: userOf(index),
      ...attributes(index),
    }));
    const run = async (experiment: Experiment, pushes = 2, input: Partial<SchedulerInput> = {}) => {
      const scheduler = await world.makeRun({ experiment, ...input }, pushes);
      await world.advance(HOUR);
      return scheduler;
    };
    const armsOf = (experiment: Experiment, schedulerId: number, pushIds: readonly number[]) => {
      const variants = pushIds.map((pushId) => ({ pushId, weight: 1 }));
      const whole: RunExperiment = { ...experiment, salt: saltOf(schedulerId), variants, decideAt: null };
      return new Map(devices.map((device) => [device.id, armOf(whole, unitOf(device))]));
    };
    const gotten = (): Map<number, string[]> => {
      const ids = new Map(devices.map(({ id, token }) => [token, id]));
      const found = new Map<number, string[]>();
      for (const { token, id: message } of sender.ledger) {
        const id = Number(ids.get(token));
        found.set(id, [...(found.get(id) ?? []), message]);
      }
      return found;
    };
    const click = (runId: number, pushId: number, deviceIds: readonly number[]) =>
      database.tx(async (tx) => {
        for (const id of deviceIds) {
          const sql = `INSERT INTO receipt (run_id, push_id, device_id, kind, app_id, received_at) VALUES (?, ?, ?, 'clicked', ?, ?)`;
          await execute(tx, sql, [runId, pushId, id, app.id, world.clock.now()]);
        }
      });
    return { world, app, devices, run, armsOf, gotten, click };
  };

  test('sends each user one variant on all devices, and nothing to the control group, which has one ghost', async () => {
    await using database = await open();
    const { world, devices, run, armsOf, gotten } = await start(database);
    await using _world = world;
    const experiment = { ...EVERYBODY, controlShare: 0.3 };
    const { id } = await run(experiment, 3);
    const arms = armsOf(experiment, id, [1, 2, 3]);
    const rows = await readLedger(database);

    expect(rows.map(({ device }) => device)).toEqual(devices.map((device) => device.id));
    for (const { device, push, variant } of rows) {
      expect([device, variant]).toEqual([device, arms.get(device)]);
      expect(push).toBe(variant === CONTROL_ARM ? 1 : Number(variant) + 1);
    }
    const control = devices.filter((device) => arms.get(device.id) === CONTROL_ARM).map((device) => device.id);
    expect(new Set(arms.values())).toEqual(new Set([CONTROL_ARM, 0, 1, 2]));
    const reached = gotten();
    expect(inOrder([...reached.keys(), ...control])).toEqual(devices.map((device) => device.id));
    expect([...reached.values()].every(({ length }) => length === 1)).toBe(true);
    expect(await world.outcomes()).toEqual({ sent: DEVICES - control.length, CONTROL: control.length });
    expect(await world.statuses('run')).toEqual({ finished: 1 });
    for (const outcomes of (await world.logged()).values()) expect(outcomes).toHaveLength(1);
  });

  test('keeps each user in the same arm in later runs of a weekly scheduler', async () => {
    await using database = await open();
    const { world, devices } = await start(database);
    await using _world = world;
    const pushes = [await world.makePush(), await world.makePush()];
    const timing = {
      kind: 'weekly',
      timeSend: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, times: ['12:00'] })),
      localTime: false,
      timezone: '+00:00',
    } as const;
    const input = { timing, experiment: { ...EVERYBODY, controlShare: 0.2 } };
    await world.makeActive('weekly', { pushes, input });
    for (let hour = 0; hour < 72; hour += 1) await world.advance(HOUR);
    const rows = await readLedger(database);
    const byDevice = new Map(devices.map(({ id }) => [id, rows.filter(({ device }) => device === id)]));

    for (const group of byDevice.values()) {
      expect(group).toHaveLength(3);
      expect(new Set(group.map(({ variant }) => variant)).size).toBe(1);
      expect(new Set(group.map((row) => row.run)).size).toBe(3);
    }
  });

  test('holds the rest until the decision, and gives it the winner exactly once', async () => {
    await using database = await open();
    const { world, devices, run, armsOf, gotten, click } = await start(database);
    await using _world = world;
    const { id } = await run(HALF);
    const arms = armsOf(HALF, id, [1, 2]);
    const withArm = (arm: number) => devices.filter((device) => arms.get(device.id) === arm).map((device) => device.id);
    const rest = withArm(WAITING_ARM);
    expect(inOrder([...gotten().keys()])).toEqual(inOrder([...withArm(0), ...withArm(1)]));
    const tested = withArm(0).length + withArm(1).length;
    expect(await world.outcomes()).toEqual({ held: rest.length, CONTROL: withArm(CONTROL_ARM).length, sent: tested });
    const [made] = await database.query<{ id: number }>('SELECT id FROM run');
    const trace = await world.services.deliveryTrace.trace(world.caller, Number(rest[0]), Number(made?.id));
    expect(trace).toMatchObject({ outcome: 'waiting', decidedBy: { code: 'RULE_HELD' } });

    await click(Number(made?.id), 2, withArm(1));
    await world.advance(2 * HOUR - 2);
    expect(gotten().size).toBe(tested);
    await world.advance(HOUR);
    const rows = await readLedger(database);
    const late = rows.filter(({ variant }) => variant === ROLLOUT_ARM);
    expect(late.map(({ device }) => device)).toEqual(rest);
    expect(new Set(late.map(({ push }) => push))).toEqual(new Set([2]));
    expect(rows).toHaveLength(DEVICES);
    expect(sender.duplicates).toBe(0);
    expect(await world.outcomes()).toEqual({ CONTROL: withArm(CONTROL_ARM).length, sent: tested + rest.length });
    const decided = await database.query('SELECT winner, winner_reason AS reason, status FROM run');
    expect(decided).toEqual([{ winner: 1, reason: 'BEST', status: 'finished' }]);
    const logged = await world.logged();
    for (const device of rest) expect([device, logged.get(device)]).toEqual([device, ['sent']]);
    const after = await world.services.deliveryTrace.trace(world.caller, Number(rest[0]), Number(made?.id));
    expect(after).toMatchObject({ outcome: 'sent' });
  });

  test('a winner by conversions waits for the events before the decision, as does a run that begins in the meantime', async () => {
    await using database = await open();
    const { world, app, devices, armsOf } = await start(database);
    await using _world = world;
    const { caller, clock, services } = world;
    await services.customEvents.create(caller, { name: 'Buy', code: 'buy' });
    const experiment: Experiment = { ...HALF, controlShare: 0, metric: 'CONVERTED', decideAfter: 2 * 3_600 - 30 };
    const times = [1, 3].map((hours) => new Date(clock.now() + hours * HOUR).toISOString().slice(11, 16));
    const timeSend = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, times }));
    const timing = { kind: 'weekly', timeSend, localTime: false, timezone: '+00:00' } as const;
    const goals = [{ name: 'Buy', event: 'buy', window: 86_400, valueProperty: null }];
    const pushes = [await world.makePush(), await world.makePush()];
    const { id } = await world.makeActive('weekly', { pushes, input: { timing, experiment, goals } });
    await world.advance(HOUR);
    const [first] = await database.reader.find(Run);
    const decideAt = first?.experiment?.decideAt ?? 0;
    const to = (instant: number) => world.advance(instant - clock.now());
    const arms = armsOf(experiment, id, [1, 2]);

    await to(decideAt - 1_000);
    const events = devices.flatMap(({ id: deviceId, externalUserId: user }) => {
      if (arms.get(deviceId) !== 1) return [];
      const subject = subjectHash(caller.userId, user === null ? { device: deviceId } : { user });
      const about = { userId: caller.userId, subject, appId: app.id, deviceId, data: null, occurredAt: clock.now() };
      return [{ ...about, kind: 'event', code: 'buy' } as const];
    });
    await database.tx((tx) => addGoalEvents(tx, events, clock.now()));
    await to(decideAt + 45_000);
    const runs = await database.reader.find(Run, { order: { id: 'ASC' } });
    expect(runs.map(({ decidedAt }) => decidedAt)).toEqual([null, null]);
    expect(new Set((await readLedger(database)).map(({ run }) => run))).toEqual(new Set([first?.id]));
    await to(decideAt + MINUTE);
    expect(await database.query('SELECT id FROM run WHERE decided_at IS NOT NULL')).toEqual([]);
    await services.conversionCounter.run(new AbortController().signal);
    await to(decideAt + 2 * MINUTE);

    const decided = await database.query('SELECT winner, winner_reason AS reason FROM run');
    expect(decided).toEqual([1, 2].map(() => ({ winner: 1, reason: 'BEST' })));
    const rows = await readLedger(database);
    const late = rows.filter(({ at }) => at > decideAt);
    expect(late.every(({ push, variant }) => push === 2 && variant === ROLLOUT_ARM)).toBe(true);
    expect(rows.filter(({ run }) => run !== first?.id)).toHaveLength(DEVICES);
    expect(rows).toHaveLength(2 * DEVICES);
  });

  test('the time until the decision of an auto-push begins with its first message, not with the hour', async () => {
    await using database = await open();
    const { world } = await start(database);
    await using _world = world;
    const pushes = [await world.makePush(), await world.makePush()];
    const experiment: Experiment = { ...EVERYBODY, decideAfter: 600, winner: 'BEST' };
    const { id } = await world.makeActive('auto-push', { pushes, input: { experiment } });
    const scheduler = await database.reader.findOneByOrFail(Scheduler, { id });
    const now = Math.ceil(world.clock.now() / HOUR) * HOUR + 59 * MINUTE;
    const run = await openRollingRun(database, scheduler, { now });
    expect(run.experiment?.decideAt).toBe(now + 10 * MINUTE);
  });

  test('a run after the decision sends the winner, and has no groups to check', async () => {
    await using database = await open();
    const { world, devices } = await start(database);
    await using _world = world;
    const pushes = [await world.makePush(), await world.makePush()];
    const timeSend = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, times: ['12:00'] }));
    const timing = { kind: 'weekly', timeSend, localTime: false, timezone: '+00:00' } as const;
    const experiment: Experiment = { ...HALF, controlShare: 0.3, testShare: 1 };
    await world.makeActive('weekly', { pushes, input: { timing, experiment } });
    const day = async () => {
      for (let hour = 0; hour < 24; hour += 1) await world.advance(HOUR);
    };
    await day();
    await database.tx((tx) => execute(tx, 'UPDATE run SET winner = 1, decided_at = due_at + 3600000', []));
    await day();
    const ledger = await readLedger(database);
    const second = Math.max(...ledger.map(({ run }) => run));
    const later = ledger.filter(({ run }) => run === second);
    expect(new Set(later.map(({ variant }) => variant))).toEqual(new Set([CONTROL_ARM, ROLLOUT_ARM]));
    expect(later).toHaveLength(devices.length);
    const runs = await database.reader.find(Run, { order: { id: 'ASC' } });
    const sums = await sumArmCounts(
      database,
      runs.map(({ id }) => id),
    );
    expect(runs.map((run) => toSampleRatio(run, sums.get(run.id) ?? [])?.isMismatch ?? null)).toEqual([false, null]);
  });

  test('users whose template drops the message count for their variant, because ghosts are not rendered', async () => {
    await using database = await open();
    const { world, devices, armsOf } = await start(database);
    await using _world = world;
    const experiment = { ...EVERYBODY, controlShare: 0.3 };
    const translation = { language: 'en', title: 'Hi', text: 'Dear {{ user.nickname }}', image: null, icon: null };
    const template = { defaultLang: 'en', missing: 'ABORT', translations: [{ ...translation, link: null }] } as const;
    const makePush = () => world.services.pushes.create(world.caller, template);
    const pushes = [await makePush(), await makePush()];
    const { id } = await world.makeActive('one-time', { pushes, input: { experiment } });
    await world.advance(HOUR);
    const arms = armsOf(experiment, id, [1, 2]);
    const units = new Map(devices.map((device) => [unitOf(device), arms.get(device.id)]));
    const [run] = await database.reader.find(Run);
    const sums = (await sumArmCounts(database, [run?.id ?? 0])).get(run?.id ?? 0) ?? [];
    const expected = [0, 1, CONTROL_ARM].map((arm) => [arm, [...units.values()].filter((one) => one === arm).length]);
    expect(toArmResults(sums).map(({ arm, units: count }) => [arm, count])).toEqual(expected);
    expect(run && toSampleRatio(run, sums)?.isMismatch).toBe(false);
    expect(Object.keys(await world.outcomes()).sort()).toEqual(['ABORTED', 'CONTROL']);
  });

  test('gives the rest all variants by weight if none is clearly better', async () => {
    await using database = await open();
    const { world, devices, run, armsOf } = await start(database);
    await using _world = world;
    const { id } = await run({ ...HALF, controlShare: 0, testShare: 0.2 });
    const arms = armsOf({ ...HALF, controlShare: 0, testShare: 0.2 }, id, [1, 2]);
    await world.advance(3 * HOUR);
    const late = (await readLedger(database)).filter(({ variant }) => variant === ROLLOUT_ARM);
    expect(late).toHaveLength(devices.filter((device) => arms.get(device.id) === WAITING_ARM).length);
    expect(new Set(late.map(({ push }) => push))).toEqual(new Set([1, 2]));
    expect(await database.query('SELECT winner, winner_reason AS reason FROM run')).toEqual([
      { winner: null, reason: 'NO_CLEAR_WINNER' },
    ]);
    expect(await world.outcomes()).toEqual({ sent: DEVICES });
  });

  test('picks no winner if the users are not distributed according to the weights, however clear the difference', async () => {
    await using database = await open();
    const { world, devices, run, armsOf, click } = await start(database);
    await using _world = world;
    const { id } = await run(HALF);
    const arms = armsOf(HALF, id, [1, 2]);
    const [made] = await database.query<{ id: number }>('SELECT id FROM run');
    const runId = Number(made?.id);
    const winners = devices.filter((device) => arms.get(device.id) === 1);
    await click(
      runId,
      2,
      winners.map((device) => device.id),
    );
    await database.tx(async (tx) => {
      const sql = 'INSERT INTO run_unit (run_id, unit, user_id, arm, marks, created_at) VALUES (?, ?, ?, 0, 0, ?)';
      for (let index = 0; index < DEVICES; index += 1) {
        await execute(tx, sql, [runId, `lost-${index}`, world.caller.userId, world.clock.now()]);
      }
    });
    await world.advance(3 * HOUR);

    const decided = await database.query('SELECT winner, winner_reason AS reason FROM run');
    expect(decided).toEqual([{ winner: null, reason: 'SAMPLE_RATIO_MISMATCH' }]);
    expect(new Set((await readLedger(database)).map(({ push }) => push))).toEqual(new Set([1, 2]));
  });

  test('counts a user once, however many devices got and clicked the message', async () => {
    await using database = await open();
    const { world, devices, run, armsOf, click } = await start(database);
    await using _world = world;
    const { id } = await run(EVERYBODY);
    const arms = armsOf(EVERYBODY, id, [1, 2]);
    const [made] = await database.query<{ id: number }>('SELECT id FROM run');
    const runId = Number(made?.id);
    const withArm = (arm: number) => devices.filter((device) => arms.get(device.id) === arm);
    await click(
      runId,
      2,
      withArm(1).map((device) => device.id),
    );

    const unitsOf = (arm: number) => new Set(withArm(arm).map(unitOf)).size;
    expect(withArm(1).length).toBeGreaterThan(unitsOf(1));
    const read = await database.tx((tx) => readArms(tx, [runId], { metric: 'CLICKED' }));
    expect([read.get(0), read.get(1)]).toEqual([
      { converted: 0, units: unitsOf(0) },
      { converted: unitsOf(1), units: unitsOf(1) },
    ]);
    // The first goal has the first bit. 2 is another goal.
    await database.tx((tx) => execute(tx, 'UPDATE run_unit SET marks = CASE arm WHEN 0 THEN 3 ELSE 2 END'));
    const byGoal = await database.tx((tx) => readArms(tx, [runId], { metric: 'CONVERTED' }));
    expect([byGoal.get(0), byGoal.get(1)]).toEqual([
      { converted: unitsOf(0), units: unitsOf(0) },
      { converted: 0, units: unitsOf(1) },
    ]);
  });

  test('sends nothing to users whom the account holds out, with one ghost for each message', async () => {
    await using database = await open();
    const { world, devices, run, gotten } = await start(database);
    await using _world = world;
    const holdout = { share: 0.15, generation: 2 };
    await database.tx((tx) => execute(tx, 'UPDATE user_account SET holdout = ?', [JSON.stringify(holdout)]));
    await run(EVERYBODY);
    await run(null as never, 2);
    const heldOut = devices.filter((device) => isInHoldout(holdout, world.caller.userId, unitOf(device)));
    expect(heldOut.length).toBeGreaterThan(0);
    const reached = gotten();
    for (const { id } of heldOut) expect(reached.has(id)).toBe(false);
    const ghosts = (await readLedger(database)).filter(({ variant }) => variant === HOLDOUT_ARM);
    const keys = ghosts.map(({ device, run: runId, push }) => `${device} ${runId} ${push}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(ghosts).toHaveLength(3 * heldOut.length);
    expect(await world.outcomes()).toEqual({ HOLDOUT: 3 * heldOut.length, sent: 3 * (DEVICES - heldOut.length) });
  });

  test('holds ghosts in quiet hours like other users, and counts no frequency cap for them', async () => {
    await using database = await open();
    const { world, devices, run } = await start(database, () => ({ timezone: 'UTC' }));
    await using _world = world;
    const caps = {
      onCapped: 'DROP',
      caps: [
        { max: 1, window: { kind: 'ROLLING', seconds: 86_400 }, subject: 'DEVICE', categories: null, minGap: null },
      ],
    };
    await database.tx((tx) => execute(tx, 'UPDATE user_account SET frequency_caps = ?', [JSON.stringify(caps)]));
    const due = new Date(world.clock.now() + HOUR).toISOString().slice(11, 16);
    const end = new Date(world.clock.now() + 4 * HOUR).toISOString().slice(11, 16);
    const quietHours = { start: due, end, releaseOver: '0m' };
    await run({ ...EVERYBODY, controlShare: 0.5 }, 2, { quietHours });
    expect(await world.outcomes()).toEqual({ held: DEVICES });
    expect(await readLedger(database)).toEqual([]);
    await world.advance(4 * HOUR);
    const ghosts = (await readLedger(database)).filter(({ variant }) => variant === CONTROL_ARM);
    expect(ghosts.length).toBeGreaterThan(5);
    expect(await world.outcomes()).toEqual({ sent: DEVICES - ghosts.length, CONTROL: ghosts.length });
    await run(null as never, 1);
    const again = (await readLedger(database)).filter((row) => row.run === 2);
    expect(again).toEqual([]);
    expect(sender.ledger).toHaveLength(DEVICES);
    expect(devices).toHaveLength(DEVICES);
  });

  test.each(['diesBeforeTx', 'diesAfterTx'] as const)(
    'gives every user one arm and one row when a worker %s and another takes over',
    async (when) => {
      await using database = await open();
      const { world, armsOf, gotten } = await start(database);
      await using _world = world;
      const experiment = { ...EVERYBODY, controlShare: 0.3 };
      for (const nth of [2, 5, 8]) {
        sender.reset();
        await database.tx((tx) => execute(tx, 'DELETE FROM device_send', []));
        const { id } = await world.makeRun({ experiment }, 2);
        world.skip(HOUR);
        const worker = new DeliveryWorker(world);
        worker[when] = nth;
        await worker.work();
        await world.advance(LEASE + 1);
        const rows = await readLedger(database);
        expect(rows).toHaveLength(DEVICES);
        const pushes = inOrder([...new Set(rows.map(({ push }) => push))]);
        const arms = armsOf(experiment, id, pushes);
        for (const { device, variant } of rows) expect([device, variant]).toEqual([device, arms.get(device)]);
        for (const messages of gotten().values()) expect(new Set(messages).size).toBe(1);
      }
    },
  );
});
