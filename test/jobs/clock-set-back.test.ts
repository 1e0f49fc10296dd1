import { describe, expect, test } from '@jest/globals';
import type { JobHandlers } from '../../src/ports/job-queue.js';
import { eachJobStore, until } from './job-stores.js';

const HOUR = 3_600_000;
const never = (): Promise<never> => new Promise(() => undefined);

describe.each(eachJobStore())('jobs in $name, after the clock was set back by an hour', ({ open }) => {
  test.each(['due-sends', 'retries', 'sweep'] as const)('%s continues at the next start', async (name) => {
    await using place = await open();
    const first = await place.started({});
    await first.close();
    await place.moveAhead(name, 'nextRunAt', HOUR);
    const runs: number[] = [];
    await place.started({ [name]: async () => void runs.push(1) } as Partial<JobHandlers>);
    await until(() => runs.length > 0);
  });

  test('repeating jobs continue in a working process', async () => {
    await using place = await open();
    const runs: number[] = [];
    await place.started({ 'due-sends': async () => void runs.push(1) }, { pullBackEveryMs: 100 });
    await until(() => runs.length > 0);
    // A run in progress would schedule its own successor.
    await until(async () => {
      await place.moveAhead('due-sends', 'nextRunAt', HOUR);
      const before = runs.length;
      await until(() => runs.length > before);
      return true;
    });
  });

  test('a waiting batch starts', async () => {
    await using place = await open();
    const queue = await place.queue();
    await queue.enqueue('batch', { batchId: 1 });
    await place.moveAhead('batch', 'nextRunAt', HOUR);
    const seen: number[] = [];
    await place.started({ batch: async ({ batchId }) => void seen.push(batchId) });
    await until(() => seen.length === 1);
  });

  test('a scheduled moment keeps its time', async () => {
    await using place = await open();
    const seen: number[] = [];
    const queue = await place.started(
      { moment: async ({ schedulerId }) => void seen.push(schedulerId) },
      { pullBackEveryMs: 50 },
    );
    await queue.enqueueAt('moment', { schedulerId: 1 }, { at: Date.now() + HOUR, key: 'later' });
    await queue.enqueueAt('moment', { schedulerId: 2 }, { at: Date.now() + 1_000, key: 'soon' });
    await until(() => seen.length > 0);
    expect(seen).toEqual([2]);
  });

  test("a dead worker's job is taken over when its lock would have expired", async () => {
    await using place = await open();
    const begun: number[] = [];
    const held = ({ batchId }: { batchId: number }) => {
      begun.push(batchId);
      return never();
    };
    const lockLifetimeMs = 2_000;
    const dead = await place.started({ batch: held }, { lockLifetimeMs });
    await dead.enqueue('batch', { batchId: 1 });
    await until(() => begun.length === 1);
    await dead.drain(0);
    await place.moveAhead('batch', 'lockedAt', HOUR);
    const seen: number[] = [];
    const options = { lockLifetimeMs, pullBackEveryMs: 200 };
    await place.started({ batch: async ({ batchId }) => void seen.push(batchId) }, options);
    await until(() => seen.length === 1);
  });
});
