import DataLoader from 'dataloader';
import type { Database } from '../../database/database.js';
import type { Scheduler } from '../../entities/scheduler.js';
import { type SchedulerStateName, selectWithStates } from '../schedulers/scheduler-state.js';
import type { RunState } from './run-states.js';

export interface SchedulerState {
  readonly scheduler: Scheduler;
  readonly status: SchedulerStateName;
  /** null if it has never run. */
  readonly latestRun: RunState | null;
}

const SCHEDULERS_PER_STATEMENT = 500;

/** Like `createRunStates`. */
export const createSchedulerStates = (
  database: Database,
  runStates: DataLoader<number, RunState | null>,
): DataLoader<number, SchedulerState | null> => {
  const readStates = async (ids: readonly number[]): Promise<(SchedulerState | null)[]> => {
    const found = await selectWithStates(database, [...new Set(ids)]);
    return Promise.all(
      ids.map(async (id) => {
        const known = found.get(id);
        if (!known) return null;
        const { scheduler, status, latestRunId } = known;
        return { scheduler, status, latestRun: latestRunId === null ? null : await runStates.load(latestRunId) };
      }),
    );
  };
  return new DataLoader(readStates, { cache: false, maxBatchSize: SCHEDULERS_PER_STATEMENT });
};
