import { sha256 } from '../crypto/secrets.js';
import { ConfigError } from '../errors.js';
import { defineSink, type Sink, type SinkEvent } from './definition.js';

const SETTING = 'CLICKHOUSE_URL';
const EXAMPLE = 'https://user:password@host:8443/?table=pushgraph.events';
const DEFAULT_TABLE = 'pushgraph.events';
const ANSWER_MS = 30_000;

interface Target {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly database: string;
  readonly table: string;
}

const parse = (text: string): Target => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.hash !== '') {
    throw new ConfigError(SETTING, `must be an address such as ${EXAMPLE}.`);
  }
  const unknown = [...url.searchParams.keys()].some((name) => name !== 'table');
  if (unknown) throw new ConfigError(SETTING, 'has a parameter that does not exist; the only parameter is table.');
  const [, database = '', table = ''] =
    /^([A-Za-z_]\w{0,63})\.([A-Za-z_]\w{0,63})$/.exec(url.searchParams.get('table') ?? DEFAULT_TABLE) ?? [];
  if (table === '') throw new ConfigError(SETTING, 'must name the table as database.table.');
  return { address: `${url.origin}${url.pathname}`, headers: toHeaders(url), database, table };
};

const toHeaders = ({ username, password }: URL): Record<string, string> => {
  try {
    return {
      ...(username === '' ? {} : { 'x-clickhouse-user': decodeURIComponent(username) }),
      ...(password === '' ? {} : { 'x-clickhouse-key': decodeURIComponent(password) }),
    };
  } catch {
    throw new ConfigError(SETTING, 'has a percent sign that does not start a code; write %25 for a percent sign.');
  }
};

/** The table that docs/sinks.md describes. Repeated rows are equal, so that merges leave one of them. */
const toTable = ({ database, table }: Target): string => `CREATE TABLE IF NOT EXISTS ${database}.${table} (
  account_id String,
  position UInt64,
  entry UInt32,
  id String,
  type LowCardinality(String),
  timestamp DateTime64(3, 'UTC'),
  device_id Nullable(String),
  data String
) ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(timestamp)
ORDER BY (account_id, position, entry)
SETTINGS non_replicated_deduplication_window = 1000`;

const connect = async (target: Target): Promise<Sink> => {
  await createTable(target);
  return {
    write: (events) => insert(target, events),
    close: () => Promise.resolve(),
  };
};

/** A user who may only insert can use a table that exists. */
const createTable = async (target: Target): Promise<void> => {
  const { database, table } = target;
  const exists = await ask(target, { query: `EXISTS TABLE ${database}.${table}` });
  if (exists.trim() === '1') return;
  await ask(target, { query: `CREATE DATABASE IF NOT EXISTS ${database}` });
  await ask(target, { query: toTable(target) });
};

const insert = async (target: Target, events: readonly SinkEvent[]): Promise<void> => {
  if (events.length === 0) return;
  await ask(target, {
    query: `INSERT INTO ${target.database}.${target.table} FORMAT JSONEachRow`,
    // The server skips an insert whose token it knows, whatever the rows are, so the token names every row.
    settings: { insert_deduplication_token: tokenOf(events), date_time_input_format: 'best_effort' },
    body: events.map(toRow).join(''),
  });
};

const tokenOf = (events: readonly SinkEvent[]): string => sha256(events.map(({ id }) => id).join(' '));

const toRow = ({ accountId, position, entry, id, type, occurredAt, deviceId, data }: SinkEvent): string =>
  `${JSON.stringify({
    account_id: accountId,
    position,
    entry,
    id,
    type,
    timestamp: occurredAt.toISOString(),
    device_id: deviceId === null ? null : String(deviceId),
    data,
  })}\n`;

interface Request {
  readonly query: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Answers carry their status only at the end with `wait_end_of_query`. */
const ask = async ({ address, headers }: Target, { query, settings = {}, body = '' }: Request): Promise<string> => {
  const parameters = new URLSearchParams({ query, wait_end_of_query: '1', ...settings });
  const response = await fetch(`${address}?${parameters}`, {
    ...{ method: 'POST', headers, body, redirect: 'error' },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new Error(`ClickHouse answered ${response.status}${describe(text)}`);
};

/** The rest of its sentence may quote events. */
const describe = (text: string): string => {
  const [, code] = /\bCode: (\d{1,5})\b/.exec(text) ?? [];
  const [, name] = /\(([A-Z][A-Z_]{2,60})\)/.exec(text) ?? [];
  return code === undefined ? '' : ` (code ${code}${name === undefined ? '' : `, ${name}`})`;
};

export const clickhouse = defineSink({
  ...{ name: 'clickhouse', title: 'ClickHouse', setting: SETTING, example: EXAMPLE },
  parse,
  connect,
});
