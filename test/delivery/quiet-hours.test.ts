import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import type { Device } from '../../src/entities/device.js';
import { shareOfRelease } from '../../src/schedule/quiet-hours.js';
import type { QuietInput } from '../../src/services/rules/quiet-rules.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { AutoPushWorld } from './auto-push-world.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const MINUTE = 60_000;
/** Runs are due at 10:00 UTC on a Saturday; Vienna shows 11:00 and New York 05:00. */
const DUE = Date.UTC(2026, 10, 21, 10);
/** Uses these hours in UTC. The release takes no time, so that tests know when a message leaves. */
const MORNING: QuietInput = { start: '09:30', end: '14:00', releaseOver: '0m' };

const reached = (devices: readonly Pick<Device, 'id' | 'token'>[]): number[] => {
  const tokens = new Set(sender.ledger.map(({ token }) => token));
  return devices.filter(({ token }) => tokens.has(token)).map(({ id }) => id);
};

describe.each(eachDatabase())('quiet hours on $name', ({ open }) => {
  const start = async (
    database: Awaited<ReturnType<typeof open>>,
    zones: readonly (string | null)[],
    more: (index: number) => Partial<Device> = () => ({}),
    timeToLiveSeconds = 86_400,
  ) => {
    const world = await BatchWorld.start({ database, fakes, sender, config: { timeToLiveSeconds } });
    const app = await world.makeApp('provider_c');
    const devices = await world.seedDevices(app, zones.length, (index) => ({
      timezone: zones[index] ?? null,
      ...more(index),
    }));
    return { world, app, devices, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  };

  const setAccount = (world: BatchWorld | AutoPushWorld, quietHours: QuietInput | null, timeZone?: string) =>
    world.services.users.configure(world.caller.userId, { quietHours, ...(timeZone ? { timeZone } : {}) });

  test("hold messages by each device's local time, and send each once when they end", async () => {
    await using database = await open();
    await using set = await start(database, ['UTC', 'Europe/Vienna', 'America/New_York', 'UTC']);
    const { world, devices } = set;
    await setAccount(world, MORNING);
    await world.makeRun();
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([3]);
    expect(await world.outcomes()).toEqual({ held: 3, sent: 1 });
    const waiting = await database.query<{ device_id: number; due_at: number; code: string; detail: string }>(
      'SELECT device_id, due_at, code, detail FROM retry_send ORDER BY device_id',
    );
    expect(waiting.map((row) => [Number(row.device_id), Number(row.due_at) - DUE, row.code, row.detail])).toEqual([
      [1, 4 * HOUR, 'RULE:QUIET', '09:30-14:00 of the account, UTC'],
      [2, 3 * HOUR, 'RULE:QUIET', '09:30-14:00 of the account, Europe/Vienna'],
      [4, 4 * HOUR, 'RULE:QUIET', '09:30-14:00 of the account, UTC'],
    ]);
    await world.advance(3 * HOUR - 1);
    expect(reached(devices)).toEqual([3]);
    await world.advance(1);
    expect(reached(devices)).toEqual([2, 3]);
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([1, 2, 3, 4]);
    expect(await world.outcomes()).toEqual({ sent: 4 });
    expect(sender.duplicates).toBe(0);
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('spread the release over a period, with each device always at the same point', async () => {
    await using database = await open();
    await using set = await start(database, []);
    const { world, app } = set;
    for (const id of [1, 5_000, 9_000_000]) {
      await database.tx((tx) => execute(tx, 'DELETE FROM device WHERE id = ?', [id - 1]));
      if (id > 1) await world.seedDevices(app, 1, () => ({ id }));
      else await world.seedDevices(app, 1);
    }
    await setAccount(world, { ...MORNING, releaseOver: '6h' });
    await world.makeRun();
    await world.advance(HOUR);
    const rows = await database.query<{ device_id: number; due_at: number }>(
      'SELECT device_id, due_at FROM retry_send',
    );
    expect(rows).toHaveLength(3);
    const end = DUE + 4 * HOUR;
    for (const row of rows) {
      expect(Number(row.due_at)).toBe(end + Math.floor(shareOfRelease(Number(row.device_id), 3) * 6 * HOUR));
    }
    expect(new Set(rows.map(({ due_at }) => Number(due_at))).size).toBe(3);
    await world.advance(10 * HOUR);
    expect(await world.outcomes()).toEqual({ sent: 3 });
  });

  test('release everything before the next quiet hours start, however long the release is', async () => {
    await using database = await open();
    await using set = await start(database, new Array(20).fill('UTC'), () => ({}), 3 * 86_400);
    const { world } = set;
    await setAccount(world, { start: '09:00', end: '08:00', releaseOver: '6h' });
    await world.makeRun();
    await world.advance(HOUR);
    await world.advance(22 * HOUR - 1);
    expect(await world.outcomes()).toEqual({ held: 20 });
    for (let minute = 0; minute < 15; minute += 1) await world.advance(MINUTE);
    const { sent = 0 } = await world.outcomes();
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(20);
    for (let minute = 0; minute < 15; minute += 1) await world.advance(MINUTE);
    expect(await world.outcomes()).toEqual({ sent: 20 });
  });

  test('drop messages under QUIET with DROP, and send to devices outside the window', async () => {
    await using database = await open();
    await using set = await start(database, ['UTC', 'America/New_York']);
    const { world, devices } = set;
    await setAccount(world, { ...MORNING, policy: 'DROP' });
    await world.makeRun();
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([2]);
    expect(await world.outcomes()).toEqual({ QUIET: 1, sent: 1 });
    expect(await database.query('SELECT outcome, reason FROM delivery_failure')).toEqual([
      { outcome: 'QUIET', reason: 'quiet hours: 09:30-14:00 of the account, UTC' },
    ]);
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('drop a message under QUIET_EXPIRED if it expires by their end, and release it in time if it expires later', async () => {
    for (const [seconds, outcome] of [
      [4 * 3_600, 'QUIET_EXPIRED'],
      [4 * 3_600 + 300, 'sent'],
    ] as const) {
      await using database = await open();
      await using set = await start(database, ['UTC'], () => ({}), seconds);
      const { world } = set;
      await setAccount(world, { ...MORNING, releaseOver: '6h' });
      await world.makeRun();
      await world.advance(HOUR);
      await world.advance(4 * HOUR + 299_000);
      expect(await world.outcomes()).toEqual({ [outcome]: 1 });
    }
  });

  test('drop messages under QUIET_EXPIRED if they never end', async () => {
    await using database = await open();
    await using set = await start(database, ['UTC'], () => ({ quietHours: '14:00-09:30' }), 30 * 86_400);
    const { world } = set;
    await setAccount(world, MORNING);
    await world.makeRun();
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ QUIET_EXPIRED: 1 });
  });

  test("follow the account's zone for a device without one, or do not apply", async () => {
    for (const [unknownZone, timeZone, expected] of [
      ['ACCOUNT_ZONE', 'America/New_York', [1]],
      ['ACCOUNT_ZONE', 'Europe/Vienna', []],
      ['SEND', 'Europe/Vienna', [1]],
    ] as const) {
      sender.reset();
      await using database = await open();
      await using set = await start(database, [null]);
      await setAccount(set.world, { ...MORNING, unknownZone }, timeZone);
      await set.world.makeRun();
      await set.world.advance(HOUR);
      expect(reached(set.devices)).toEqual(expected);
    }
  });

  test('use the nearest level, where `off` ends the search, and a run keeps those of its scheduler', async () => {
    await using database = await open();
    await using set = await start(database, ['UTC']);
    const { world, app, devices } = set;
    await setAccount(world, MORNING);
    await world.services.apps.update(world.caller, app.id, { quietHours: { off: true } });
    await world.makeRun();
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([1]);
    sender.reset();
    const scheduler = await world.makeRun({ quietHours: { start: '10:30', end: '11:30', releaseOver: '0m' } });
    await world.advance(HOUR);
    await database.tx((tx) => execute(tx, 'UPDATE scheduler SET quiet_hours = NULL WHERE id = ?', [scheduler.id]));
    await world.work();
    expect(reached(devices)).toEqual([]);
    expect(await database.query('SELECT detail FROM retry_send')).toEqual([
      { detail: '10:30-11:30 of the campaign, UTC' },
    ]);
    await world.advance(HOUR / 2);
    expect(reached(devices)).toEqual([1]);
    sender.reset();
    await world.services.apps.update(world.caller, app.id, { quietHours: null });
    await world.makeRun({ quietHours: { off: true } });
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([1]);
  });

  test('of a device add to the others, apply even if the campaign switches them off, and chain', async () => {
    await using database = await open();
    const own = ['09:00-12:00', '14:00-16:00', '09:00-12:00 SUN'];
    await using set = await start(database, ['UTC', 'UTC', 'UTC'], (index) => ({ quietHours: own[index] ?? null }));
    const { world, devices } = set;
    await setAccount(world, MORNING);
    await world.makeRun({ quietHours: { off: true } });
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([2, 3]);
    await world.advance(3 * HOUR);
    sender.reset();
    world.clock.set(DUE + 23 * HOUR);
    await world.makeRun();
    await world.advance(HOUR);
    const rows = await database.query<{ device_id: number; due_at: number }>(
      'SELECT device_id, due_at FROM retry_send ORDER BY device_id',
    );
    expect(rows.map((row) => (Number(row.due_at) - DUE) / HOUR)).toEqual([28, 30, 28]);
  });

  test('do not apply to TRANSACTIONAL messages', async () => {
    await using database = await open();
    await using set = await start(database, ['UTC'], () => ({ quietHours: '00:00-23:59' }));
    const { world, devices } = set;
    await setAccount(world, { ...MORNING, policy: 'DROP' });
    const { id } = await world.services.categories.create(world.caller, {
      key: 'codes',
      names: [{ language: 'en', text: 'Codes' }],
      kind: 'TRANSACTIONAL',
      default: 'ON',
      descriptions: [],
      androidChannel: null,
      listed: false,
    });
    await world.makeRun();
    await database.tx((tx) => execute(tx, 'UPDATE push SET category_id = ?', [id]));
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([1]);
  });

  test('hold retries that fall into them', async () => {
    await using database = await open();
    await using set = await start(database, ['UTC']);
    const { world } = set;
    await setAccount(world, { start: '10:30', end: '12:00', releaseOver: '0m' });
    sender.answer = () => ({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 40 * MINUTE });
    await world.makeRun();
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ retrying: 1 });
    sender.answer = () => ({ kind: 'sent', providerMessageId: null });
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ held: 1 });
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ sent: 1 });
    expect(sender.ledger).toHaveLength(1);
  });

  test('of auto-push are the current ones of its scheduler', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    const device = await world.makeDevice();
    const scheduler = await world.makeAutoPush(null);
    const change = (hours: string | null) =>
      database.tx((tx) => execute(tx, 'UPDATE scheduler SET quiet_hours = ? WHERE id = ?', [hours, scheduler.id]));
    const hours = { start: '08:00', end: '12:00', days: ['SAT'], policy: 'HOLD', unknownZone: 'ACCOUNT_ZONE' };
    await change(JSON.stringify({ ...hours, releaseOverSeconds: 0 }));
    await world.track(device, 'buy');
    await world.advance(1_000);
    expect(await world.outcomes()).toEqual({ held: 1 });
    await change(JSON.stringify({ ...hours, end: '12:30', releaseOverSeconds: 0 }));
    await world.advance(3 * HOUR);
    expect(await world.outcomes()).toEqual({ held: 1 });
    await world.advance(HOUR / 2);
    expect(await world.outcomes()).toEqual({ sent: 1 });
  });

  test('lose and repeat nothing if a worker dies while it holds or releases', async () => {
    await using database = await open();
    const zones = Array.from({ length: 30 }, (_, index) => (index % 2 ? 'UTC' : 'Europe/Vienna'));
    await using set = await start(database, zones);
    const { world } = set;
    await setAccount(world, MORNING);
    await world.makeRun();
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
    await dieAndRecover(4);
    await world.advance(LEASE + 1_000);
    expect(await world.outcomes()).toEqual({ sent: 30 });
    // A message in flight when its worker died may have reached the provider already. Its id repeats.
    expect(sender.counts().size).toBe(30);
  });
});
