import { randomBytes } from 'node:crypto';
import { type DatabaseKind, freshDatabaseUrl } from '../../test/support/databases.js';
import { bars, type Chart, databaseName, type Measured } from '../support/chart.js';
import { openLog } from '../support/open-log.js';
import { ServerProcess } from '../support/server-process.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';
import { checkSameAnswer } from './check-same-answer.js';
import { type CaseResult, measureCase, type Servers } from './measure-case.js';
import { restCases } from './rest-cases.js';
import { seed } from './seed.js';

/** The limit, as a multiple of a bare Fastify route's time for the same SQL. */
const TARGET = 1.5;
const API_KEY = 'a-key-for-the-benchmark';

/** The REST interface against bare Fastify routes, on SQLite and on a private MySQL or MariaDB. */
export const benchRest = (): Promise<Measured> =>
  withMysql(async () => {
    const results: Record<string, CaseResult[]> = { sqlite: await benchOn('sqlite') };
    if (process.env.TEST_MYSQL_URL) results.mysql = await benchOn('mysql');
    return { ...results, charts: chart(results) };
  });

const benchOn = async (kind: DatabaseKind): Promise<CaseResult[]> => {
  await using place = await freshDatabaseUrl(kind);
  await using log = await openLog();
  const env = {
    DATABASE_URL: place.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_API_KEY: API_KEY,
    ROLE: 'api',
    LOG_LEVEL: 'info',
  };
  const start = (name: string) =>
    ServerProcess.start({ file: new URL(`./${name}.js`, import.meta.url), env, logFd: log.fd });
  await using ours = await start('our-server');
  const seeded = await seed(ours.address, API_KEY);
  await using bare = await start('bare-server');
  const results = await measureAll(restCases(API_KEY, seeded), { ours, bare });
  report(kind, results);
  return results;
};

const measureAll = async (cases: ReturnType<typeof restCases>, servers: Servers): Promise<CaseResult[]> => {
  const results: CaseResult[] = [];
  for (const restCase of cases) {
    await checkSameAnswer(restCase, [servers.ours.address, servers.bare.address]);
    results.push(await measureCase(restCase, servers));
  }
  return results;
};

const chart = (results: Readonly<Record<string, readonly CaseResult[]>>): Chart[] => [
  {
    title: 'A request, to a bare Fastify route with the same SQL',
    unit: 'times its time',
    target: TARGET,
    groups: Object.entries(results).map(([kind, cases]) =>
      bars(databaseName(kind), cases, ({ name, timeRatio }) => [name, timeRatio]),
    ),
  },
];

const report = (kind: DatabaseKind, results: readonly CaseResult[]): void => {
  const columns = [
    { title: TITLES[kind], cell: ({ name }: CaseResult) => name },
    { title: 'req/s ours', cell: ({ ours }: CaseResult) => (1000 / ours.ms).toFixed(0) },
    { title: 'bare', cell: ({ bare }: CaseResult) => (1000 / bare.ms).toFixed(0) },
    { title: 'ms/req ours', cell: ({ ours }: CaseResult) => ours.ms.toFixed(3) },
    { title: 'bare', cell: ({ bare }: CaseResult) => bare.ms.toFixed(3) },
    { title: 'CPU ms ours', cell: ({ ours }: CaseResult) => ours.cpuMs.toFixed(3) },
    { title: 'bare', cell: ({ bare }: CaseResult) => bare.cpuMs.toFixed(3) },
    {
      title: 'SQL',
      cell: ({ ours, bare }: CaseResult) => `${ours.statements.toFixed(0)}/${bare.statements.toFixed(0)}`,
    },
    { title: 'CPU ratio', cell: ({ cpuRatio }: CaseResult) => cpuRatio.toFixed(2) },
    { title: 'time ratio', cell: ({ timeRatio }: CaseResult) => timeRatio.toFixed(2) },
    { title: `≤ ${TARGET}`, cell: ({ timeRatio }: CaseResult) => (timeRatio <= TARGET ? 'yes' : 'NO') },
  ];
  console.log(`${toTable(columns, results)}\n`);
};

const TITLES = { sqlite: 'SQLite', mysql: 'MySQL' } as const satisfies Record<DatabaseKind, string>;
