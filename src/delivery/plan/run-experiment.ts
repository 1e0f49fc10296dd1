import { select, type Tx } from '../../database/database.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Run, WinnerReason } from '../../entities/run.js';
import type { Scheduler } from '../../entities/scheduler.js';
import type { RunExperiment, Variant } from '../../ports/experiment.js';
import { saltOf } from '../judgement/arms.js';
import { isSame } from './winners.js';

/** The columns of a run that its experiment fills. */
export type ExperimentColumns = Pick<Run, 'experiment' | 'winner' | 'winnerReason' | 'decidedAt'>;

export const NO_EXPERIMENT: ExperimentColumns = { experiment: null, winner: null, winnerReason: null, decidedAt: null };

/**
 * The variants are the active pushes as they are now. A run continues the experiment of the run before it, unless a
 * variant or a setting has changed in between.
 * @param startsAt epoch ms.
 */
export const buildExperiment = async (
  tx: Tx,
  { id, experiment }: Pick<Scheduler, 'id' | 'experiment'>,
  startsAt: number,
): Promise<ExperimentColumns> => {
  const variants = experiment === null ? [] : await readVariants(tx, id);
  if (experiment === null || variants.length === 0) return NO_EXPERIMENT;
  const { decideAfter } = experiment;
  const decideAt = decideAfter === null ? null : startsAt + decideAfter * 1_000;
  const begun: RunExperiment = { ...experiment, salt: saltOf(id), variants, decideAt };
  const before = await readLast(tx, id);
  return before?.experiment && isSame(before.experiment, begun) ? before : { ...NO_EXPERIMENT, experiment: begun };
};

const readVariants = async (tx: Tx, schedulerId: number): Promise<Variant[]> => {
  const sql = `SELECT id, weight FROM push WHERE scheduler_id = ? AND status = 1 AND archived = 0 ORDER BY position, id`;
  const rows = await select<{ id: number; weight: number | null }>(tx, sql, [schedulerId]);
  return rows.map(({ id, weight }) => ({ pushId: Number(id), weight: Number(weight ?? 1) }));
};

type StoredColumns = Pick<RowOf<Run>, 'experiment' | 'winner' | 'winner_reason' | 'decided_at'>;

/** The experiment of the last run of a scheduler; null: no run had one. */
const readLast = async (tx: Tx, schedulerId: number): Promise<ExperimentColumns | null> => {
  const sql = `SELECT experiment, winner, winner_reason, decided_at FROM run
    WHERE scheduler_id = ? AND experiment IS NOT NULL ORDER BY due_at DESC LIMIT 1`;
  const [row] = await select<StoredColumns>(tx, sql, [schedulerId]);
  if (!row?.experiment) return null;
  return {
    experiment: JSON.parse(row.experiment),
    winner: row.winner === null ? null : Number(row.winner),
    winnerReason: row.winner_reason as WinnerReason | null,
    decidedAt: row.decided_at === null ? null : new Date(Number(row.decided_at)),
  };
};
