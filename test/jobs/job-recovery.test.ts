import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { JobHandlerContext } from '../../src/ports/job-queue.js';
import { eachDatabase } from '../support/databases.js';
import { eachJobStore, JobPlace, until } from './job-stores.js';

/** A handler that does not return until its signal is aborted. */
const untilAborted = ({ signal }: JobHandlerContext): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** Longer than a busy machine needs for any step here. */
const PATIENCE_MS = 60_000;

const never = (): Promise<never> => new Promise(() => undefined);

describe.each(eachJobStore())('jobs in $name, when workers fail or stop', ({ open }) => {
  test("a silent worker's job is taken over when its lock expires, and not before", async () => {
    await using place = await open();
    const starts: string[] = [];
    const lockLifetimeMs = 1_000;
    const abandoned = await place.started(
      {
        batch: () => {
          starts.push('abandoned');
          return never();
        },
      },
      // Its only slot stays taken, so that after a pause it cannot take its own job again.
      { lockLifetimeMs, concurrency: 1 },
    );
    const notYetLockedAt = Date.now();
    await abandoned.enqueue('batch', { batchId: 1 });
    await until(() => starts.length === 1);
    expect((await abandoned.drain(0)).running).toBeGreaterThan(0);
    let takenAt = 0;
    const other = async () => {
      takenAt = Date.now();
      starts.push('other');
    };
    await place.started({ batch: other }, { lockLifetimeMs });
    await until(() => starts.length === 2);
    expect(starts).toEqual(['abandoned', 'other']);
    expect(takenAt - notYetLockedAt).toBeGreaterThanOrEqual(lockLifetimeMs);
  });

  test('a job that loses its lock logs a warning', async () => {
    await using place = await open();
    const lines: { readonly level: number; readonly msg: string }[] = [];
    const logger = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) });
    const queue = await place.started({ batch: never }, { lockLifetimeMs: 400, concurrency: 1, logger });
    await queue.enqueue('batch', { batchId: 1 });
    await until(() => lines.length > 0);
    const msg = 'a job lost its lock: this process or the job store stood still';
    expect(lines[0]).toMatchObject({ level: pino.levels.values.warn, msg });
  });

  test('a long job that touches its lock keeps it', async () => {
    await using place = await open();
    let starts = 0;
    let isDone = false;
    // A busy machine may miss two thirds of the touches.
    const lockLifetimeMs = 4_000;
    const batch = async (_data: unknown, { touch }: JobHandlerContext) => {
      starts += 1;
      const end = Date.now() + 2 * lockLifetimeMs;
      await until(async () => {
        await touch();
        return Date.now() > end;
      });
      isDone = true;
    };
    const queue = await place.started({ batch }, { lockLifetimeMs });
    await place.started({ batch }, { lockLifetimeMs });
    await queue.enqueue('batch', { batchId: 1 });
    await until(() => isDone);
    expect(starts).toBe(1);
  });

  test('a worker learns from its next touch that its job was taken over', async () => {
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
    const drained = overtaken.drain(PATIENCE_MS);
    await place.started({ batch: other }, { lockLifetimeMs });
    expect(await touched).toBe('lost');
    expect(await drained).toEqual({ running: 0 });
  });

  test('a drain aborts running jobs, and other workers complete them at once', async () => {
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
    expect(await drained.drain(2 * PATIENCE_MS)).toEqual({ running: 0 });
    expect(Date.now() - startedAt).toBeLessThan(PATIENCE_MS);
    expect(begun.size).toBe(4);
    expect(await drained.isReady()).toBe(false);
    await place.started({ batch: async ({ batchId }) => void done.add(batchId) });
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
    expect((await queue.drain(100)).running).toBeGreaterThan(0);
    expect(Date.now() - startedAt).toBeLessThan(PATIENCE_MS);
  });

  test('a second drain waits for the jobs that outlived the first', async () => {
    await using place = await open();
    let isRunning = false;
    let stopHard: () => void = () => undefined;
    const hardStop = new Promise<void>((resolve) => {
      stopHard = resolve;
    });
    const queue = await place.started({
      batch: () => {
        isRunning = true;
        return hardStop;
      },
    });
    await queue.enqueue('batch', { batchId: 1 });
    await until(() => isRunning);
    expect((await queue.drain(0)).running).toBeGreaterThan(0);
    stopHard();
    expect(await queue.drain(PATIENCE_MS)).toEqual({ running: 0 });
  });

  test('a job whose handler throws is retried a few times, and then removed', async () => {
    await using place = await open();
    let tries = 0;
    const moments: number[] = [];
    const batch = async () => {
      tries += 1;
      throw new Error('out of order');
    };
    const moment = async ({ schedulerId }: { schedulerId: number }) => {
      moments.push(schedulerId);
      // It is not an Error: any thrown value counts as a failure.
      if (moments.length < 3) await Promise.reject('not yet');
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
});

(process.env.TEST_MYSQL_URL ? describe : describe.skip)('jobs in a MySQL whose connections are cut', () => {
  test('start anyway', async () => {
    const mysql = eachDatabase().find(({ name }) => name === 'mysql');
    if (mysql === undefined) throw new Error('skipped without MySQL');
    const database = await mysql.open();
    await using place = new JobPlace(database, null);
    const tx = database.tx.bind(database);
    let cuts = 0;
    database.tx = (work) => {
      cuts += 1;
      return cuts > 3
        ? tx(work)
        : Promise.reject(Object.assign(new Error('cut'), { code: 'PROTOCOL_CONNECTION_LOST' }));
    };
    let swept = 0;
    await place.started({
      sweep: async () => {
        swept += 1;
      },
    });

    await until(() => swept > 0);
    expect(cuts).toBeGreaterThan(3);
  });
});
