import { existsSync } from 'node:fs';
import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import { ServiceWorld } from '../../test/support/service-world.js';
import { PAGE, PAGES_AT_ONCE } from '../providers/contestant.js';
import { ContestantProcess } from '../providers/contestant-process.js';
import { makeCourse } from '../providers/courses.js';
import { interleave } from '../support/interleave.js';
import { median, medianOf } from '../support/median.js';
import { prepareApp } from '../support/one-time-run.js';
import { readPeakMb } from '../support/read-peak-mb.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';
import { measureService } from './measure-service.js';
import { measureRate, type Round } from './round.js';

const DEVICES = Number(process.env.BENCH_DEVICES ?? 100_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const ROUND_TRIPS_MS = (process.env.BENCH_ROUND_TRIPS_MS ?? '0,50').split(',').map(Number);
/** The main.js of another build, such as the commit before. */
const OTHER = process.env.BENCH_OTHER_BUILD;
const PROVIDER = 'provider_c';

/** One way to bring a message to each device of an application. */
interface Contestant {
  readonly name: string;
  readonly run: () => Promise<Round>;
}

/** Medians of the rounds. */
interface Row extends Round {
  readonly name: string;
  readonly roundTripMs: number;
  /** To ours; medians of the rounds' own ratios. */
  readonly rateOfOurs: number;
  readonly cpuOfOurs: number;
}

/**
 * A whole run, with every outcome in the database, against our senders alone, which store nothing; over one fake of
 * Apple's service on the same machine, in turns.
 */
export const benchSend = (): Promise<object> =>
  withMysql(async () => {
    const rows: Row[] = [];
    for (const kind of eachDatabase()) {
      for (const roundTripMs of ROUND_TRIPS_MS) rows.push(...(await benchOn(kind, roundTripMs)));
    }
    return { devices: DEVICES, rounds: ROUNDS, rows };
  });

const benchOn = async (kind: TestDatabaseKind, roundTripMs: number): Promise<Row[]> => {
  await using world = await ServiceWorld.open(kind, { keepContent: false, decrypt: 'sample' });
  const api = await world.start({ ROLE: 'api' });
  const appId = await prepareApp(world, api, { provider: PROVIDER, devices: DEVICES });
  const service = { world, api, appId, devices: DEVICES };
  const ours = (name: string, program: string | undefined, env = {}): Contestant => ({
    name: `${name}, ${kind.name}`,
    run: () => measureService({ ...service, program, env }),
  });
  const contestants = [
    ours('pushgraph', undefined),
    ...(OTHER !== undefined && existsSync(OTHER) ? [ours('the other build', OTHER)] : []),
    { name: 'our senders alone', run: () => measureSenders(world) },
  ];
  const measured = await interleave(contestants, ROUNDS, async ({ run }) => {
    await world.fakes.reset();
    if (roundTripMs > 0)
      await world.fakes.misbehave({ provider: PROVIDER, fault: { kind: 'delay', delayMs: roundTripMs } });
    return run();
  });
  const rows = contestants.map(({ name }, index) =>
    toRow({ name, roundTripMs }, measured[index] ?? [], measured[0] ?? []),
  );
  report(rows, roundTripMs);
  return rows;
};

const measureSenders = async ({ fakes, caFile }: ServiceWorld): Promise<Round> => {
  const course = await makeCourse(fakes, PROVIDER);
  const env = { NODE_EXTRA_CA_CERTS: caFile, BENCH_SENDER_THREADS: '0' };
  await using process = await ContestantProcess.start({ name: 'ours', course, env });
  const round = PAGE * PAGES_AT_ONCE;
  const count = Math.ceil(DEVICES / round) * round;
  let cpuMs = 0;
  const perSecond = await measureRate(fakes, count, async () => {
    cpuMs = (await process.send(count)).cpuMs;
  });
  return { perSecond, perCpuSecond: (count * 1_000) / cpuMs, peakMb: await readPeakMb(process.pid) };
};

const toRow = (about: Pick<Row, 'name' | 'roundTripMs'>, rounds: readonly Round[], ours: readonly Round[]): Row => {
  const toOurs = (figure: (round: Round) => number): number =>
    median(rounds.map((round, index) => figure(round) / figure(ours[index] ?? round)));
  return {
    ...about,
    perSecond: medianOf(rounds, ({ perSecond }) => perSecond),
    perCpuSecond: medianOf(rounds, ({ perCpuSecond }) => perCpuSecond),
    peakMb: rounds.reduce((most, { peakMb }) => Math.max(most, peakMb), 0),
    rateOfOurs: toOurs(({ perSecond }) => perSecond),
    cpuOfOurs: toOurs(({ perCpuSecond }) => perCpuSecond),
  };
};

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const report = (rows: readonly Row[], roundTripMs: number): void => {
  const table = toTable<Row>(
    [
      { title: `${whole.format(DEVICES)} devices, ${roundTripMs} ms`, cell: ({ name }) => name },
      { title: 'messages/s', cell: ({ perSecond }) => whole.format(perSecond) },
      { title: 'for each CPU second', cell: ({ perCpuSecond }) => whole.format(perCpuSecond) },
      { title: 'peak MB', cell: ({ peakMb }) => whole.format(peakMb) },
      { title: 'to pushgraph: rate', cell: ({ rateOfOurs }) => rateOfOurs.toFixed(2) },
      { title: 'CPU', cell: ({ cpuOfOurs }) => cpuOfOurs.toFixed(2) },
    ],
    rows,
  );
  console.log(`${table}\n`);
};
