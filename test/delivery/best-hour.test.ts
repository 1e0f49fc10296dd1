import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { activeSubjectOf, countActivities } from '../../src/delivery/judgement/active-hours.js';
import { isInControl } from '../../src/delivery/judgement/best-hour.js';
import type { App } from '../../src/entities/app.js';
import type { Device } from '../../src/entities/device.js';
import type { BestHour } from '../../src/ports/best-hour.js';
import { shareOfRelease } from '../../src/schedule/quiet-hours.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { leastOf } from '../support/least-of.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const DAY = 24 * HOUR;
/** Runs are due at 10:00 UTC on a Saturday; Vienna shows 11:00 and New York 05:00. */
const DUE = Date.UTC(2026, 10, 21, 10);
const MIDNIGHT = DUE - 10 * HOUR;
const ALL_DAY: BestHour = { from: '00:00', to: '00:00', controlShare: 0 };

const reached = (devices: readonly Pick<Device, 'id' | 'token'>[]): number[] => {
  const tokens = new Set(sender.ledger.map(({ token }) => token));
  return devices.filter(({ token }) => tokens.has(token)).map(({ id }) => id);
};

describe.each(eachDatabase())('best hour on $name', ({ open }) => {
  const start = async (
    database: Awaited<ReturnType<typeof open>>,
    devices: readonly Partial<Device>[],
    timeToLiveSeconds = 3 * 86_400,
  ) => {
    const world = await BatchWorld.start({ database, fakes, sender, config: { timeToLiveSeconds } });
    const app = await world.makeApp('provider_c');
    const seeded = await world.seedDevices(app, devices.length, (index) => ({ timezone: 'UTC', ...devices[index] }));
    return { world, app, devices: seeded, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  };

  /** Records clicks of a device at an hour in UTC, yesterday or the given number of days ago. */
  const click = async (
    { world, app }: { world: BatchWorld; app: App },
    device: Device,
    { hour, times = 5, daysAgo = 1 }: { hour: number; times?: number; daysAgo?: number },
  ) => {
    const { id: deviceId, externalUserId = null, timezone } = device;
    const activity = { kind: 'click', userId: app.userId, appId: app.id, deviceId, externalUserId, timezone } as const;
    const at = MIDNIGHT - daysAgo * DAY + hour * HOUR;
    await world.options.database.tx((tx) => countActivities(tx, new Array(times).fill(activity), at));
  };

  const waiting = async (world: BatchWorld) => {
    const sql = 'SELECT device_id, due_at, code, detail FROM retry_send ORDER BY device_id';
    const rows = await world.options.database.query<{ device_id: number; due_at: number; detail: string }>(sql);
    return rows.map((row) => [Number(row.device_id), Math.floor((Number(row.due_at) - MIDNIGHT) / HOUR), row.detail]);
  };

  test("holds each message until its user's hour in the device's local time, and sends it once", async () => {
    await using database = await open();
    const zones = ['UTC', 'Europe/Vienna', 'UTC', 'UTC'].map((timezone, index) => ({
      timezone,
      externalUserId: index > 1 ? 'ann' : null,
    }));
    await using set = await start(database, zones);
    const { world, devices } = set;
    const [first, second, third] = devices as [Device, Device, Device];
    await click(set, first, { hour: 15 });
    await click(set, second, { hour: 17 });
    await click(set, third, { hour: 20 });
    await world.makeRun({ bestHour: ALL_DAY });
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([]);
    expect(await world.outcomes()).toEqual({ held: 4 });
    expect(await waiting(world)).toEqual([
      [1, 15, '15:00 of the user, UTC'],
      [2, 17, '18:00 of the user, Europe/Vienna'],
      [3, 20, '20:00 of the user, UTC'],
      [4, 20, '20:00 of the user, UTC'],
    ]);
    const [run] = await database.query<{ id: number }>('SELECT id FROM run');
    const trace = await world.services.deliveryTrace.trace(world.caller, 2, Number(run?.id));
    expect(trace).toMatchObject({ outcome: 'waiting', decidedBy: { code: 'RULE_HELD' } });
    expect(trace.summary).toContain('18:00 of the user, Europe/Vienna');
    await world.advance(5 * HOUR - 1);
    expect(reached(devices)).toEqual([]);
    const place = Math.floor(shareOfRelease(1, 1) * HOUR);
    await world.advance(place);
    expect(reached(devices)).toEqual([]);
    await world.advance(2);
    expect(reached(devices)).toEqual([1]);
    await world.advance(3 * HOUR);
    expect(reached(devices)).toEqual([1, 2]);
    await world.advance(3 * HOUR);
    expect(await world.outcomes()).toEqual({ sent: 4 });
    expect(sender.duplicates).toBe(0);
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test("uses the application's curve below weight 5, and the configured time without a curve", async () => {
    await using database = await open();
    await using set = await start(database, [{}, {}, {}]);
    const { world, app, devices } = set;
    const [first, second] = devices as [Device, Device];
    await click(set, first, { hour: 18, times: 2 });
    await click(set, second, { hour: 13, times: 1 });
    await world.makeRun({ bestHour: ALL_DAY });
    await world.advance(HOUR);
    expect(await waiting(world)).toEqual([
      [1, 18, '18:00 of the user, UTC'],
      [2, 18, '18:00 of the application, UTC'],
      [3, 18, '18:00 of the application, UTC'],
    ]);
    await database.tx((tx) => execute(tx, 'DELETE FROM active_hour'));
    await click({ world, app }, second, { hour: 13, times: 1 });
    sender.reset();
    await world.makeRun({ bestHour: ALL_DAY });
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([1, 2, 3]);
  });

  test('takes one statement for each page if nobody of the account was ever active', async () => {
    await using database = await open();
    await using set = await start(database, [{}, { externalUserId: 'user' }]);
    const { world, devices } = set;
    const statementsOf = (run: Parameters<typeof world.makeRun>[0]) =>
      leastOf(async () => {
        sender.reset();
        await world.makeRun(run);
        const before = database.statements.count;
        await world.advance(HOUR);
        expect(reached(devices)).toEqual([1, 2]);
        return database.statements.count - before;
      });
    const without = await statementsOf({});
    expect(await statementsOf({ bestHour: ALL_DAY })).toBe(without + 1);
    expect(await statementsOf({ bestHour: { ...ALL_DAY, controlShare: 0.5 } })).toBe(without + 1);
  });

  test('sends to the control group at the configured time, with the same users every time', async () => {
    await using database = await open();
    const users = Array.from({ length: 60 }, (_, index) => ({ externalUserId: `user-${index % 40}` }));
    await using set = await start(database, users);
    const { world, devices } = set;
    for (const device of devices.slice(0, 40)) await click(set, device, { hour: 20 });
    const bestHour = { ...ALL_DAY, controlShare: 0.3 };
    const { id } = await world.makeRun({ bestHour });
    await world.advance(HOUR);
    const control = devices.filter(({ id: deviceId, externalUserId }) =>
      isInControl(bestHour, id, { deviceId, externalUserId }),
    );
    expect(control.length).toBeGreaterThan(5);
    expect(control.length).toBeLessThan(40);
    expect(reached(devices)).toEqual(control.map((device) => device.id));
    expect(await world.outcomes()).toEqual({ sent: control.length, held: 60 - control.length });
  });

  test('sends at once up to an hour late, then on the next day, or at once if the message expires first', async () => {
    const place = Math.floor(shareOfRelease(1, 1) * HOUR);
    const nextDay = [[1, 24 + 10, '10:00 of the user, UTC']];
    for (const [lateMs, seconds, expected] of [
      [HOUR, 3 * 86_400, []],
      [HOUR + 1, 3 * 86_400, nextDay],
      [HOUR + 1, 23 * 3_600 + 240, []],
      [HOUR + 1, 23 * 3_600 + 360, nextDay],
    ] as const) {
      sender.reset();
      await using database = await open();
      await using set = await start(database, [{}], seconds);
      const { world, devices } = set;
      await click(set, devices[0] as Device, { hour: 10 });
      await world.makeRun({ bestHour: ALL_DAY, gracePeriod: '4h' });
      world.skip(HOUR + place + lateMs);
      await world.work();
      expect(await waiting(world)).toEqual(expected);
      await world.advance(23 * HOUR);
      expect(await world.outcomes()).toEqual({ sent: 1 });
    }
  });

  test('chooses an hour and a minute within the allowed window, which may cross midnight', async () => {
    await using database = await open();
    await using set = await start(database, [{}, {}]);
    const { world, devices } = set;
    const [first, second] = devices as [Device, Device];
    await click(set, first, { hour: 12, times: 9 });
    await click(set, first, { hour: 22, times: 2 });
    await click(set, second, { hour: 12, times: 9 });
    await world.makeRun({ bestHour: { ...ALL_DAY, from: '22:50', to: '01:10' } });
    await world.advance(HOUR);
    // Only the first user is active in the allowed hours, and their clicks are also the application's curve.
    expect(await waiting(world)).toEqual([
      [1, 22, '22:00 of the user, UTC'],
      [2, 22, '22:00 of the application, UTC'],
    ]);
    const [row] = await database.query<{ due_at: number }>('SELECT due_at FROM retry_send WHERE device_id = 1');
    const minute = Math.floor(shareOfRelease(1, 1) * 10);
    expect(Math.floor((Number(row?.due_at) - MIDNIGHT - 22 * HOUR) / 60_000)).toBe(50 + minute);
  });

  test('halves weights every 30 days, both when they are read and when they are added to', async () => {
    await using database = await open();
    await using set = await start(database, [{}, {}]);
    const { world, app, devices } = set;
    const [first, second] = devices as [Device, Device];
    await click(set, first, { hour: 12, times: 2, daysAgo: 61 });
    await click(set, first, { hour: 15, times: 2 });
    await click(set, second, { hour: 12, times: 4, daysAgo: 61 });
    await click(set, second, { hour: 12, times: 1 });
    const weightsOf = async ({ id: deviceId, externalUserId }: Device) => {
      const subject = activeSubjectOf(app.userId, { deviceId, externalUserId: externalUserId ?? null });
      const sql = 'SELECT hour, weight, period FROM active_hour WHERE subject = ? ORDER BY hour';
      const rows = await database.query<{ hour: number; weight: number; period: number }>(sql, [subject]);
      return rows.map(({ hour, weight }) => [Number(hour), Number(weight)]);
    };
    expect(await weightsOf(first)).toEqual([
      [12, 6],
      [15, 6],
    ]);
    expect(await weightsOf(second)).toEqual([[12, 12 / 4 + 3]]);
    await world.makeRun({ bestHour: ALL_DAY });
    await world.advance(HOUR);
    expect(await waiting(world)).toEqual([
      [1, 15, '15:00 of the user, UTC'],
      [2, 12, '12:00 of the user, UTC'],
    ]);
  });

  test('is judged once: quiet hours and retries may delay a released message, but it never waits for the hour again', async () => {
    await using database = await open();
    await using set = await start(database, [{}]);
    const { world, app, devices } = set;
    await click(set, devices[0] as Device, { hour: 15 });
    await world.makeRun({ bestHour: ALL_DAY });
    await world.advance(HOUR);
    const quietHours = { start: '14:00', end: '16:30', releaseOver: '0m' };
    await world.services.apps.update(world.caller, app.id, { quietHours });
    await world.advance(6 * HOUR);
    expect(await world.outcomes()).toEqual({ held: 1 });
    const sql = 'SELECT code, due_at FROM retry_send';
    expect((await database.query<{ code: string }>(sql)).map(({ code }) => code)).toEqual(['RULE:QUIET']);
    sender.answer = () => ({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 90 * 60_000 });
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ retrying: 1 });
    sender.answer = () => ({ kind: 'sent', providerMessageId: null });
    await world.advance(2 * HOUR);
    expect(await world.outcomes()).toEqual({ sent: 1 });
    expect(sender.ledger).toHaveLength(1);
  });

  test('sends at the configured time if the best hour lies in quiet hours, so that it never causes a drop', async () => {
    await using database = await open();
    await using set = await start(database, [{}]);
    const { world, app, devices } = set;
    await click(set, devices[0] as Device, { hour: 23 });
    const quietHours = { start: '22:00', end: '07:00', policy: 'DROP' } as const;
    await world.services.apps.update(world.caller, app.id, { quietHours });
    await world.makeRun({ bestHour: ALL_DAY });
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([1]);
  });

  test("messages that waited for the winning variant then wait for their user's hour", async () => {
    await using database = await open();
    await using set = await start(
      database,
      Array.from({ length: 20 }, () => ({})),
    );
    const { world, devices } = set;
    for (const device of devices) await click(set, device, { hour: 15 });
    const experiment = { controlShare: 0, testShare: 0.3, decideAfter: 2 * 3_600, metric: 'CLICKED' } as const;
    await world.makeRun({ bestHour: ALL_DAY, experiment: { ...experiment, winner: 'BEST' } }, 2);
    await world.advance(HOUR);
    const hoursOfAll = async () => new Set((await waiting(world)).map(([, hour]) => hour));
    expect(await hoursOfAll()).toEqual(new Set([12, 15]));
    await world.advance(2 * HOUR + 60_000);
    expect(await world.outcomes()).toEqual({ held: 20 });
    expect(await hoursOfAll()).toEqual(new Set([15]));
    await world.advance(5 * HOUR);
    expect(await world.outcomes()).toEqual({ sent: 20 });
    expect(sender.duplicates).toBe(0);
  });

  test('waits without a claim, so that a cancelled run ends and a run without the setting is not delayed', async () => {
    await using database = await open();
    await using set = await start(database, [{}, {}]);
    const { world, devices } = set;
    for (const device of devices) await click(set, device, { hour: 18 });
    await world.makeRun({ bestHour: ALL_DAY });
    await world.makeRun();
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ held: 2, sent: 2 });
    const [run] = await database.query<{ id: number }>('SELECT run_id AS id FROM retry_send LIMIT 1');
    await world.services.runs.cancel(world.caller, Number(run?.id));
    await world.advance(DAY);
    expect(await world.outcomes()).toEqual({ cancelled: 2, sent: 2 });
    expect(await world.statuses('run')).toEqual({ cancelled: 1, finished: 1 });
  });

  test('loses and repeats nothing if a worker dies while it holds or releases', async () => {
    await using database = await open();
    await using set = await start(
      database,
      Array.from({ length: 30 }, (_, index) => ({ timezone: index % 2 ? 'UTC' : 'Europe/Vienna' })),
    );
    const { world, devices } = set;
    for (const device of devices) await click(set, device, { hour: 15 });
    await world.makeRun({ bestHour: ALL_DAY });
    const dieAndRecover = async (hours: number) => {
      world.skip(hours * HOUR);
      for (const diesAfterTx of [2, 4, 6]) {
        const worker = new DeliveryWorker(world);
        worker.diesAfterTx = diesAfterTx;
        await worker.work();
      }
      await world.advance(LEASE + 1_000);
    };
    await dieAndRecover(1);
    expect(await world.outcomes()).toEqual({ held: 30 });
    await dieAndRecover(6);
    await world.advance(LEASE + 1_000);
    expect(await world.outcomes()).toEqual({ sent: 30 });
    // A message in flight when its worker died may have reached the provider already. Its id repeats.
    expect(sender.counts().size).toBe(30);
  });
});
