import { expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { Sweep } from '../../src/delivery/upkeep/sweep.js';
import { eachDatabase } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { ManualQueue } from '../support/manual-queue.js';

const RUNS = 250;

test.each(eachDatabase())('successive sweeps cover all runs, however many must wait, on $name', async (kind) => {
  await using database = await kind.open();
  const clock = new FakeClock();
  await database.tx(async (tx) => {
    for (let id = 1; id <= RUNS; id += 1) {
      const columns = 'id, user_id, scheduler_id, kind, due_at, status, left_out, cut_index, cut_id, created_at';
      const sql = `INSERT INTO run (${columns}) VALUES (?, 1, 1, 'onesend', ?, 'running', 0, 0, 0, 1)`;
      await execute(tx, sql, [id, RUNS - id]);
    }
  });
  const seen: number[] = [];
  const nothing = async (): Promise<void> => undefined;
  const finisher = { finishIfDone: async (id: number) => void seen.push(id) };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deps = { database, clock, jobs: new ManualQueue(), log };
  const sweep = new Sweep(deps as never, {
    replan: nothing,
    finisher: finisher as never,
    fireMoment: nothing,
    planRun: nothing,
  });
  for (let round = 0; round < 4; round += 1) await sweep.run(new AbortController().signal);
  expect(new Set(seen.slice(0, RUNS)).size).toBe(RUNS);
  // The next sweep starts from the beginning.
  expect(seen.slice(RUNS)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});
