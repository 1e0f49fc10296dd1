import { describe, expect, test } from '@jest/globals';
import { eachJobStore, until } from './job-stores.js';

const HOUR_MS = 3_600_000;

describe.each(eachJobStore())('jobs in $name', ({ name: store, open, backlog }) => {
  test('a job added by a working process starts at once', async () => {
    await using place = await open();
    const startedAt: number[] = [];
    // Scans are too rare to find it during the test.
    const queue = await place.started({ batch: async () => void startedAt.push(Date.now()) }, { scanEveryMs: HOUR_MS });
    await queue.enqueue('batch', { batchId: 1 });
    await until(() => startedAt.length === 1);
  });

  // Only MySQL has row locks.
  if (store === 'mysql')
    test('a due job that another transaction had locked starts without a scan', async () => {
      await using place = await open();
      const started: number[] = [];
      const elsewhere = await place.queue();
      await elsewhere.enqueue('batch', { batchId: 1 });
      const handlers = { batch: async ({ batchId }: { batchId: number }) => void started.push(batchId) };
      await place.locking('batch', async () => {
        const queue = await place.started(handlers, { scanEveryMs: HOUR_MS });
        await elsewhere.enqueue('batch', { batchId: 2 });
        await queue.enqueue('batch', { batchId: 3 });
        await until(() => started.length === 2);
      });
      await until(() => started.includes(1));
    });

  test('a job of another process is found by the scan, with its data', async () => {
    await using place = await open();
    const seen: number[] = [];
    await place.started({ moment: async ({ schedulerId }) => void seen.push(schedulerId) });
    const elsewhere = await place.queue();
    await elsewhere.enqueue('moment', { schedulerId: 7 });
    await until(() => seen.length === 1);
    expect(seen).toEqual([7]);
  });

  test('a job starts at its time by the given clock, not before', async () => {
    await using place = await open();
    const startedAt: number[] = [];
    const clock = { now: () => 1_000_000 };
    const queue = await place.started({ moment: async () => void startedAt.push(Date.now()) }, { clock });
    const savedAt = Date.now();
    await queue.enqueueAt('moment', { schedulerId: 1 }, { at: 1_000_300, key: 'scheduler 1' });
    await until(() => startedAt.length === 1);
    expect((startedAt[0] ?? 0) - savedAt).toBeGreaterThanOrEqual(300);
  });

  test('a later call with the same key replaces the earlier', async () => {
    await using place = await open();
    const seen: number[] = [];
    const queue = await place.queue();
    const now = Date.now();
    await queue.enqueueAt('moment', { schedulerId: 1 }, { at: now, key: 'a' });
    await queue.enqueueAt('moment', { schedulerId: 2 }, { at: now + HOUR_MS, key: 'a' });
    await queue.enqueueAt('moment', { schedulerId: 3 }, { at: now + 500, key: 'a' });
    await queue.enqueueAt('moment', { schedulerId: 4 }, { at: now + 1_000, key: 'b' });
    // The worker starts later, so that a slow store cannot be late with the replacement.
    await place.started({ moment: async ({ schedulerId }) => void seen.push(schedulerId) });
    await until(() => seen.includes(3) && seen.includes(4));
    expect(seen.toSorted()).toEqual([3, 4]);
  });

  test('concurrent identical calls from several processes all succeed', async () => {
    await using place = await open();
    const queues = [await place.queue(), await place.queue(), await place.queue()];
    for (let round = 0; round < 5; round += 1) {
      const when = { at: Date.now() + HOUR_MS, key: `scheduler ${round}` };
      const calls = Array.from({ length: 30 }, (_, call) =>
        queues[call % queues.length]?.enqueueAt('moment', { schedulerId: round }, when),
      );
      const failed = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
      expect(failed).toEqual([]);
    }
  });

  test('a job can enqueue its own successor under its own key', async () => {
    await using place = await open();
    const seen: number[] = [];
    const queue = await place.queue();
    const next = (schedulerId: number) =>
      queue.enqueueAt('moment', { schedulerId }, { at: Date.now() + 20, key: 'the one' });
    const moment = async ({ schedulerId }: { schedulerId: number }) => {
      seen.push(schedulerId);
      if (schedulerId < 3) await next(schedulerId + 1);
    };
    await place.started({ moment });
    await next(1);
    await until(() => seen.length === 3);
    expect(seen).toEqual([1, 2, 3]);
  });

  test('a cancelled job does not run', async () => {
    await using place = await open();
    const seen: number[] = [];
    const queue = await place.queue();
    const now = Date.now();
    await queue.enqueueAt('moment', { schedulerId: 1 }, { at: now, key: 'a' });
    await queue.cancel('moment', 'a');
    await queue.enqueueAt('moment', { schedulerId: 2 }, { at: now + 1_000, key: 'b' });
    // The worker starts later, so that a slow store cannot be late with the deletion.
    await place.started({ moment: async ({ schedulerId }) => void seen.push(schedulerId) });
    await until(() => seen.length > 0);
    expect(seen).toEqual([2]);
  });

  test('a job that is added twice while it waits runs once', async () => {
    await using place = await open();
    const seen: number[] = [];
    const queue = await place.queue();
    await queue.enqueue('batch', { batchId: 1 });
    await queue.enqueueMany('batch', [{ batchId: 1 }, { batchId: 2 }, { batchId: 2 }]);
    await place.started({ batch: async ({ batchId }) => void seen.push(batchId) }, { concurrency: 1 });
    await queue.enqueue('batch', { batchId: 3 });
    await until(() => seen.includes(3));
    expect(seen.sort()).toEqual([1, 2, 3]);
  });

  test('two processes share a backlog and run each job once', async () => {
    await using place = await open();
    const seen: number[] = [];
    const batch = async ({ batchId }: { batchId: number }) => void seen.push(batchId);
    const queue = await place.started({ batch });
    await place.started({ batch });
    const ids = Array.from({ length: backlog }, (_, index) => index);
    await queue.enqueueMany(
      'batch',
      ids.map((batchId) => ({ batchId })),
    );
    await until(() => seen.length >= backlog);
    expect(seen.sort((a, b) => a - b)).toEqual(ids);
  });

  test('a priority job runs before all waiting jobs, even its own waiting copy', async () => {
    await using place = await open();
    const seen: number[] = [];
    const queue = await place.queue();
    await queue.enqueueMany('batch', [{ batchId: 1 }, { batchId: 2 }, { batchId: 3 }]);
    await queue.enqueueMany('batch', [{ batchId: 3 }, { batchId: 4 }], { first: true });
    await place.started({ batch: async ({ batchId }) => void seen.push(batchId) }, { concurrency: 1 });
    await until(() => seen.length >= 4);
    expect(seen.slice(0, 2).sort()).toEqual([3, 4]);
    expect(seen.slice(2).sort()).toEqual([1, 2]);
  });

  test('no more jobs run at once than the limit allows', async () => {
    await using place = await open();
    let running = 0;
    let most = 0;
    let done = 0;
    const batch = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      done += 1;
    };
    const queue = await place.started({ batch }, { concurrency: 3 });
    await queue.enqueueMany(
      'batch',
      Array.from({ length: 30 }, (_, batchId) => ({ batchId })),
    );
    await until(() => done === 30);
    expect(most).toBeLessThanOrEqual(3);
  });

  test('a repeating job is shared by all processes of a store, and continues when one ends', async () => {
    await using place = await open();
    const runs: [string, number][] = [];
    const handlersOf = (process: string) => ({ 'due-sends': async () => void runs.push([process, Date.now()]) });
    const first = await place.started(handlersOf('first'));
    await place.started(handlersOf('second'));
    await until(() => runs.length >= 2);
    await first.close();
    const before = runs.length;
    await until(() => runs.length >= before + 3);
    expect(runs.slice(before).every(([process]) => process === 'second')).toBe(true);
    // On SQLite each process uses its own clock, so that an idle one writes nothing.
    if (store === 'sqlite') return;
    // Two parallel schedules would take half the time. One may have begun late, so the sum counts.
    const tookMs = (runs.at(-1)?.[1] ?? 0) - (runs[0]?.[1] ?? 0);
    expect(tookMs).toBeGreaterThan((runs.length - 1) * 600);
  });

  test('a process that only adds jobs is ready and runs none', async () => {
    await using place = await open();
    const seen: number[] = [];
    const api = await place.queue();
    expect(await api.isReady()).toBe(true);
    await api.enqueue('batch', { batchId: 1 });
    await api.enqueueAt('moment', { schedulerId: 2 }, { at: Date.now(), key: 'a' });
    await place.started({
      batch: async ({ batchId }) => void seen.push(batchId),
      moment: async ({ schedulerId }) => void seen.push(schedulerId),
    });
    await until(() => seen.length === 2);
    await api.close();
    expect(await api.isReady()).toBe(false);
  });
});
