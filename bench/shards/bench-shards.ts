import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Database } from '../../src/database/database.js';
import { eachDatabase } from '../../test/support/databases.js';
import { eventually } from '../../test/support/eventually.js';
import type { ServiceProcess } from '../../test/support/service-process.js';
import { ServiceWorld } from '../../test/support/service-world.js';
import { startMysqld, VitessCluster, type VitessPrograms } from '../../test/support/vitess/vitess-cluster.js';
import { measureRate } from '../send/round.js';
import { bars, type Chart, type Measured } from '../support/chart.js';
import { interleave } from '../support/interleave.js';
import { median } from '../support/median.js';
import { prepareApp, startRun } from '../support/one-time-run.js';
import { readCpuSeconds } from '../support/process-cpu.js';
import { toTable } from '../support/table.js';

/** A call takes 2,000 devices, so that little but the database costs CPU time. */
const PROVIDER = 'provider_b';
const APPS = 8;
const WORKERS = 2;
const SHARDS = ['-80', '80-'];
const DEADLINE_MS = 3_600_000;
const LOOK_MS = 1_000;
const BUFFER_POOL = process.env.BENCH_BUFFER_POOL ?? '512M';

interface Size {
  readonly devices: number;
  readonly rounds: number;
}

/** One MySQL, or Vitess with two shards. */
interface Target extends AsyncDisposable {
  readonly name: string;
  readonly world: ServiceWorld;
  readonly api: ServiceProcess;
  readonly appIds: readonly number[];
  /** CPU seconds so far, by program. */
  readonly cpu: () => Promise<Readonly<Record<Program, number>>>;
  /** Statements so far, by their targets. */
  readonly statements: () => Promise<Readonly<Record<string, number>>>;
}

const PROGRAMS = ['vtgate', 'vttablet', 'mysqld'] as const;
type Program = (typeof PROGRAMS)[number];

interface Sample extends Readonly<Record<Program, number>> {
  readonly perSecond: number;
  /** µs of CPU time for each message, as the programs. */
  readonly workers: number;
  readonly statements: Readonly<Record<string, number>>;
}

/** Medians of the rounds. */
interface Row extends Omit<Sample, 'statements'> {
  readonly name: string;
  /** The total CPU time of the database's programs. */
  readonly database: number;
  readonly statementsPer1000: Readonly<Record<string, number>>;
}

/**
 * The same run on one MySQL and on Vitess with two shards: 8 applications, two workers. The servers are the same program
 * with the same settings. Both run all the time, and rounds alternate.
 */
export const benchShards = async ({ quick }: { readonly quick: boolean }): Promise<Measured> => {
  const size: Size = {
    devices: Number(process.env.BENCH_DEVICES ?? (quick ? 80_000 : 1_000_000)),
    rounds: Number(process.env.BENCH_ROUNDS ?? 1),
  };
  const programs = await findPrograms();
  await using mysql = await openMysql(programs, size);
  await using shards = await openShards(programs, size);
  const targets = [mysql, shards];
  const samples = await interleave(targets, size.rounds, (target) => measure(target, size));
  const rows = targets.map(({ name }, index) => toRow(name, samples[index] ?? [], size));
  report(rows, size);
  return { ...size, rows, charts: [chart(rows, size)] };
};

const run = promisify(execFile);

const findPrograms = async (): Promise<VitessPrograms> => {
  const script = (...words: readonly string[]) => run(process.execPath, [...words]);
  const support = fileURLToPath(new URL('../../../test/support/', import.meta.url));
  const { stdout: vitess } = await script(join(support, 'vitess/install.mjs'));
  const { stdout: mysql } = await script(join(support, 'debian-root.mjs'), 'mysql');
  return { vitess: vitess.trim(), mysqld: join(mysql.trim(), 'bin-outside/mysqld') };
};

const OPTIONS = [`--innodb-buffer-pool-size=${BUFFER_POOL}`];

const openMysql = async ({ mysqld }: VitessPrograms, size: Size): Promise<Target> => {
  const { port, pidFile, server } = await startMysqld(mysqld, { uid: 1, options: OPTIONS });
  const url = `mysql://vitess@127.0.0.1:${port}`;
  const opened = await openWorld({ TEST_MYSQL_URL: url }, size);
  const database = await opened.world.db();
  return {
    ...{ name: 'MySQL', ...opened },
    cpu: async () => ({
      vtgate: 0,
      vttablet: 0,
      mysqld: await readCpuSeconds(Number(await readFile(pidFile, 'utf8'))),
    }),
    statements: async () => ({ all: await countQuestions(database) }),
    [Symbol.asyncDispose]: async () => {
      await opened.close();
      await server.stop();
    },
  };
};

const countQuestions = async (database: Database): Promise<number> => {
  const [row] = await database.query<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Questions'");
  return Number(row?.Value);
};

const openShards = async (programs: VitessPrograms, size: Size): Promise<Target> => {
  const cluster = await VitessCluster.start(programs, { copies: 1, shards: SHARDS, mysqlOptions: OPTIONS });
  const opened = await openWorld({ TEST_MYSQL_URL: cluster.url, TEST_VITESS: '1' }, size);
  const cpuOf = async (program: Program): Promise<number> =>
    sum(await Promise.all((await cluster.pids(program)).map(readCpuSeconds)));
  return {
    ...{ name: 'Vitess, two shards', ...opened },
    cpu: async () => ({
      vtgate: await cpuOf('vtgate'),
      vttablet: await cpuOf('vttablet'),
      mysqld: await cpuOf('mysqld'),
    }),
    statements: () => cluster.plans(),
    [Symbol.asyncDispose]: async () => {
      await opened.close();
      await cluster[Symbol.asyncDispose]();
    },
  };
};

