import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/database/database.js';
import { eachDatabase } from '../../test/support/databases.js';
import { eventually } from '../../test/support/eventually.js';
import type { ServiceProcess } from '../../test/support/service-process.js';
import { ServiceWorld } from '../../test/support/service-world.js';
import { measureRate } from '../send/round.js';
import { bars, type Chart, type Measured } from '../support/chart.js';
import { interleave } from '../support/interleave.js';
import { median } from '../support/median.js';
import { loadBetween, type MysqlLoad, readMysqlLoad } from '../support/mysql-load.js';
import { prepareApp, startRun } from '../support/one-time-run.js';
import { readCpuSeconds } from '../support/process-cpu.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';

/** Two to four minutes. */
const QUICK = { devices: 40_000, rounds: 1, workers: [1, 2, 4] };
const WHOLE = { devices: 100_000, rounds: 2, workers: [1, 2, 4, 8] };
/** With the slower answers a worker sends at most 4,000 messages a second, so its other waits become visible. */
const ROUND_TRIPS_MS = (process.env.BENCH_ROUND_TRIPS_MS ?? '50,500').split(',').map(Number);
const PROVIDER = 'provider_c';
const DEADLINE_MS = 600_000;
/** The time in which a new worker looks for abandoned work. */
const SETTLE_MS = 2_000;
const IDLE_MS = 5_000;
const LOOK_MS = 100;

interface Size {
  readonly devices: number;
  readonly rounds: number;
  readonly workers: readonly number[];
}

/** A run with this many workers. */
interface Sample {
  /** The rate between the first arrival and the last. */
  readonly perSecond: number;
  readonly seconds: number;
  readonly mysql: MysqlLoad;
  readonly workerCpuSeconds: number;
  /** Statements a second of all processes together while idle. */
  readonly idleStatements: number;
  /** The use of the whole machine, including the fake and everything else on it. */
  readonly coresBusy: number;
}

/** Medians of the rounds; figures are for each message or a thousand of them, unless the name says otherwise. */
interface Row {
  readonly workers: number;
  readonly roundTripMs: number;
  readonly perSecond: number;
  readonly statementsPer1000: number;
  readonly commitsPer1000: number;
  readonly bytes: number;
  readonly rowsRead: number;
  readonly rowsWrittenPer1000: number;
  readonly mysqlCpuUs: number;
  readonly workerCpuUs: number;
  /** The share of all workers' time spent waiting for row locks. */
  readonly lockShare: number;
  readonly lockWaitsPer1000: number;
  readonly idleStatements: number;
  readonly coresBusy: number;
}

/**
 * One run shared by 1, 2, 4 and 8 worker processes on one MySQL: the cost of a message to the database and the workers.
 */
export const benchWorkers = ({ quick }: { readonly quick: boolean }): Promise<Measured> =>
  withMysql(async () => {
    const [, mysql] = eachDatabase();
    if (!mysql) throw new Error('This benchmark needs MariaDB or MySQL.');
    const size: Size = {
      ...(quick ? QUICK : WHOLE),
      ...(process.env.BENCH_DEVICES ? { devices: Number(process.env.BENCH_DEVICES) } : {}),
      ...(process.env.BENCH_ROUNDS ? { rounds: Number(process.env.BENCH_ROUNDS) } : {}),
    };
    await using world = await ServiceWorld.open(mysql, { keepContent: false, decrypt: 'sample' });
    const api = await world.start({ ROLE: 'api' });
    const appId = await prepareApp(world, api, { provider: PROVIDER, devices: size.devices });
    const rows: Row[] = [];
    for (const roundTripMs of ROUND_TRIPS_MS) {
      const measured = await interleave(size.workers, size.rounds, (workers) =>
        measure({ world, api, appId, devices: size.devices, workers, roundTripMs }),
      );
      const ofTrip = size.workers.map((workers, index) =>
        toRow({ workers, roundTripMs, devices: size.devices }, measured[index] ?? []),
      );
      report(ofTrip, size, roundTripMs);
      rows.push(...ofTrip);
    }
    return { ...size, rows, charts: chart(rows, size) };
  });

const chart = (rows: readonly Row[], { devices }: Size): Chart[] => {
  const of = (title: string, unit: string, figure: (row: Row) => number): Chart => ({
    title: `${title}, ${whole.format(devices)} devices`,
    unit,
    groups: [...new Set(rows.map(({ roundTripMs }) => roundTripMs))].map((ms) =>
      bars(
        `the provider answers after ${ms} ms`,
        rows.filter(({ roundTripMs }) => roundTripMs === ms),
        (row) => [row.workers === 1 ? '1 worker' : `${row.workers} workers`, figure(row)],
      ),
    ),
  });
  return [
    of('Workers on one MariaDB', 'messages/s', ({ perSecond }) => perSecond),
    of('Statements', 'for 1,000 messages', ({ statementsPer1000 }) => statementsPer1000),
    of('CPU of MariaDB', 'µs for each message', ({ mysqlCpuUs }) => mysqlCpuUs),
    of('Waiting for locks', "% of the workers' time", ({ lockShare }) => lockShare * 100),
  ];
};

interface Case {
  readonly world: ServiceWorld;
  readonly api: ServiceProcess;
  readonly appId: number;
  readonly devices: number;
  readonly workers: number;
  readonly roundTripMs: number;
}

