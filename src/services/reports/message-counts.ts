import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { SqlFragment } from '../../database/sql.js';
import { badInput } from '../../errors.js';
import type { Dimension } from './dimension.js';
import { filterColumns, inScope, type ReportScope } from './report-sql.js';

const RUNS_PER_READ = 1_000;
/** A statement with this many has about 3 MB, and Vitess accepts 16 MB. */
const MAX_COUNTS = 100_000;

/** The columns of `batch_count` that reports read, without the id of the run. */
const TYPES = {
  app_id: 'BIGINT',
  push_id: 'BIGINT',
  language: 'VARCHAR(35)',
  outcome: 'VARCHAR(16)',
} as const;
type CountColumn = keyof typeof TYPES;

/**
 * The messages of a period's runs as a table in SQL, to use instead of `batch_count`. Vitess plans no report over shards,
 * and asks all shards for each run of a join, so the counts are read from there first, and the statement that reports
 * them stays within the catalogue.
 * @throws BAD_USER_INPUT if there are too many.
 */
export const readMessageCounts = async (
  database: Database,
  scope: ReportScope,
  needs: Dimension['needs'],
): Promise<SqlFragment> => {
  const columns = countColumns(scope, needs);
  const { sql: narrowed, parameters } = filterOf(scope);
  const counts: unknown[][] = [];
  for (const runIds of chunk(await readRuns(database, scope), RUNS_PER_READ)) {
    const rows = await database.longRead<Record<string, number | string>>(
      scope.userId,
      `SELECT run_id, ${columns.join(', ')}, SUM(count) AS n FROM batch_count WHERE run_id IN ${inList(runIds)}${narrowed}
       GROUP BY run_id, ${columns.join(', ')}`,
      [...runIds, ...parameters],
    );
    for (const row of rows) counts.push([row.run_id, ...columns.map((column) => row[column]), Number(row.n)]);
    if (counts.length > MAX_COUNTS) throw tooMany();
  }
  const typed = [['run_id', 'BIGINT'], ...columns.map((column) => [column, TYPES[column]]), ['count', 'BIGINT']];
  const paths = typed.map(([name, type], index) => `${name} ${type} PATH '$[${index}]'`);
  return { sql: `JSON_TABLE(?, '$[*]' COLUMNS (${paths.join(', ')}))`, parameters: [JSON.stringify(counts)] };
};

/** Fewer columns make fewer and larger counts. */
const countColumns = ({ where }: ReportScope, needs: Dimension['needs']): CountColumn[] => {
  const isNeeded = {
    app_id: needs.includes('app_id') || where.appId !== null,
    push_id: needs.includes('push_id') || needs.includes('variant') || where.pushId !== null,
    language: needs.includes('language'),
    outcome: true,
  } satisfies Record<CountColumn, boolean>;
  return (Object.keys(TYPES) as CountColumn[]).filter((column) => isNeeded[column]);
};

const filterOf = ({ where }: ReportScope): SqlFragment => {
  const filters = filterColumns(where);
  return {
    sql: filters.map(({ column }) => ` AND ${column} = ?`).join(''),
    parameters: filters.map(({ id }) => id),
  };
};

const readRuns = async (database: Database, scope: ReportScope): Promise<number[]> => {
  const ofRuns = { ...scope, where: { ...scope.where, appId: null, pushId: null } };
  const { sql, parameters } = inScope(ofRuns, (name) => `c.${name}`);
  const rows = await database.longRead<{ id: number }>(
    scope.userId,
    `SELECT r.id FROM run r WHERE ${sql} LIMIT ${MAX_COUNTS + 1}`,
    parameters,
  );
  if (rows.length > MAX_COUNTS) throw tooMany();
  return rows.map(({ id }) => Number(id));
};

const tooMany = () =>
  badInput(
    'period',
    `On Vitess, a report has at most ${MAX_COUNTS} runs and counts by outcome. Request a shorter period.`,
    'TOO_MANY',
  );