/** @param server its variables, as for tests. */
const openWorld = async (server: Readonly<Record<string, string>>, { devices }: Size): Promise<Opened> => {
  const world = await inEnv(server, openMysqlWorld);
  const api = await world.start({ ROLE: 'api' });
  const appIds: number[] = [];
  for (let app = 0; app < APPS; app += 1) {
    appIds.push(await prepareApp(world, api, { provider: PROVIDER, devices: devices / APPS }));
  }
  return { world, api, appIds, close: () => inEnv(server, () => world[Symbol.asyncDispose]()) };
};

interface Opened extends Pick<Target, 'world' | 'api' | 'appIds'> {
  readonly close: () => Promise<void>;
}

const openMysqlWorld = (): Promise<ServiceWorld> => {
  const [, mysql] = eachDatabase();
  if (!mysql) throw new Error('TEST_MYSQL_URL names no server.');
  return ServiceWorld.open(mysql, { keepContent: false });
};

/** Test databases are found by variables of the environment. */
const inEnv = async <T>(variables: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> => {
  Object.assign(process.env, variables);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
};

const measure = async (target: Target, { devices }: Size): Promise<Sample> => {
  const { world, api, appIds } = target;
  await world.fakes.reset();
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => world.start({ ROLE: 'worker' })));
  const read = async () => ({
    ...(await target.cpu()),
    workers: sum(await Promise.all(workers.map(({ process: { pid } }) => readCpuSeconds(pid)))),
    statements: await target.statements(),
  });
  try {
    const before = await read();
    const perSecond = await measureRate(world.fakes, devices, async () => {
      await startRun(world, api, appIds);
      await eventually('the end of the run', () => isFinished(world), DEADLINE_MS);
    });
    const after = await read();
    const usOf = (name: Program | 'workers') => ((after[name] - before[name]) * 1_000_000) / devices;
    return {
      ...{ perSecond, workers: usOf('workers') },
      ...{ vtgate: usOf('vtgate'), vttablet: usOf('vttablet'), mysqld: usOf('mysqld') },
      statements: Object.fromEntries(
        Object.entries(after.statements).map(([plan, count]) => [plan, count - (before.statements[plan] ?? 0)]),
      ),
    };
  } finally {
    for (const worker of workers) await worker.terminate();
  }
};

const isFinished = async (world: ServiceWorld): Promise<true | null> => {
  await sleep(LOOK_MS);
  const [row] = await (await world.db()).query<{ status: string }>('SELECT status FROM run ORDER BY id DESC LIMIT 1');
  return row?.status === 'finished' ? true : null;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const toRow = (name: string, samples: readonly Sample[], { devices }: Size): Row => {
  const of = (figure: (sample: Sample) => number): number => median(samples.map(figure));
  const plans = new Set(samples.flatMap(({ statements }) => Object.keys(statements)));
  return {
    name,
    perSecond: of(({ perSecond }) => perSecond),
    workers: of(({ workers }) => workers),
    vtgate: of(({ vtgate }) => vtgate),
    vttablet: of(({ vttablet }) => vttablet),
    mysqld: of(({ mysqld }) => mysqld),
    database: of(({ vtgate, vttablet, mysqld }) => vtgate + vttablet + mysqld),
    statementsPer1000: Object.fromEntries(
      [...plans].map((plan) => [plan, of(({ statements }) => ((statements[plan] ?? 0) * 1_000) / devices)]),
    ),
  };
};

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const one = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

const report = (rows: readonly Row[], { devices }: Size): void => {
  const us = (title: string, figure: (row: Row) => number) => ({ title, cell: (row: Row) => one.format(figure(row)) });
  const [mysql] = rows;
  const table = toTable<Row>(
    [
      { title: `${whole.format(devices)} devices, ${APPS} applications, ${WORKERS} workers`, cell: ({ name }) => name },
      { title: 'messages/s', cell: ({ perSecond }) => whole.format(perSecond) },
      us('µs of CPU a message: vtgate', ({ vtgate }) => vtgate),
      us('vttablet', ({ vttablet }) => vttablet),
      us('mysqld', ({ mysqld }) => mysqld),
      us('together', ({ database }) => database),
      us('of one MySQL', ({ database }) => database / (mysql?.database ?? Number.NaN)),
      us('workers', ({ workers }) => workers),
    ],
    rows,
  );
  console.log(`${table}\n`);
  for (const { name, statementsPer1000 } of rows) {
    console.log(`${name}: statements for 1,000 messages`);
    const plans = Object.entries(statementsPer1000).filter(([, count]) => count >= 0.05);
    for (const [plan, count] of plans.toSorted(([, a], [, b]) => b - a)) console.log(`  ${one.format(count)}  ${plan}`);
  }
};

const chart = (rows: readonly Row[], { devices }: Size): Chart => ({
  title: `A database's CPU time, ${whole.format(devices)} devices`,
  unit: 'µs for each message',
  groups: rows.map((row) => bars(row.name, PROGRAMS, (program) => [program, row[program]])),
});
