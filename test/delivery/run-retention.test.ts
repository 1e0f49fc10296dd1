import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Database, execute } from '../../src/database/database.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { DAY, receive, upkeep } from './history-world.js';

const HOUR = 3_600_000;
const TOTALS = ['batch_count', 'run_failure', 'run_total'] as const;

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

describe.each(eachDatabase())('runs that ended long ago, on $name', ({ open }) => {
  /** Runs of two schedulers by their due day. All but the last have lost their history. */
  const start = async (database: Database, runRetentionDays?: number) => {
    const config = runRetentionDays === undefined ? {} : { runRetentionDays };
    const world = await new DeliveryWorld({ database, fakes, config }).init();
    const app = await world.makeApp('provider_c');
    const begin = world.clock.now();
    const add = async (id: number, scheduler: number, day: number): Promise<void> => {
      const due = begin + day * DAY;
      await database.tx(async (tx) => {
        await execute(
          tx,
          `INSERT INTO run (id, user_id, scheduler_id, kind, due_at, status, left_out, cut_index, cut_id, created_at, finished_at,
             history_state, history_deleted_at) VALUES (?, ?, ?, 'auto_push', ?, 'finished', 0, 0, 0, ?, ?, 2, ?)`,
          [id, world.caller.userId, scheduler, due, due, due + HOUR, due + 200 * DAY],
        );
        await execute(
          tx,
          'INSERT INTO run_total (run_id, batches, batches_done, delivered, clicked) VALUES (?, 1, 1, 2, 1)',
          [id],
        );
        await execute(
          tx,
          "INSERT INTO run_failure (run_id, outcome, provider, reason, shard, count) VALUES (?, 3, 'provider_c', '410', 0, 1)",
          [id],
        );
        await execute(
          tx,
          "INSERT INTO batch_count (run_id, batch_id, app_id, push_id, language, outcome, count) VALUES (?, 0, ?, 1, 'en', 1, 9)",
          [id, app.id],
        );
      });
    };
    await add(1, 901, 0);
    await add(2, 901, 1);
    await add(3, 901, 5);
    await add(4, 901, 20);
    await add(5, 902, 0);
    const left = async (): Promise<number[]> => {
      const ids = (await database.query<{ id: number }>('SELECT id FROM run ORDER BY id')).map(({ id }) => Number(id));
      for (const table of TOTALS) {
        const rows = await database.query<{ run_id: number }>(`SELECT run_id FROM ${table} ORDER BY run_id`);
        expect(rows.map(({ run_id }) => Number(run_id))).toEqual(ids);
      }
      return ids;
    };
    return { world, app, left };
  };

  test('without a scheduler are deleted too, because no scheduler shows them as its last run', async () => {
    await using database = await open();
    const { world, left } = await start(database);
    await using _world = world;
    await database.tx((tx) => execute(tx, 'UPDATE run SET scheduler_id = -1 WHERE id = 5'));
    world.clock.advance(1_100 * DAY);
    await upkeep(world);
    expect(await left()).toEqual([3, 4]);
  });

  test("are deleted with their totals when their time ends; a scheduler's last run stays, and receipts no longer count", async () => {
    await using database = await open();
    const { world, app, left } = await start(database);
    await using _world = world;
    world.clock.advance(1_095 * DAY);
    await upkeep(world);
    expect(await left()).toEqual([1, 2, 3, 4, 5]);
    world.clock.advance(DAY);
    await upkeep(world);
    expect(await left()).toEqual([2, 3, 4, 5]);
    expect(world.log).toContain('runs that ended long ago were deleted with their totals');
    await receive(world, app, { runId: 1, deviceId: 1 });
    expect(await database.query('SELECT run_id FROM receipt')).toEqual([]);
    world.clock.advance(100 * DAY);
    await upkeep(world);
    expect(await left()).toEqual([4, 5]);
  });

  test('stay forever with 0 days', async () => {
    await using database = await open();
    const { world, left } = await start(database, 0);
    await using _world = world;
    world.clock.advance(5_000 * DAY);
    await upkeep(world);
    expect(await left()).toEqual([1, 2, 3, 4, 5]);
  });
});
