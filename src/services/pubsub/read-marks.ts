import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';

/**
 * Things that change: an import, a run with its counts, a scheduler with its latest run's moment, the events of an
 * owner.
 */
export interface Target {
  readonly kind: 'import' | 'owner' | 'run' | 'scheduler';
  readonly id: number;
}

/** Well below the 32,766 parameters that SQLite allows; a run takes three. */
const TARGETS_PER_STATEMENT = 5_000;
/** One sum tells retries and held messages apart. */
const HELD_WEIGHT = 1_000_003;

interface MarkRow {
  readonly kind: string;
  readonly id: number | string;
  readonly a: unknown;
  readonly b: unknown;
  readonly c: unknown;
  readonly d: unknown;
}

/**
 * Reads a mark for each target that differs when it has changed, in one statement. A missing target is absent. The sums
 * of a run's counts serve as its mark: a message leaves `retrying` or `held`, or is added.
 */
export const readMarks = async (database: Database, targets: readonly Target[]): Promise<Map<string, string>> => {
  const marks = new Map<string, string>();
  for (const part of chunk(targets, TARGETS_PER_STATEMENT)) {
    const idsOf = (kind: Target['kind']) => part.filter((target) => target.kind === kind).map(({ id }) => id);
    const looks = [
      ...lookAtImports(idsOf('import')),
      ...lookAtOwners(idsOf('owner')),
      ...lookAtSchedulers(idsOf('scheduler')),
      ...lookAtRuns(idsOf('run')),
    ];
    const sql = looks.map((look) => look.sql).join(' UNION ALL ');
    const rows = await database.query<MarkRow>(
      sql,
      looks.flatMap(({ ids }) => ids),
    );
    for (const { kind, id, a, b, c, d } of rows) {
      const key = `${kind}:${id}`;
      marks.set(key, `${marks.get(key) ?? ''}/${a},${b},${c},${d}`);
    }
  }
  return marks;
};

interface Look {
  readonly sql: string;
  readonly ids: readonly number[];
}

const look = (ids: readonly number[], sql: (list: string) => string): Look[] =>
  ids.length === 0 ? [] : [{ sql: sql(inList(ids)), ids }];

const lookAtImports = (ids: readonly number[]): Look[] =>
  look(
    ids,
    (list) =>
      `SELECT 'import' AS kind, id, done AS a, imported + updated AS b, rejected AS c, CASE status WHEN 'waiting' THEN 1
         WHEN 'uploaded' THEN 2 WHEN 'running' THEN 3 ELSE 4 END AS d FROM device_import WHERE id IN ${list}`,
  );

const lookAtOwners = (ids: readonly number[]): Look[] =>
  look(
    ids,
    (list) =>
      `SELECT 'owner' AS kind, user_id AS id, position AS a, 0 AS b, 0 AS c, 0 AS d FROM outbox_head WHERE user_id IN ${list}`,
  );

const lookAtSchedulers = (ids: readonly number[]): Look[] =>
  look(
    ids,
    (list) =>
      `SELECT 'scheduler' AS kind, s.id AS id, s.updated_at AS a, s.next_due_at AS b, s.active AS c,
         (SELECT MAX(r.due_at) FROM run r WHERE r.scheduler_id = s.id) AS d
       FROM scheduler s WHERE s.id IN ${list}`,
  );

/** Up to three rows per run: the run, its messages, its batches. */
const lookAtRuns = (ids: readonly number[]): Look[] => [
  ...look(
    ids,
    (list) =>
      `SELECT 'run' AS kind, id, CASE status WHEN 'planning' THEN 1 WHEN 'running' THEN 2 WHEN 'paused' THEN 3
         WHEN 'finished' THEN 4 ELSE 5 END AS a, finished_at AS b, left_out AS c, 0 AS d FROM run WHERE id IN ${list}`,
  ),
  ...look(
    ids,
    (list) =>
      `SELECT 'run' AS kind, run_id AS id, COUNT(*) AS a, SUM(count) AS b,
         SUM(CASE outcome WHEN 'retrying' THEN count WHEN 'held' THEN ${HELD_WEIGHT} * count ELSE 0 END) AS c,
         SUM(CASE WHEN outcome = 'sent' THEN count ELSE 0 END) AS d
       FROM batch_count WHERE run_id IN ${list} GROUP BY run_id`,
  ),
  ...look(
    ids,
    (list) =>
      `SELECT 'run' AS kind, run_id AS id, COUNT(*) AS a, SUM(CASE WHEN status = 'done' THEN 1 ELSE 0 END) AS b,
         -1 AS c, -1 AS d FROM batch WHERE run_id IN ${list} GROUP BY run_id`,
  ),
];
