import { describe, expect, test } from '@jest/globals';
import type { JobHandlerContext } from '../../src/jobs/job-queue.js';
import { eachJobStore, until } from './job-stores.js';

const HOUR_MS = 3_600_000;

/** A handler that does not return until its signal is aborted. */
const untilAborted = ({ signal }: JobHandlerContext): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

const never = (): Promise<never> => new Promise(() => undefined);

describe.each(eachJobStore())('jobs in $name', ({ open }) => {
  test('a job that is added by the process that works starts at once', async () => {
    await using place = await open();
    const startedAt: number[] = [];
    const queue = await place.started({ batch: async () => void startedAt.push(Date.now()) }, { scanEveryMs: 5_000 });
    await queue.enqueue('batch', { batchId: 1 });
    const savedAt = Date.now();
    await until(() => startedAt.length === 1);
    expect((startedAt[0] ?? 0) - savedAt).toBeLessThan(500);
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

  test('a job starts at its instant of the given clock, not before', async () => {
    await using place = await open();
    const startedAt: number[] = [];
    const clock = { now: () => 1_000_000 };
    const queue = await place.started({ moment: async () => void startedAt.push(Date.now()) }, { clock });
    const savedAt = Date.now();
    await queue.enqueueAt('moment', { schedulerId: 1 }, { at: 1_000_300, key: 'scheduler 1' });
    await until(() => startedAt.length === 1);
    expect((startedAt[0] ?? 0) - savedAt).toBeGreaterThanOrEqual(300);
    expect((startedAt[0] ?? 0) - savedAt).toBeLessThan(1_500);
  });

  test('a later call with the same key replaces the earlier', async () => {
    await using place = await open();
    const seen: number[] = [];
    const queue = await place.started({ moment: async ({ schedulerId }) => void seen.push(schedulerId) });
    const now = Date.now();
    await queue.enqueueAt('moment', { schedulerId: 1 }, { at: now + 300, key: 'a' });
    await queue.enqueueAt('moment', { schedulerId: 2 }, { at: now + HOUR_MS, key: 'a' });
    await queue.enqueueAt('moment', { schedulerId: 3 }, { at: now + 500, key: 'a' });
    await queue.enqueueAt('moment', { schedulerId: 4 }, { at: now + 600, key: 'b' });
    await until(() => seen.includes(4));
    expect(seen).toEqual([3, 4]);
  });

  test('a job that asks for its own successor by its own key gets it', async () => {
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
    const queue = await place.started({ moment: async ({ schedulerId }) => void seen.push(schedulerId) });
    await queue.enqueueAt('moment', { schedulerId: 1 }, { at: Date.now() + 200, key: 'a' });
    await queue.enqueueAt('moment', { schedulerId: 2 }, { at: Date.now() + 400, key: 'b' });
    await queue.cancel('moment', 'a');
    await until(() => seen.length > 0);
    expect(seen).toEqual([2]);
  });

  test('the same job added twice while it waits runs once', async () => {
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

  test('two processes share a backlog of 500, and each job runs once', async () => {
    await using place = await open();
    const seen: number[] = [];
    const batch = async ({ batchId }: { batchId: number }) => void seen.push(batchId);
    const queue = await place.started({ batch });
    await place.started({ batch });
    const ids = Array.from({ length: 500 }, (_, index) => index);
    await queue.enqueueMany(
      'batch',
      ids.map((batchId) => ({ batchId })),
    );
    await until(() => seen.length >= 500, 50_000);
    expect(seen.sort((a, b) => a - b)).toEqual(ids);
  });

  test('no more run at once than the limit says', async () => {
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

  test('a repeating job goes on, in one process at a time', async () => {
    await using place = await open();
    const runs: [string, number][] = [];
    const handlersOf = (name: string) => ({ 'due-sends': async () => void runs.push([name, Date.now()]) });
    const first = await place.started(handlersOf('first'));
    await place.started(handlersOf('second'));
    await until(() => runs.length >= 2);
    await first.close();
    const before = runs.length;
    await until(() => runs.length >= before + 2);
    expect(runs.slice(before).every(([name]) => name === 'second')).toBe(true);
    const gaps = runs.slice(1).map(([, at], index) => at - (runs[index]?.[1] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(900);
  });

  test('a job of a worker that fell silent is taken over when its lock ends, and not before', async () => {
    await using place = await open();
    const starts: [string, number][] = [];
    const lockLifetimeMs = 600;
    const abandoned = await place.started(
      {
        batch: () => {
          starts.push(['abandoned', Date.now()]);
          return never();
        },
      },
      { lockLifetimeMs },
    );
    await abandoned.enqueue('batch', { batchId: 1 });
    await until(() => starts.length === 1);
    expect(await abandoned.drain(0)).toEqual({ running: 1 });
    await place.started({ batch: async () => void starts.push(['other', Date.now()]) }, { lockLifetimeMs });
    await until(() => starts.length === 2);
    const [[, lockedAt] = ['', 0], [taker, takenAt] = ['', 0]] = starts;
    expect(taker).toBe('other');
    expect(takenAt - lockedAt).toBeGreaterThanOrEqual(lockLifetimeMs);
  });

  test('a long job that touches its lock keeps it', async () => {
    await using place = await open();
    let starts = 0;
    let isDone = false;
    const batch = async (_data: unknown, { touch }: JobHandlerContext) => {
      starts += 1;
      const end = Date.now() + 1_500;
      await until(async () => {
        await touch();
        return Date.now() > end;
      });
      isDone = true;
    };
    const queue = await place.started({ batch }, { lockLifetimeMs: 500 });
    await place.started({ batch }, { lockLifetimeMs: 500 });
    await queue.enqueue('batch', { batchId: 1 });
    await until(() => isDone);
    expect(starts).toBe(1);
  });

  test('a worker that was overtaken learns it from its next touch', async () => {
    await using place = await open();
    const lockLifetimeMs = 400;
    let tellTouch: (outcome: string) => void = () => undefined;
    const touched = new Promise<string>((resolve) => {
      tellTouch = resolve;
    });
    let isBegun = false;
    let isTakenOver = false;
    const slow = async (_data: unknown, { touch }: JobHandlerContext) => {
      isBegun = true;
      await until(() => isTakenOver);
      await touch().then(
        () => tellTouch('still ours'),
        () => tellTouch('lost'),
      );
    };
    const overtaken = await place.started({ batch: slow }, { lockLifetimeMs, concurrency: 1 });
    await overtaken.enqueue('batch', { batchId: 1 });
    const other = (_data: unknown, context: JobHandlerContext) => {
      isTakenOver = true;
      return untilAborted(context);
    };
    await until(() => isBegun);
    const drained = overtaken.drain(5_000);
    await place.started({ batch: other }, { lockLifetimeMs });
    expect(await touched).toBe('lost');
    expect(await drained).toEqual({ running: 0 });
  });

  test('a drain aborts what runs, and everything is done by the others without delay', async () => {
    await using place = await open();
    const begun = new Set<number>();
    const done = new Set<number>();
    const drained = await place.started({
      batch: ({ batchId }, context) => {
        begun.add(batchId);
        return untilAborted(context);
      },
    });
    await drained.enqueueMany(
      'batch',
      Array.from({ length: 20 }, (_, batchId) => ({ batchId })),
    );
    await until(() => begun.size === 4);
    const startedAt = Date.now();
    expect(await drained.drain(5_000)).toEqual({ running: 0 });
    expect(Date.now() - startedAt).toBeLessThan(2_000);
    expect(begun.size).toBe(4);
    expect(await drained.isReady()).toBe(false);
    await place.started({ batch: async ({ batchId }) => void done.add(batchId) }, { lockLifetimeMs: 60_000 });
    await until(() => done.size === 20);
  });

  test('a drain does not wait longer than its deadline', async () => {
    await using place = await open();
    let isRunning = false;
    const queue = await place.started({
      batch: () => {
        isRunning = true;
        return never();
      },
    });
    await queue.enqueue('batch', { batchId: 1 });
    await until(() => isRunning);
    const startedAt = Date.now();
    expect(await queue.drain(100)).toEqual({ running: 1 });
    expect(Date.now() - startedAt).toBeLessThan(1_000);
  });

  test('a handler that throws is tried again a few times, and its job does not stay', async () => {
    await using place = await open();
    let tries = 0;
    const moments: number[] = [];
    const batch = async () => {
      tries += 1;
      throw new Error('out of order');
    };
    const moment = async ({ schedulerId }: { schedulerId: number }) => {
      moments.push(schedulerId);
      if (moments.length < 3) throw new Error('not yet');
    };
    const queue = await place.started({ batch, moment });
    await queue.enqueue('batch', { batchId: 1 });
    await queue.enqueue('moment', { schedulerId: 9 });
    await until(() => tries === 6 && moments.length === 3);
    await queue.enqueue('moment', { schedulerId: 10 });
    await until(() => moments.includes(10));
    expect(tries).toBe(6);
    expect(moments).toEqual([9, 9, 9, 10]);
  });

  test('a process that only adds jobs is ready, and does none', async () => {
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
