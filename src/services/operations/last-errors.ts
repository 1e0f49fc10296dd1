import type { Database } from '../../database/database.js';

export interface LastError {
  readonly at: string;
  /** A recent failure: of messages of a run, of an application that its provider refuses, of a missed run, or of an import. */
  readonly what: 'messages' | 'application' | 'run' | 'import';
  readonly id: number;
  readonly count: number;
  readonly reason: string;
}

interface ErrorRow {
  readonly at: number | string | null;
  readonly id: number;
  readonly n: number | string;
  readonly reason: string | null;
}

const EACH = 10;
/** Failures are read only from this many of the newest runs. */
const RUNS = 20;

/** Reads the newest errors in the database, of every account. The log has the others. */
export const readLastErrors = async (database: Database, now: number, most: number): Promise<LastError[]> => {
  const read = async (what: LastError['what'], sql: string, parameters: readonly unknown[] = []) =>
    (await database.query<ErrorRow>(sql, parameters)).map((row) => toError(what, row));
  const errors = await Promise.all([
    read(
      'messages',
      `SELECT COALESCE(r.finished_at, r.created_at) AS at, f.run_id AS id, SUM(f.count) AS n, f.reason
       FROM run_failure f JOIN run r ON r.id = f.run_id
       WHERE f.run_id IN (SELECT id FROM (SELECT id FROM run ORDER BY id DESC LIMIT ${RUNS}) newest)
       GROUP BY f.run_id, r.finished_at, r.created_at, f.reason ORDER BY f.run_id DESC, n DESC LIMIT ${EACH}`,
    ),
    read(
      'application',
      `SELECT COALESCE(paused_since, updated_at) AS at, id, 1 AS n, pause_reason AS reason FROM app
       WHERE archived = 0 AND paused_until > ? ORDER BY paused_since DESC LIMIT ${EACH}`,
      [now],
    ),
    read(
      'run',
      `SELECT created_at AS at, id, 1 AS n, status_message AS reason FROM run WHERE status = 'missed'
       ORDER BY id DESC LIMIT ${EACH}`,
    ),
    read(
      'import',
      `SELECT finished_at AS at, id, 1 AS n, message AS reason FROM device_import WHERE status = 'failed'
       ORDER BY id DESC LIMIT ${EACH}`,
    ),
  ]);
  return errors
    .flat()
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, most);
};

const toError = (what: LastError['what'], { at, id, n, reason }: ErrorRow): LastError => ({
  at: new Date(Number(at ?? 0)).toISOString(),
  what,
  id: Number(id),
  count: Number(n),
  reason: reason ?? 'no reason was recorded',
});
