import { STORED_KINDS } from '../../entities/scheduler.js';

/** Reads with plain SQL. The database may be a file that no process serves. */
export type Query = (sql: string, parameters: readonly unknown[]) => Promise<object[]> | object[];

/** Work that starts as soon as a process sends. Instants are ISO 8601. */
export type Pending =
  | { readonly pending: 'moment'; readonly scheduler_id: number; readonly user_id: number; readonly due_at: string }
  | {
      readonly pending: 'run';
      readonly run_id: number;
      /** null: the run has no scheduler. */
      readonly scheduler_id: number | null;
      readonly user_id: number;
      readonly due_at: string;
      readonly open_batches: number;
      /** Messages that wait for a retry. */
      readonly retries: number;
    }
  | {
      readonly pending: 'auto_push';
      readonly scheduler_id: number;
      /** Devices whose delay has ended. */
      readonly devices: number;
    };

/**
 * Lists due schedulers, current runs, and delays that have ended, by the state of this database. A backup cannot know
 * which of them were sent after it was taken. Reads only columns of the first version.
 * @param now epoch ms
 */
export const findPending = async (query: Query, now: number): Promise<Pending[]> => [
  ...(await findMoments(query, now)),
  ...(await findRuns(query)),
  ...(await findDelays(query, now)),
];

const findMoments = async (query: Query, now: number): Promise<Pending[]> => {
  const sql =
    'SELECT id, user_id, next_due_at FROM scheduler WHERE active = 1 AND next_due_at <= ? ORDER BY next_due_at';
  return (await rows(query, sql, [now])).map(({ id, user_id, next_due_at }) => ({
    pending: 'moment',
    scheduler_id: Number(id),
    user_id: Number(user_id),
    due_at: toText(next_due_at),
  }));
};

/** An auto-push run is open for an hour, whether or not anything is sent. */
const findRuns = async (query: Query): Promise<Pending[]> => {
  const sql = `SELECT id, user_id, scheduler_id, due_at,
      CASE WHEN status = 'planning' AND kind <> '${STORED_KINDS['auto-push']}' THEN 1 ELSE 0 END AS is_uncut,
      (SELECT COUNT(*) FROM batch b WHERE b.run_id = run.id AND b.status IN ('pending', 'running')) AS open_batches,
      (SELECT COUNT(*) FROM retry_send r WHERE r.run_id = run.id) AS retries
    FROM run WHERE status IN ('planning', 'running') ORDER BY due_at, id`;
  const found = await rows(query, sql, []);
  return found
    .filter(({ is_uncut, open_batches, retries }) => Number(is_uncut) + Number(open_batches) + Number(retries) > 0)
    .map((row) => ({
      pending: 'run',
      run_id: Number(row.id),
      scheduler_id: Number(row.scheduler_id) > 0 ? Number(row.scheduler_id) : null,
      user_id: Number(row.user_id),
      due_at: toText(row.due_at),
      open_batches: Number(row.open_batches),
      retries: Number(row.retries),
    }));
};

const findDelays = async (query: Query, now: number): Promise<Pending[]> => {
  const sql =
    'SELECT scheduler_id, COUNT(*) AS devices FROM due_send WHERE due_at <= ? GROUP BY scheduler_id ORDER BY scheduler_id';
  return (await rows(query, sql, [now])).map(({ scheduler_id, devices }) => ({
    pending: 'auto_push',
    scheduler_id: Number(scheduler_id),
    devices: Number(devices),
  }));
};

const rows = async (query: Query, sql: string, parameters: readonly unknown[]) =>
  (await query(sql, parameters)) as Record<string, unknown>[];

const toText = (at: unknown): string => new Date(Number(at)).toISOString();