const measure = async (about: Case): Promise<Sample> => {
  const { world, roundTripMs, workers: count } = about;
  await world.fakes.reset();
  await world.fakes.misbehave({ provider: PROVIDER, fault: { kind: 'delay', delayMs: roundTripMs } });
  const starting = Array.from({ length: count }, () => world.start({ ROLE: 'worker' }));
  const workers = await Promise.all(starting);
  try {
    return await measureRun(about, workers);
  } finally {
    for (const worker of workers) await worker.terminate();
  }
};

const measureRun = async (
  { world, api, appId, devices }: Case,
  workers: readonly ServiceProcess[],
): Promise<Sample> => {
  const database = await world.db();
  const read = async () => ({
    own: database.statements.count,
    mysql: await readMysqlLoad(database),
    cpu: sum(await Promise.all(workers.map(({ process: { pid } }) => readCpuSeconds(pid)))),
    busyMs: sum(cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq)),
    at: performance.now(),
  });
  await sleep(SETTLE_MS);
  const idle = await read();
  await sleep(IDLE_MS);
  const before = await read();
  const perSecond = await measureRate(world.fakes, devices, async () => {
    await startRun(world, api, [appId]);
    const isSent = async () => ((await world.fakes.summary()).accepted >= devices ? true : null);
    await eventually('the last message', isSent, DEADLINE_MS);
    while (!(await isFinished(database))) await sleep(LOOK_MS);
  });
  const after = await read();
  const statementsOf = (from: typeof idle, to: typeof idle): number =>
    loadBetween(from.mysql, to.mysql).statements - (to.own - from.own);
  const idleStatements = (statementsOf(idle, before) * 1_000) / (before.at - idle.at);
  // Periodic statements, which processes send even when idle, are counted separately.
  const statements = statementsOf(before, after) - (idleStatements * (after.at - before.at)) / 1_000;
  return {
    perSecond,
    seconds: devices / perSecond,
    mysql: { ...loadBetween(before.mysql, after.mysql), statements },
    workerCpuSeconds: after.cpu - before.cpu,
    idleStatements,
    coresBusy: (after.busyMs - before.busyMs) / (after.at - before.at),
  };
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const isFinished = async (database: Database): Promise<boolean> => {
  const [row] = await database.query<{ status: string }>('SELECT status FROM run ORDER BY id DESC LIMIT 1');
  return row?.status === 'finished';
};

const toRow = (
  { workers, roundTripMs, devices }: Pick<Case, 'workers' | 'roundTripMs' | 'devices'>,
  samples: readonly Sample[],
): Row => {
  const of = (figure: (sample: Sample) => number): number => median(samples.map(figure));
  const each = (figure: (sample: Sample) => number): number => of((sample) => figure(sample) / devices);
  return {
    workers,
    roundTripMs,
    perSecond: of(({ perSecond }) => perSecond),
    statementsPer1000: each(({ mysql }) => mysql.statements * 1_000),
    commitsPer1000: each(({ mysql }) => mysql.commits * 1_000),
    bytes: each(({ mysql }) => mysql.bytesIn + mysql.bytesOut),
    rowsRead: each(({ mysql }) => mysql.rowsRead),
    rowsWrittenPer1000: each(({ mysql }) => mysql.rowsWritten * 1_000),
    mysqlCpuUs: each(({ mysql }) => mysql.cpuSeconds * 1_000_000),
    workerCpuUs: each(({ workerCpuSeconds }) => workerCpuSeconds * 1_000_000),
    lockShare: of(({ mysql, seconds }) => mysql.lockWaitMs / (seconds * 1_000 * workers)),
    lockWaitsPer1000: each(({ mysql }) => mysql.lockWaits * 1_000),
    idleStatements: of(({ idleStatements }) => idleStatements / workers),
    coresBusy: of(({ coresBusy }) => coresBusy),
  };
};

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const one = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

const report = (rows: readonly Row[], { devices }: Size, roundTripMs: number): void => {
  const table = toTable<Row>(
    [
      { title: `${whole.format(devices)} devices, ${roundTripMs} ms`, cell: ({ workers }) => `${workers} workers` },
      { title: 'messages/s', cell: ({ perSecond }) => whole.format(perSecond) },
      { title: 'cores busy', cell: ({ coresBusy }) => one.format(coresBusy) },
      { title: 'per message: bytes', cell: ({ bytes }) => whole.format(bytes) },
      { title: 'rows read', cell: ({ rowsRead }) => one.format(rowsRead) },
      { title: 'µs mysqld', cell: ({ mysqlCpuUs }) => one.format(mysqlCpuUs) },
      { title: 'µs worker', cell: ({ workerCpuUs }) => one.format(workerCpuUs) },
      { title: 'per 1,000: statements', cell: ({ statementsPer1000 }) => one.format(statementsPer1000) },
      { title: 'commits', cell: ({ commitsPer1000 }) => one.format(commitsPer1000) },
      { title: 'rows written', cell: ({ rowsWrittenPer1000 }) => one.format(rowsWrittenPer1000) },
      { title: 'lock waits', cell: ({ lockWaitsPer1000 }) => one.format(lockWaitsPer1000) },
      { title: 'time in locks', cell: ({ lockShare }) => `${(lockShare * 100).toFixed(2)} %` },
      { title: 'idle statements/s', cell: ({ idleStatements }) => one.format(idleStatements) },
    ],
    rows,
  );
  console.log(`${table}\n`);
};
