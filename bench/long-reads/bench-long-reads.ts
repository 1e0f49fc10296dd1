import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database, execute } from '../../src/database/database.js';
import { freshDatabaseUrl } from '../../test/support/databases.js';
import { APP } from '../rest/seed.js';
import { bars, type Measured } from '../support/chart.js';
import { openLog } from '../support/open-log.js';
import { percentile } from '../support/percentile.js';
import { ServerProcess } from '../support/server-process.js';
import { toTable } from '../support/table.js';

const API_KEY = 'a-key-for-the-benchmark';
/** The maximum number of devices that a list or count may read for one answer (docs/decisions/long-reads.md). */
const DEVICES = 100_000;
/** The maximum for one operation. */
const COUNTS = 6;
const ROUNDS = 5;
const PAUSE_MS = 5;

interface Figures {
  readonly what: string;
  readonly readMs: number;
  readonly healthzMs: { readonly median: number; readonly worst: number };
}

/** Measures the delay of health checks during a client's counts of very many devices, on SQLite. */
export const benchLongReads = async (): Promise<Measured> => {
  await using place = await freshDatabaseUrl('sqlite');
  await using log = await openLog();
  const env = {
    DATABASE_URL: place.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_API_KEY: API_KEY,
    ROLE: 'api',
  };
  const file = new URL('../rest/our-server.js', import.meta.url);
  await using server = await ServerProcess.start({ file, env, logFd: log.fd });
  const { id } = await send(server.address, '/api/b/v2/apps', { ...APP, name: 'Large' });
  await insertDevices(place.url, Number(id));
  const figures = [await measure('nothing', server.address, () => sleep(1_000))];
  for (const [what, query] of Object.entries(QUERIES)) {
    figures.push(await measure(what, server.address, () => send(server.address, '/graphql', { query })));
  }
  report(figures);
  const groups = [bars('', figures, ({ what, healthzMs }) => [what, healthzMs.worst])];
  const title = `The longest delay of /healthz during reads, ${DEVICES.toLocaleString('en-US')} devices`;
  return { devices: DEVICES, figures, charts: [{ title, unit: 'ms', groups }] };
};

const filtered = (index: number): string =>
  `a${index}: devices(first: 1, where: { active: false, registeredFrom: "2020-01-01T00:00:0${index}Z" }) { totalCount }`;

const QUERIES: Readonly<Record<string, string>> = {
  'one count of all': '{ devices(first: 1) { totalCount } }',
  'one count with a filter': `{ ${filtered(0)} }`,
  [`${COUNTS} counts by different filters`]: `{ ${Array.from({ length: COUNTS }, (_, index) => filtered(index)).join(' ')} }`,
  'a page by last activity':
    '{ devices(first: 100, orderBy: { field: LAST_ACTIVE_AT, direction: DESC }) { nodes { id } } }',
};

const measure = async (what: string, address: string, read: () => Promise<unknown>): Promise<Figures> => {
  let isReading = true;
  const waits: number[] = [];
  const watch = async (): Promise<void> => {
    while (isReading) {
      const startedAt = performance.now();
      const { body } = await request(`${address}/healthz`);
      await body.dump();
      waits.push(performance.now() - startedAt);
      await sleep(PAUSE_MS);
    }
  };
  const watching = watch();
  const startedAt = performance.now();
  try {
    for (let round = 0; round < ROUNDS; round += 1) await read();
  } finally {
    isReading = false;
    await watching;
  }
  const readMs = (performance.now() - startedAt) / ROUNDS;
  return { what, readMs, healthzMs: { median: percentile(waits, 0.5), worst: Math.max(...waits) } };
};

const insertDevices = async (url: string, appId: number): Promise<void> => {
  await using database = new Database(parseDatabaseUrl(url));
  await database.open();
  const sql = `INSERT INTO device (app_id, id, token_hash, token, token_at, active, has_tags, registered_at, seen_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
    SELECT ?, i, printf('%064d', i), printf('%064d', i), 1, i % 2, 0, 1600000000000 + i, 1600000000000 + i FROM n`;
  await database.tx((tx) => execute(tx, sql, [DEVICES, appId]));
};

const send = async (address: string, path: string, body: object): Promise<{ id?: number }> => {
  const answer = await request(address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300 || text.startsWith('{"errors"')) throw new Error(`refused: ${text.slice(0, 200)}`);
  return JSON.parse(text);
};

const report = (figures: readonly Figures[]): void => {
  const table = toTable<Figures>(
    [
      { title: `of ${DEVICES} devices`, cell: ({ what }) => what },
      { title: 'takes ms', cell: ({ readMs }) => readMs.toFixed(0) },
      { title: '/healthz median ms', cell: ({ healthzMs }) => healthzMs.median.toFixed(1) },
      { title: 'worst', cell: ({ healthzMs }) => healthzMs.worst.toFixed(1) },
    ],
    figures,
  );
  console.log(`${table}\n`);
};
