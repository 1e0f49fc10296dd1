import DataLoader from 'dataloader';
import type { Run } from '../../entities/run.js';
import { NO_BATCHES, type RunBatches, type RunCount, type RunQueryService } from '../runs/run-query-service.js';

export interface RunState {
  readonly run: Run;
  readonly counts: readonly RunCount[];
  readonly batches: RunBatches;
  /** Messages a second; null unless the run is being sent. */
  readonly rate: number | null;
  /** Its counts are final, or it has not ended. */
  readonly isSettled: boolean;
}

const RUNS_PER_STATEMENT = 500;

/** Reads runs without checking the owner. Concurrent requests are read together, and nothing is cached. */
export const createRunStates = (runs: RunQueryService): DataLoader<number, RunState | null> =>
  new DataLoader(async (ids) => readStates(runs, ids), { cache: false, maxBatchSize: RUNS_PER_STATEMENT });

const readStates = async (runs: RunQueryService, ids: readonly number[]): Promise<(RunState | null)[]> => {
  const unique = [...new Set(ids)];
  // Counts are read last, so those of an ended and settled run are final.
  const found = await runs.findAnyones(unique);
  const unsettled = await runs.unsettledOf(found);
  const counts = await runs.countsOf(unique);
  const batches = await runs.batchesOf(unique);
  const rates = await runs.ratesOf(found);
  const states = new Map(
    found.map((run) => [
      run.id,
      {
        run,
        counts: counts.get(run.id) ?? [],
        batches: batches.get(run.id) ?? NO_BATCHES,
        rate: rates.get(run.id) ?? null,
        isSettled: !unsettled.has(run.id),
      },
    ]),
  );
  return ids.map((id) => states.get(id) ?? null);
};
