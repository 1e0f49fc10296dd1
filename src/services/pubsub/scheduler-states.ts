import DataLoader from 'dataloader';
import { In } from 'typeorm';
import type { Database } from '../../database/database.js';
import { Scheduler } from '../../entities/scheduler.js';
import type { RunQueryService } from '../runs/run-query-service.js';
import type { RunState } from './run-states.js';

export interface SchedulerState {
  readonly scheduler: Scheduler;
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
    const latestIds =
      schedulers.length === 0 ? new Map<number, number>() : await runs.latestIdsOf([...schedulerOf.keys()]);
    return Promise.all(
      ids.map(async (id) => {
        const scheduler = schedulerOf.get(id);
        const runId = latestIds.get(id);
        if (!scheduler) return null;
        return { scheduler, latestRun: runId === undefined ? null : await runStates.load(runId) };
      }),
    );
  };
  return new DataLoader(readStates, { cache: false, maxBatchSize: SCHEDULERS_PER_STATEMENT });
};
