import type { Database } from '../../database/database.js';

/** Counting stops here: an exact count of millions of rows would itself slow the database down. */
export const COUNT_LIMIT = 1_000_000;

export const countUpTo = (rows: string): string => `SELECT COUNT(*) AS n FROM (${rows} LIMIT ${COUNT_LIMIT}) rows_`;
const lateness = (column: string, rows: string): string =>
  `SELECT (? - MIN(${column})) / 1000.0 AS n FROM ${rows} AND ${column} <= ?`;

/** Rows that wait, by kind. Each statement returns one number `n`, and all its parameters are the current time. */
export const WAITING = {
  batches: countUpTo("SELECT 1 FROM batch WHERE status IN ('pending', 'running')"),
  held_batches: countUpTo(`SELECT 1 FROM batch JOIN run ON run.id = batch.run_id JOIN app ON app.id = batch.app_id
    WHERE batch.status IN ('pending', 'running') AND (run.status = 'paused' OR app.paused_until > ?)`),
  due_sends: countUpTo('SELECT 1 FROM due_send'),
  retries: countUpTo('SELECT 1 FROM retry_send'),
  held_retries: countUpTo('SELECT 1 FROM retry_send WHERE held_for IS NOT NULL'),
  held_messages: `SELECT SUM(c.count) AS n FROM run r JOIN batch_count c ON c.run_id = r.id AND c.outcome = 'held'
    WHERE r.status IN ('planning', 'running', 'paused')`,
} as const;

/** Returns how long the oldest due row of each kind has waited. */
export const OVERDUE_SECONDS = {
  moments: lateness(
    'next_due_at',
    'scheduler WHERE active = 1 AND NOT EXISTS (SELECT 1 FROM user_account u WHERE u.id = scheduler.user_id AND u.suspended = 1)',
  ),
  due_sends: lateness('due_at', 'due_send WHERE lease_until IS NULL'),
  retries: lateness('due_at', 'retry_send WHERE lease_until IS NULL'),
} as const;

export const readNumber = async (database: Database, statement: string, now: number): Promise<number> => {
  const parameters = Array.from(statement.matchAll(/\?/g), () => now);
  const [row] = await database.query<{ n: number | string | null }>(statement, parameters);
  return Number(row?.n ?? 0);
};

type Numbers<T> = { readonly [K in keyof T]: number };

export interface Backlog {
  readonly waiting: Numbers<typeof WAITING>;
  readonly overdueSeconds: Numbers<typeof OVERDUE_SECONDS>;
}

export const readBacklog = async (database: Database, now: number): Promise<Backlog> => ({
  waiting: await readAll(database, WAITING, now),
  overdueSeconds: await readAll(database, OVERDUE_SECONDS, now),
});

const readAll = async <T extends Readonly<Record<string, string>>>(
  database: Database,
  statements: T,
  now: number,
): Promise<Numbers<T>> => {
  const numbers: Record<string, number> = {};
  for (const [kind, sql] of Object.entries(statements)) {
    numbers[kind] = Math.round((await readNumber(database, sql, now)) * 10) / 10;
  }
  return numbers as Numbers<T>;
};
