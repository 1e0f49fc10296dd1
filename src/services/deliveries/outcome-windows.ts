import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import type { SqlFragment } from '../../database/sql.js';
import { outcomeByte } from '../../delivery/record/delivery-log-codec.js';
import type { RowOf } from '../../entities/column-types.js';
import type { DeliveryLog } from '../../entities/delivery-log.js';
import type { OutcomeName } from '../../entities/outcome.js';

/** Log rows that one answer reads; each holds up to some hundred messages. */
const MOST_ROWS = 2_000;
/** The limit for all runs of one query together. */
const LEAST_ROWS = 100;

/** A row's position in the log of its run: application, push, first device, batch. */
export type LogKey = readonly [appId: number, pushId: number, firstId: number, batchId: number];

type Range = readonly [lowest: number, highest: number];

/** The places where a run has messages with these outcomes, according to its counts. */
export interface OutcomePlace {
  readonly runId: number;
  readonly apps: Range;
  readonly pushes: Range;
}

export interface OutcomeSearch {
  readonly outcomes: readonly OutcomeName[];
  /** The first row to read; null starts at the beginning. */
  readonly from: LogKey | null;
  /** The number of matching rows that is enough. */
  readonly limit: number;
}

export type LogRow = Pick<
  DeliveryLog,
  'runId' | 'appId' | 'pushId' | 'firstId' | 'batchId' | 'members' | 'outcomes' | 'loggedAt'
>;

export interface OutcomeWindow {
  /** Rows with at least one matching message, in log order. */
  readonly rows: readonly LogRow[];
  /** The last row that was read; null at the end of the log. */
  readonly edge: LogKey | null;
}

/**
 * Searches the logs of runs for messages with given outcomes, within a bounded number of rows: two statements for any
 * number of runs. Returns rows in log order.
 */
export const readOutcomeWindows = async (
  database: Database,
  places: readonly OutcomePlace[],
  { outcomes, from, limit }: OutcomeSearch,
): Promise<OutcomeWindow[]> => {
  const edges = await readEdges(database, places, from);
  const found = await ask<RawRow>(
    database,
    places.map((place, index) => {
      const edge = edges.get(index);
      const parts = [between('push_id', place.pushes), withOutcome(outcomes), ...(edge ? [upTo(edge)] : [])];
      const columns = `${index} AS place, ${KEY}, t.members, t.outcomes, t.logged_at`;
      return select(columns, { place, from, parts, end: `LIMIT ${limit}` });
    }),
  );
  const rowsOf = groupBy(found, (row) => Number(row.place));
  return places.map((_, index) => ({ rows: (rowsOf.get(index) ?? []).map(toLogRow), edge: edges.get(index) ?? null }));
};

/** Reads only keys: a search for a rare outcome would otherwise read the whole log. */
const readEdges = async (
  database: Database,
  places: readonly OutcomePlace[],
  from: LogKey | null,
): Promise<Map<number, LogKey>> => {
  const rows = Math.max(LEAST_ROWS, Math.floor(MOST_ROWS / places.length));
  const end = `LIMIT 1 OFFSET ${rows - 1}`;
  const selects = places.map((place, index) => select(`${index} AS place, ${KEY}`, { place, from, parts: [], end }));
  return new Map((await ask<KeyRow>(database, selects)).map((row) => [Number(row.place), toKey(row)]));
};

const KEY_COLUMNS = ['app_id', 'push_id', 'first_id', 'batch_id'] as const;
const KEY = ['run_id', ...KEY_COLUMNS].map((name) => `t.${name}`).join(', ');

type KeyRow = Pick<RowOf<DeliveryLog>, (typeof KEY_COLUMNS)[number]> & { readonly place: number };
type RawRow = Omit<RowOf<DeliveryLog>, 'last_id'> & Pick<KeyRow, 'place'>;

interface Select {
  readonly place: OutcomePlace;
  readonly from: LogKey | null;
  readonly parts: readonly SqlFragment[];
  readonly end: string;
}

const select = (columns: string, { place, from, parts, end }: Select): SqlFragment => {
  const all = [between('app_id', place.apps), ...(from ? [atOrBeyond(from, '>')] : []), ...parts];
  const conditions = all.map(({ sql }) => ` AND (${sql})`).join('');
  return {
    sql: `SELECT ${columns} FROM delivery_log t WHERE t.run_id = ?${conditions}
      ORDER BY t.app_id, t.push_id, t.first_id, t.batch_id ${end}`,
    parameters: [place.runId, ...all.flatMap(({ parameters }) => parameters)],
  };
};

const between = (column: 'app_id' | 'push_id', range: Range): SqlFragment => ({
  sql: `t.${column} BETWEEN ? AND ?`,
  parameters: range,
});

const ask = async <Row>(database: Database, selects: readonly SqlFragment[]): Promise<Row[]> => {
  const sql =
    selects.length === 1 ? (selects[0]?.sql ?? '') : database.dialect.unionAll(selects.map((part) => part.sql));
  return database.query<Row>(
    sql,
    selects.flatMap(({ parameters }) => parameters),
  );
};

const withOutcome = (outcomes: readonly OutcomeName[]): SqlFragment => ({
  sql: outcomes.map(() => 'INSTR(t.outcomes, ?) > 0').join(' OR '),
  parameters: outcomes.map((name) => Buffer.from([outcomeByte(name)])),
});

const upTo = (key: LogKey): SqlFragment => atOrBeyond(key, '<');

/** SQL for rows at a key and on one side of it. It avoids row values, because MySQL uses no index range for them. */
const atOrBeyond = (key: LogKey, sign: '<' | '>', depth = 0): SqlFragment => {
  const name = KEY_COLUMNS[depth];
  const value = key[depth];
  if (depth === KEY_COLUMNS.length - 1) return { sql: `t.${name} ${sign}= ?`, parameters: [value] };
  const rest = atOrBeyond(key, sign, depth + 1);
  return {
    sql: `t.${name} ${sign} ? OR (t.${name} = ? AND (${rest.sql}))`,
    parameters: [value, value, ...rest.parameters],
  };
};

const toKey = (row: KeyRow): LogKey => [
  Number(row.app_id),
  Number(row.push_id),
  Number(row.first_id),
  Number(row.batch_id),
];

const toLogRow = (row: RawRow): LogRow => {
  const [appId, pushId, firstId, batchId] = toKey(row);
  const { members, outcomes } = row;
  return {
    runId: Number(row.run_id),
    appId,
    pushId,
    firstId,
    batchId,
    members,
    outcomes,
    loggedAt: new Date(Number(row.logged_at)),
  };
};
