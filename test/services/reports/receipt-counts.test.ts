import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { execute } from '../../../src/database/database.js';
import { RECEIPT_KINDS } from '../../../src/entities/receipt.js';
import { BatchWorld } from '../../delivery/batch-world.js';
import { DAY, receive, sendOne, upkeep } from '../../delivery/history-world.js';
import { eachDatabase } from '../../support/databases.js';
import type { Fakes } from '../../support/fakes/fakes.js';
import { startFakes } from '../../support/fakes/start-fakes.js';
import { RecordingSender } from '../../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const HOUR = 3_600_000;

describe.each(eachDatabase())('receipts in reports on $name', ({ open }) => {
  const read = async (world: BatchWorld, by: string) => {
    const { now } = { now: world.clock.now() };
    const period = { from: new Date(now - 400 * DAY), to: new Date(now + DAY), timeZone: 'UTC' };
    const where = { appId: null, schedulerId: null, pushId: null };
    const request = { period, by, where, compare: false, orderBy: null, first: 100, offset: 0 };
    const { rows, completeFrom } = await world.services.reports.read(world.caller.userId, request);
    return { rows: Object.fromEntries(rows.map(({ key, values }) => [key, values])), completeFrom };
  };
  const readAll = async (world: BatchWorld) => {
    const dimensions = ['CAMPAIGN', 'PUSH', 'APPLICATION', 'RUN', 'LANGUAGE', 'DAY'];
    return Object.fromEntries(await Promise.all(dimensions.map(async (by) => [by, (await read(world, by)).rows])));
  };
  const raw = async (world: BatchWorld) => {
    const sql = 'SELECT app_id, kind, COUNT(*) AS n FROM receipt WHERE run_id = 1 GROUP BY app_id, kind';
    const rows = await world.options.database.query<{ app_id: number; kind: string; n: number }>(sql);
    const of = (kind: string) => rows.filter((row) => row.kind === kind).reduce((sum, { n }) => sum + Number(n), 0);
    return Object.fromEntries(RECEIPT_KINDS.map((kind) => [kind, of(kind)]));
  };

  test('count once, and stay when the receipts are deleted', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await sendOne(world, sender);
    const [device] = await database.query<{ device_id: number }>(
      'SELECT device_id FROM receipt ORDER BY device_id LIMIT 1',
    );
    await receive(world, app, { runId: 1, deviceId: Number(device?.device_id) });
    const before = await readAll(world);
    expect(before.RUN['1']).toMatchObject({ sent: 112, failed: 28, retired: 7, ...(await raw(world)) });
    expect(before.RUN['1']?.delivered).toBeGreaterThan(0);
    world.skip(181 * DAY);
    await upkeep(world);
    expect(await database.query('SELECT * FROM receipt')).toEqual([]);
    expect(await readAll(world)).toEqual(before);
    world.skip(1_096 * DAY);
    await world.makeRun();
    await upkeep(world);
    await upkeep(world);
    const left = await database.query('SELECT r.id FROM run r WHERE r.id = 1');
    const counts = await database.query('SELECT * FROM receipt_count WHERE run_id = 1');
    expect(counts.length > 0).toBe(left.length > 0);
  });

  test('of earlier releases are counted once by upkeep', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await sendOne(world, sender);
    const before = await readAll(world);
    const startUpgrade = async (countedFrom: number): Promise<void> => {
      await database.tx((tx) => execute(tx, 'DELETE FROM receipt_count'));
      const sql = 'INSERT INTO receipt_backfill (id, counted_from, run_id) VALUES (1, ?, 1)';
      await database.tx((tx) => execute(tx, sql, [countedFrom]));
    };
    await startUpgrade(world.clock.now() + HOUR);
    await upkeep(world);
    expect((await read(world, 'RUN')).completeFrom).not.toBeNull();
    // During an hour-long upgrade, upkeep counts earlier receipts, and later ones count directly.
    const devices = await database.query<{ id: number }>('SELECT id FROM device WHERE app_id = ? ORDER BY id DESC', [
      app.id,
    ]);
    const [early, late] = devices.map(({ id }) => Number(id));
    await receive(world, app, { runId: 1, deviceId: early ?? 0, kind: 'dismissed' });
    world.skip(HOUR + 1);
    await receive(world, app, { runId: 1, deviceId: late ?? 0, kind: 'dismissed' });
    await upkeep(world);
    const after = await readAll(world);
    expect(after.RUN['1']).toEqual({ ...before.RUN['1'], dismissed: Number(before.RUN['1']?.dismissed) + 2 });
    expect(after.APPLICATION[String(app.id)]?.dismissed).toBe(
      Number(before.APPLICATION[String(app.id)]?.dismissed) + 2,
    );
    expect((await read(world, 'RUN')).completeFrom).toBeNull();
    expect(await database.query('SELECT * FROM receipt_backfill')).toEqual([]);
    await upkeep(world);
    expect(await readAll(world)).toEqual(after);
  });

  test('deleted before they were counted are known by run, and by push if the run had only one', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await sendOne(world, sender);
    const before = await readAll(world);
    world.skip(181 * DAY);
    await upkeep(world);
    await database.tx((tx) => execute(tx, 'DELETE FROM receipt_count'));
    await database.tx((tx) => execute(tx, 'INSERT INTO receipt_backfill (id, counted_from, run_id) VALUES (1, 0, 1)'));
    await upkeep(world);
    const after = await readAll(world);
    expect([after.RUN, after.CAMPAIGN, after.DAY]).toEqual([before.RUN, before.CAMPAIGN, before.DAY]);
    expect(after.APPLICATION['0']).toMatchObject({ sent: 0, delivered: before.RUN['1']?.delivered });
    expect((await read(world, 'APPLICATION')).completeFrom).not.toBeNull();
    expect((await read(world, 'RUN')).completeFrom).toBeNull();
  });

  test('are deleted with their account', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await sendOne(world, sender);
    expect((await database.query('SELECT * FROM receipt_count')).length).toBeGreaterThan(0);
    await database.tx((tx) => execute(tx, 'UPDATE user_account SET deleted_at = 1'));
    await upkeep(world);
    expect(await database.query('SELECT * FROM receipt_count')).toEqual([]);
  });

  test("make a heat map of the week in the zone's local time", async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await sendOne(world, sender);
    await database.tx((tx) => execute(tx, 'DELETE FROM traffic'));
    const minutes: { at: number; clicked: number }[] = [];
    const start = world.clock.now() - 60 * DAY;
    for (let index = 0; index < 400; index += 1) {
      minutes.push({ at: Math.floor((start + index * 3.55 * HOUR) / 60_000) * 60_000, clicked: 1 + (index % 3) });
    }
    const insert = `INSERT INTO traffic (user_id, minute, app_id, scheduler_id, push_id, shard, sent, failed, delivered, clicked, dismissed)
      VALUES (?, ?, ?, 1, 1, 0, 0, 0, ?, ?, 0)`;
    await database.tx(async (tx) => {
      for (const { at, clicked } of minutes) {
        await execute(tx, insert, [world.caller.userId, at / 60_000, app.id, 2 * clicked, clicked]);
      }
    });
    const where = { appId: app.id, schedulerId: null, pushId: null };
    for (const timeZone of ['Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns']) {
      const period = { from: new Date(start), to: new Date(world.clock.now()), timeZone };
      const { cells, completeFrom } = await world.services.reports.heatMap(world.caller.userId, period, where);
      const format = new Intl.DateTimeFormat('en-GB', {
        timeZone,
        weekday: 'short',
        hour: '2-digit',
        hourCycle: 'h23',
      });
      const expected = new Map<string, number>();
      for (const { at, clicked } of minutes) {
        if (at >= world.clock.now()) continue;
        const name = format.format(at);
        expected.set(name, (expected.get(name) ?? 0) + clicked);
      }
      const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
      const found = cells
        .filter(({ clicked }) => clicked > 0)
        .map(
          ({ weekday, hour, clicked }) => [`${days[weekday - 1]} ${String(hour).padStart(2, '0')}`, clicked] as const,
        );
      expect(new Map(found)).toEqual(new Map([...expected].map(([name, n]) => [name.replace(',', ''), n])));
      expect([cells.length, completeFrom]).toEqual([168, null]);
      expect(cells.every(({ clicked, delivered }) => delivered === 2 * clicked)).toBe(true);
    }
    const long = { from: new Date(world.clock.now() - 100 * DAY), to: new Date(world.clock.now()), timeZone: 'UTC' };
    const cut = await world.services.reports.heatMap(world.caller.userId, long, where);
    expect(cut.completeFrom).toEqual(new Date(world.clock.now() - 92 * DAY));
  });
});
