import type { Database } from '../../src/database/database.js';
import { Run } from '../../src/entities/run.js';
import type { DeliveryWorld } from '../support/delivery-world.js';
import type { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, type BatchWorldOptions } from './batch-world.js';

export const MINUTE = 60_000;
export const DAY = 86_400_000;
/** The devices of a run in these tests: four batches, nine pages. */
export const DEVICES = 65;
/** The devices of a page. */
export const SLICE = 8;

export const SENT = { kind: 'sent', providerMessageId: null } as const;
export const tryAgainIn = (afterMs: number) =>
  ({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs }) as const;

/** The latest run. */
export const latestRun = async (database: Database): Promise<Run> => {
  const [run] = await database.reader.find(Run, { order: { id: 'DESC' }, take: 1 });
  if (!run) throw new Error('there is no run');
  return run;
};

/** Runs the jobs that services have enqueued, without a sweep that would find the work anyway. */
export const carryOut = (world: DeliveryWorld): Promise<void> => world.jobs.settle(world.flow.handlers());

/** The invariant of every test: each message is in the ledger once, counted once, with one outcome in the log. */
export const accountOf = async (world: BatchWorld, sender: RecordingSender) => {
  const outcomes = await world.outcomes();
  const logged = [...(await world.logged()).values()].flat();
  const inLog: Record<string, number> = {};
  for (const outcome of logged.sort()) inLog[outcome] = (inLog[outcome] ?? 0) + 1;
  const { database } = world.options;
  const failures = await database.query<{ outcome: string; n: number }>(
    'SELECT outcome, COUNT(*) AS n FROM delivery_failure GROUP BY outcome',
  );
  const [waiting] = await database.query<{ n: number }>('SELECT COUNT(*) AS n FROM retry_send');
  return {
    ledger: sender.ledger.length,
    duplicates: sender.duplicates,
    outcomes,
    inLog,
    failures: Object.fromEntries(failures.map(({ outcome, n }) => [outcome, Number(n)])),
    waiting: Number(waiting?.n),
  };
};

/** The totals of a cancelled run: `sent` messages arrived, and `cancelled` ones were waiting. */
export const account = (sent: number, cancelled = 0) => {
  const outcomes = { ...(cancelled > 0 ? { cancelled } : {}), ...(sent > 0 ? { sent } : {}) };
  const failures = cancelled > 0 ? { cancelled } : {};
  return { ledger: sent, duplicates: 0, outcomes, inLog: outcomes, failures, waiting: 0 };
};

/** A run to every device, due in an hour. */
export const startRun = async (options: BatchWorldOptions & { readonly devices?: number }): Promise<BatchWorld> => {
  const { devices = DEVICES, ...rest } = options;
  const world = await BatchWorld.start(rest);
  await world.seedDevices(await world.makeApp('provider_c'), devices);
  await world.makeRun();
  return world;
};

/** Runs `action` on the sender's nth call, before its worker learns the page's outcome. */
export const atCall = (sender: RecordingSender, nth: number, action: () => Promise<unknown>): void => {
  sender.after = async () => {
    if (sender.calls === nth) await action();
  };
};
