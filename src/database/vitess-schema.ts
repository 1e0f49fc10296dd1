/** How a table with a column `app_id` is kept on Vitess (docs/scale-out.md). */
type Place = 'catalogue' | 'spread' | 'spread and numbered';

/**
 * Every table with a column `app_id`; all other tables are in the catalogue. What grows with devices and messages is
 * spread over shards by application.
 */
export const TABLES_OF_APPS = {
  alert: 'catalogue',
  alert_rule: 'catalogue',
  app_group_member: 'catalogue',
  batch: 'spread and numbered',
  batch_count: 'spread',
  conversion: 'catalogue',
  delivery_failure: 'spread',
  delivery_log: 'spread',
  device: 'spread',
  device_count: 'catalogue',
  device_event: 'spread',
  device_event_day: 'spread',
  device_import: 'catalogue',
  device_send: 'spread',
  device_tag: 'spread',
  device_zone_change: 'spread',
  due_send: 'spread and numbered',
  event_seen: 'spread',
  foreign_subscription: 'spread',
  goal_event: 'catalogue',
  live_activity: 'spread',
  receipt: 'spread',
  receipt_count: 'catalogue',
  retry_send: 'spread and numbered',
  tag: 'catalogue',
  traffic: 'catalogue',
} as const satisfies Readonly<Record<string, Place>>;

const tablesAt = (...places: readonly Place[]): string[] =>
  Object.entries(TABLES_OF_APPS).flatMap(([table, place]) => (places.includes(place) ? [table] : []));

const SPREAD = tablesAt('spread', 'spread and numbered');
const NUMBERED = tablesAt('spread and numbered');
/**
 * Its batches are committed before a run that is sent at once. A failover in between would assign the id of that run again,
 * with AUTO_INCREMENT; a sequence never does.
 */
const NUMBERED_IN_CATALOGUE = ['run'];

/** The table in the catalogue from which vttablets take blocks of ids. */
export const sequenceOf = (table: string): string => `${table}_seq`;

export interface Keyspaces {
  readonly catalogue: string;
  readonly devices: string;
}

/** The documents that Vitess needs, for `vtctldclient` and `mysql`. */
interface VitessSchema {
  /** The VSchema of each keyspace. */
  readonly catalogue: object;
  readonly devices: object;
  readonly rules: object;
  /** SQL that creates the sequences in the catalogue. */
  readonly sequences: readonly string[];
}

export const vitessSchema = ({ catalogue, devices }: Keyspaces): VitessSchema => ({
  catalogue: {
    sharded: false,
    tables: Object.fromEntries([
      ...[...NUMBERED, ...NUMBERED_IN_CATALOGUE].map((table) => [sequenceOf(table), { type: 'sequence' }]),
      ...NUMBERED_IN_CATALOGUE.map((table) => [table, numberedBy(catalogue, table)]),
    ]),
  },
  devices: {
    sharded: true,
    // Ids of applications count up: a hash would put small ones into the same shard by chance.
    vindexes: { by_app: { type: 'reverse_bits' } },
    tables: Object.fromEntries(SPREAD.map((table) => [table, spreadTable(catalogue, table)])),
  },
  rules: {
    rules: SPREAD.flatMap((table) =>
      [table, `${catalogue}.${table}`].map((from) => ({ from_table: from, to_tables: [`${devices}.${table}`] })),
    ),
  },
  sequences: [...NUMBERED, ...NUMBERED_IN_CATALOGUE]
    .map(sequenceOf)
    .flatMap((sequence) => [
      `CREATE TABLE IF NOT EXISTS ${sequence} (id BIGINT PRIMARY KEY, next_id BIGINT, cache BIGINT) COMMENT 'vitess_sequence'`,
      `INSERT IGNORE INTO ${sequence} (id, next_id, cache) VALUES (0, 1, 1000)`,
    ]),
});

const spreadTable = (catalogue: string, table: string): object => ({
  column_vindexes: [{ column: 'app_id', name: 'by_app' }],
  ...(NUMBERED.includes(table) ? numberedBy(catalogue, table) : {}),
});

const numberedBy = (catalogue: string, table: string): object => ({
  auto_increment: { column: 'id', sequence: `${catalogue}.${sequenceOf(table)}` },
});
