import { randomBytes } from 'node:crypto';
import { type DatabaseKind, freshDatabaseUrl } from '../../test/support/databases.js';
import { bars, type Chart, databaseName, type Measured } from '../support/chart.js';
import { openLog } from '../support/open-log.js';
import { ServerProcess } from '../support/server-process.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';
import { checkSameData } from './check-same-data.js';
import { listRequest } from './list-query.js';
import { measureServers, type ServerFigures } from './measure-servers.js';
import { seedLists } from './seed-lists.js';

/** The limit, as a multiple of a bare Fastify route that runs the same SQL, p99 included. */
const TARGET = 2.5;
const API_KEY = 'a-key-for-the-benchmark';

/** The list query against a bare Fastify route, Mercurius with JIT and GraphQL Yoga, all over the same rows. */
export const benchGraphql = (): Promise<Measured> =>
  withMysql(async () => {
    const results: Record<string, ServerFigures[]> = { sqlite: await benchOn('sqlite') };
    if (process.env.TEST_MYSQL_URL) results.mysql = await benchOn('mysql');
    return { ...results, charts: chart(results) };
  });

const benchOn = async (kind: DatabaseKind): Promise<ServerFigures[]> => {
  await using place = await freshDatabaseUrl(kind);
  await using log = await openLog();
  const env = {
    DATABASE_URL: place.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_API_KEY: API_KEY,
    ROLE: 'api',
    LOG_LEVEL: 'info',
  };
  const start = (file: string, more = {}) =>
    ServerProcess.start({ file: new URL(file, import.meta.url), env: { ...env, ...more }, logFd: log.fd });
  await using ours = await start('../rest/our-server.js');
  await seedLists(ours.address, API_KEY);
  await using bare = await start('./bare-list-server.js');
  await using mercurius = await start('./mercurius-server.js');
  await using wholeRows = await start('./mercurius-server.js', { RIVAL_ROWS: 'whole' });
  await using logging = await start('./mercurius-server.js', { RIVAL_LOG: 'yes' });
  await using yoga = await start('./yoga-server.js');
  const servers = [
    { name: 'bare Fastify route', server: bare },
    { name: 'pushgraph', server: ours },
    { name: 'Mercurius with JIT, whole rows', server: wholeRows },
    { name: 'Mercurius with JIT, columns by hand', server: mercurius },
    { name: 'the same with a log, as pushgraph has', server: logging },
    { name: 'GraphQL Yoga, columns by hand', server: yoga },
  ];
  const request = listRequest(API_KEY);
  await checkSameData(servers, request);
  const figures = await measureServers(servers, request);
  report(kind, figures);
  return figures;
};

const chart = (results: Readonly<Record<string, readonly ServerFigures[]>>): Chart[] => [
  {
    title: 'The list query, CPU of the server',
    unit: 'ms for each request',
    groups: Object.entries(results).map(([kind, servers]) =>
      bars(databaseName(kind), servers, ({ name, cpuMs }) => [name, cpuMs]),
    ),
  },
];

const report = (kind: DatabaseKind, figures: readonly ServerFigures[]): void => {
  const column = (title: string, figure: (row: ServerFigures) => number, digits = 2) => ({
    title,
    cell: (row: ServerFigures) => figure(row).toFixed(digits),
  });
  const table = toTable<ServerFigures>(
    [
      { title: TITLES[kind], cell: ({ name }) => name },
      column('req/s', ({ ms }) => 1000 / ms, 0),
      column('CPU ms', ({ cpuMs }) => cpuMs, 3),
      column('p50 ms', ({ p50 }) => p50),
      column('p99 ms', ({ p99 }) => p99),
      column('SQL', ({ statements }) => statements, 0),
      column('CPU ratio', ({ cpuRatio }) => cpuRatio),
      column('time ratio', ({ timeRatio }) => timeRatio),
      column('p50 ratio', ({ p50Ratio }) => p50Ratio),
      column('p99 ratio', ({ p99Ratio }) => p99Ratio),
      {
        title: `≤ ${TARGET}`,
        cell: ({ cpuRatio, timeRatio, p99Ratio }) => (Math.max(cpuRatio, timeRatio, p99Ratio) <= TARGET ? 'yes' : 'NO'),
      },
    ],
    figures,
  );
  console.log(`${table}\n`);
};

const TITLES = { sqlite: 'SQLite', mysql: 'MySQL' } as const satisfies Record<DatabaseKind, string>;
