import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { RowOf } from '../../entities/column-types.js';
import { RUN_STATUSES, type Run, type RunStatus } from '../../entities/run.js';
import { readKind, type StoredKind } from '../../entities/scheduler.js';
import { badInput, notFound } from '../../errors.js';
import { UNDER_WAY } from './run-control.js';

export interface RunsWanted {
  readonly userId: number | null;
  /** null for current runs. */
  readonly status: RunStatus | null;
  readonly limit: number;
}

type RunRow = Pick<
  RowOf<Run>,
  'id' | 'user_id' | 'scheduler_id' | 'status' | 'status_message' | 'planned_total' | 'due_at' | 'created_at'
> & { readonly kind: StoredKind; readonly scheduler: string | null };

/** The command line's output for a run. */
interface RunLine {
  readonly run_id: number;
  readonly user_id: number;
  /** null: the run has no scheduler. */
  readonly scheduler_id: number | null;
  /** null if the scheduler was deleted, or the run has none. */
  readonly scheduler: string | null;
  readonly kind: string;
  readonly status: RunStatus;
  readonly reason: string | null;
  /** The planned number of messages; null if it is not known yet. */
  readonly planned: number | null;
  readonly due_at: string;
  readonly started_at: string;
  readonly messages: Readonly<Record<string, number>>;
}

/** Newest runs first. */
export const listRuns = async (database: Database, { userId, status, limit }: RunsWanted): Promise<RunLine[]> => {
  const statuses = status === null ? UNDER_WAY : [status];
  const rows = await database.query<RunRow>(
    `SELECT r.id, r.user_id, r.scheduler_id, s.name AS scheduler, r.kind, r.status, r.status_message,
       r.planned_total, r.due_at, r.created_at
     FROM run r LEFT JOIN scheduler s ON s.id = r.scheduler_id
     WHERE r.status IN ${inList(statuses)} ${userId === null ? '' : 'AND r.user_id = ?'}
     ORDER BY r.id DESC LIMIT ${limit}`,
    userId === null ? statuses : [...statuses, userId],
  );
  const messages = await countMessages(
    database,
    rows.map(({ id }) => Number(id)),
  );
  return rows.map((row) => ({ ...toLine(row), messages: messages.get(Number(row.id)) ?? {} }));
};

/** @throws BAD_USER_INPUT */
export const readRunStatus = (text: string): RunStatus => {
  const found = RUN_STATUSES.find((status) => status === text);
  if (found) return found;
  throw badInput('status', `--status must be one of ${RUN_STATUSES.join(', ')}.`);
};

/** @throws NOT_FOUND */
export const ownerOfRun = async (database: Database, id: number): Promise<number> => {
  const [row] = await database.query<{ user_id: number }>('SELECT user_id FROM run WHERE id = ?', [id]);
  if (!row) throw notFound('run');
  return Number(row.user_id);
};

const toLine = (row: RunRow): Omit<RunLine, 'messages'> => ({
  run_id: Number(row.id),
  user_id: Number(row.user_id),
  scheduler_id: Number(row.scheduler_id) > 0 ? Number(row.scheduler_id) : null,
  scheduler: row.scheduler,
  kind: readKind(row.kind),
  status: row.status,
  reason: row.status_message,
  planned: row.planned_total === null ? null : Number(row.planned_total),
  due_at: new Date(Number(row.due_at)).toISOString(),
  started_at: new Date(Number(row.created_at)).toISOString(),
});

const countMessages = async (
  database: Database,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, Record<string, number>>> => {
  const counts = new Map<number, Record<string, number>>();
  if (runIds.length === 0) return counts;
  const rows = await database.query<{ run_id: number; outcome: string; n: number | string }>(
    `SELECT run_id, outcome, SUM(count) AS n FROM batch_count WHERE run_id IN ${inList(runIds)}
     GROUP BY run_id, outcome ORDER BY run_id, outcome`,
    runIds,
  );
  for (const { run_id, outcome, n } of rows) {
    const known = counts.get(Number(run_id)) ?? {};
    if (Number(n) !== 0) counts.set(Number(run_id), { ...known, [outcome]: Number(n) });
  }
  return counts;
};
