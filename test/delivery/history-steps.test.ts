import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { chunk } from '../../src/collections.js';
import { type Database, execute, placeholders } from '../../src/database/database.js';
import type { App } from '../../src/entities/app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR } from './batch-world.js';
import {
  DAY,
  DETAIL,
  deletedDetail,
  detailRows,
  EMPTY,
  of,
  receive,
  sendOne,
  states,
  TOTALS,
  upkeep,
} from './history-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

describe.each(eachDatabase())('deleting the history of single messages on $name', ({ open }) => {
  /** A finished run with this many rows of each kind, like a large one. */
  const enlarge = async (database: Database, app: App, rows: number): Promise<void> => {
    const ids = Array.from({ length: rows }, (_, index) => 100_000 + index);
    const insert = async (table: string, columns: string, values: readonly (readonly unknown[])[]) => {
      for (const part of chunk(values, 1_000)) {
        const sql = `INSERT INTO ${table} (${columns}) VALUES ${placeholders(part.length, columns.split(',').length)}`;
        await database.tx((tx) => execute(tx, sql, part.flat()));
      }
    };
    const failure = 'run_id, push_id, device_id, occurrence, app_id, outcome, reason, failed_at';
    await insert(
      'delivery_failure',
      failure,
      ids.map((id) => [1, 1, id, 0, app.id, 'failed', 'no', 1]),
    );
    await insert(
      'receipt',
      'run_id, push_id, device_id, kind, app_id, received_at',
      ids.map((id) => [1, 1, id, 'delivered', app.id, 1]),
    );
    await insert(
      'batch_count',
      'run_id, batch_id, app_id, push_id, language, outcome, count',
      ids.flatMap((id) => [
        [1, id, app.id, 1, 'en', 'failed', 1],
        [1, id, app.id, 1, 'de', 'sent', 3],
      ]),
    );
  };

  test('runs in short steps that can be aborted, with correct totals after each', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await enlarge(database, await sendOne(world, sender), 2_500);
    const before = await of(graph, TOTALS, 1);
    expect(before[0]).toMatchObject({ counts: { total: 10_140 }, receiptCounts: { delivered: 2_509 } });
    world.skip(181 * DAY);
    let aborted = 0;
    const left = async () => {
      const tables = ['batch', 'delivery_log', 'delivery_failure', 'receipt', 'batch_count'];
      const sums = tables.map((table) => `(SELECT COUNT(*) FROM ${table})`).join(' + ');
      return Number((await database.query<{ n: number }>(`SELECT ${sums} AS n`))[0]?.n);
    };
    for (let rows = await left(); (await states(database))[0] !== 2; aborted += 1) {
      const controller = new AbortController();
      database.statements.listener = (sql) => {
        if (/^DELETE FROM (batch|delivery_log|delivery_failure|receipt|batch_count) /.test(sql)) controller.abort();
      };
      await upkeep(world, controller.signal);
      database.statements.listener = null;
      const now = await left();
      expect(rows - now).toBeLessThanOrEqual(1_002);
      rows = now;
      expect(await of(graph, TOTALS, 1)).toEqual(before);
      const [detail] = await of(graph, DETAIL, 1);
      expect(detail).toEqual(deletedDetail(detail.historyDeletedAt));
      expect(aborted).toBeLessThan(30);
    }
    expect(aborted).toBeGreaterThan(10);
    expect(await detailRows(world, { runId: 1 })).toEqual(EMPTY);
  });

  test('counts nothing twice and loses nothing if a worker dies during a step', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await sendOne(world, sender);
    const before = await of(graph, TOTALS, 1);
    world.skip(181 * DAY);
    for (const table of ['batch', 'delivery_log', 'delivery_failure', 'receipt', 'batch_count']) {
      database.statements.listener = (sql) => {
        if (sql.startsWith(`DELETE FROM ${table} `)) throw new Error('the connection is gone');
      };
      await upkeep(world);
      database.statements.listener = null;
      expect([table, await states(database)]).toEqual([table, [3]]);
      expect(await of(graph, TOTALS, 1)).toEqual(before);
    }
    expect(world.log).toContain('the history of a run could not be deleted; the next upkeep tries again');
    await Promise.all([upkeep(world), upkeep(world)]);
    expect(await states(database)).toEqual([2]);
    expect(await of(graph, TOTALS, 1)).toEqual(before);
    expect(await detailRows(world, { runId: 1 })).toEqual(EMPTY);
  });

  test('skips any number of runs that cannot begin yet', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const ended = world.clock.now();
    await database.tx(async (tx) => {
      const columns =
        'id, user_id, scheduler_id, kind, due_at, status, left_out, cut_index, cut_id, created_at, finished_at';
      const runs = Array.from({ length: 130 }, (_, index) => [
        ...[index + 1, 1, index + 1, 'onesend', 1, 'cancelled', 0, 0, 0, 1],
        ended + Math.floor(index / 70),
      ]);
      await execute(tx, `INSERT INTO run (${columns}) VALUES ${placeholders(runs.length, 11)}`, runs.flat());
      const waiting = runs.slice(0, 60).flatMap(([id]) => [id, 1, 1, 1, 1, 0, 'en', 1, 'busy', 1, 1]);
      const of =
        'run_id, batch_id, app_id, push_id, device_id, occurrence, language, attempt, reason, due_at, expires_at';
      await execute(tx, `INSERT INTO retry_send (${of}) VALUES ${placeholders(60, 11)}`, waiting);
    });
    world.skip(181 * DAY);
    await upkeep(world);
    const found = await states(database);
    expect([found.slice(0, 60), found.slice(60)]).toEqual([Array(60).fill(0), Array(70).fill(2)]);
  });
});

// MySQL's plans depend on the size of the tables.
describe.each(eachDatabase().filter(({ name }) => name === 'sqlite'))(
  'the history of single messages on $name',
  ({ open }) => {
    test('uses keys, and never reads whole tables', async () => {
      await using database = await open();
      await using world = await BatchWorld.start({ database, fakes, sender });
      const app = await world.makeApp('provider_c');
      await world.seedDevices(app, 5);
      await world.makeRun();
      await world.advance(HOUR);
      await receive(world, app, { runId: 1, deviceId: 1 });
      world.skip(181 * DAY);
      const seen = new Set<string>();
      database.statements.listener = (sql) => {
        if (/^(SELECT|DELETE|UPDATE).* (run|batch|batch_count|delivery_log|delivery_failure|receipt) /s.test(sql))
          seen.add(sql);
      };
      await upkeep(world);
      database.statements.listener = null;
      const detail = [...seen].filter((sql) => /history_|run_id|FROM run WHERE id/.test(sql));
      expect(detail.length).toBeGreaterThan(20);
      for (const sql of detail) {
        const parameters = Array.from(sql.matchAll(/\?/g), () => 0);
        const plan = await database.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters);
        const scans = plan.filter((step) => step.detail.startsWith('SCAN'));
        expect([sql, scans]).toEqual([sql, []]);
      }
    });
  },
);
