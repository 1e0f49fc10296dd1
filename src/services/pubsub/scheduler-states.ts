import DataLoader from 'dataloader';
import { In } from 'typeorm';
import type { Database } from '../../database/database.js';
import { Scheduler } from '../../entities/scheduler.js';
import type { RunQueryService } from '../runs/run-query-service.js';
import { type SchedulerStateName, selectStates } from '../schedulers/scheduler-state.js';
import type { RunState } from './run-states.js';

export interface SchedulerState {
  readonly scheduler: Scheduler;
  readonly status: SchedulerStateName;
  /** null: it has never run. */
  readonly latestRun: RunState | null;
}

const SCHEDULERS_PER_STATEMENT = 500;

/** Like `createRunStates`. */
export const createSchedulerStates = (
  database: Database,
  runs: RunQueryService,
  runStates: DataLoader<number, RunState | null>,
): DataLoader<number, SchedulerState | null> => {
  const readStates = async (ids: readonly number[]): Promise<(SchedulerState | null)[]> => {
    const schedulers = await database.reader.findBy(Scheduler, { id: In([...new Set(ids)]) });
    const schedulerOf = new Map(schedulers.map((scheduler) => [scheduler.id, scheduler]));
    if (schedulers.length === 0) return ids.map(() => null);
    const latestIds = await runs.latestIdsOf([...schedulerOf.keys()]);
    const statusOf = await selectStates(database, [...schedulerOf.keys()]);
    return Promise.all(
      ids.map(async (id) => {
        const scheduler = schedulerOf.get(id);
        const runId = latestIds.get(id);
        const status = statusOf.get(id);
        if (!scheduler || !status) return null;
        return { scheduler, status, latestRun: runId === undefined ? null : await runStates.load(runId) };
      }),
    );
  };
  return new DataLoader(readStates, { cache: false, maxBatchSize: SCHEDULERS_PER_STATEMENT });
};
