import { existsSync } from 'node:fs';
import { availableParallelism, platform } from 'node:os';
import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import type { ServiceProcess } from '../../test/support/service-process.js';
import { ServiceWorld } from '../../test/support/service-world.js';
import { PAGE, PAGES_AT_ONCE, TEXT, TITLE } from '../providers/contestant.js';
import { ContestantProcess } from '../providers/contestant-process.js';
import { makeCourse } from '../providers/courses.js';
import { interleave } from '../support/interleave.js';
import { median, medianOf } from '../support/median.js';
import { addAttributes, prepareApp } from '../support/one-time-run.js';
import { keepToCores } from '../support/process-cpu.js';
import { readPeakMb } from '../support/read-peak-mb.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';
import { buildGorush } from './build-gorush.js';
import { measureGorush } from './measure-gorush.js';
import { measureService, type ServiceRound } from './measure-service.js';
import { measureRate, type Round } from './round.js';

const DEVICES = Number(process.env.BENCH_DEVICES ?? 100_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const ROUND_TRIPS_MS = (process.env.BENCH_ROUND_TRIPS_MS ?? '0,50').split(',').map(Number);
const ALL_CORES = availableParallelism();
/** The cores of the sending process; the fake and the database may use all cores. */
const CORES = (process.env.BENCH_CORES ?? (ALL_CORES > 1 && platform() === 'linux' ? `${ALL_CORES},1` : `${ALL_CORES}`))
  .split(',')
  .map(Number);
/** The main.js of another build, such as the previous commit's. */
const OTHER = process.env.BENCH_OTHER_BUILD;
/** Selects the contestants by a part of their name. pushgraph always runs. */
const ONLY = process.env.BENCH_ONLY ?? '';
const PROVIDER = 'provider_c';
/** gorush's limit of parallel requests: its default, and the number that a round trip of 50 ms needs. */
const GORUSH_PUSHES = [null, 1_000];

/** Three variables and one `if`. Every device has different values. */
const TEMPLATE = {
  defaultLang: 'en',
  translations: [
    {
      language: 'en',
      title: 'Hello {{ user.first_name | default: "friend" }}',
      text: 'Your {{ user.plan }} plan in {{ user.city }}{% if user.age > 17 %}, for adults{% endif %}.',
    },
  ],
};

/** The usual texts with every other field that Apple devices have. */
const FULL = {
  defaultLang: 'en',
  translations: [
    {
      ...{ language: 'en', title: TITLE, text: TEXT, subtitle: 'Until Saturday' },
      ...{ image: 'https://cdn.example/sale.png', icon: 'https://cdn.example/icon.png' },
      ...{ link: 'https://shop.example/sale?from=push', buttonLabels: { buy: 'Buy', later: 'Later' } },
    },
  ],
  ...{ timeToLive: '1d', urgency: 'HIGH', collapseKey: 'spring-sale', data: { campaign: 'spring', shelf: '12' } },
  ...{ sound: { name: 'bell.caf' }, badge: { set: 1 }, group: 'offers', iosCategory: 'OFFER' },
  ...{ interruption: 'ACTIVE', relevance: 0.5 },
  buttons: [{ id: 'buy', link: 'https://shop.example/buy' }, { id: 'later' }],
  passthrough: { apns: { payload: { aps: { 'filter-criteria': 'sale' } } } },
};

/** One way to send a message to each device of an application. */
interface Contestant {
  readonly name: string;
  readonly run: () => Promise<Round>;
}

interface Case {
  readonly database: string;
  readonly roundTripMs: number;
  readonly cores: number;
}

/** Medians of the rounds, but maxima for memory and lost messages. */
interface Row extends Case, Round {
  readonly name: string;
  /** Ratios to pushgraph; medians of the rounds' own ratios. */
  readonly rateOfOurs: number;
  readonly cpuOfOurs: number;
}

/**
 * A whole run, with every outcome in the database, against our senders alone and against gorush, which store nothing.
 * All use one fake of Apple's service on the same machine, alternately.
 */
export const benchSend = (): Promise<object> =>
  withMysql(async () => {
    const gorush = await buildGorush();
    const rows: Row[] = [];
    for (const kind of eachDatabase()) rows.push(...(await benchOn(kind, gorush)));
    return { devices: DEVICES, rounds: ROUNDS, rows };
  });

const benchOn = async (kind: TestDatabaseKind, gorush: string | null): Promise<Row[]> => {
  await using world = await ServiceWorld.open(kind, { keepContent: false, decrypt: 'sample' });
  const api = await world.start({ ROLE: 'api' });
  const appId = await prepareApp(world, api, { provider: PROVIDER, devices: DEVICES });
  await addAttributes(world, kind.name, appId);
  const rows: Row[] = [];
  for (const cores of CORES) {
    const contestants = openContestants({ world, api, appId, database: kind.name, gorush, cores });
    for (const roundTripMs of ROUND_TRIPS_MS) {
      rows.push(...(await race(world, contestants, { database: kind.name, roundTripMs, cores })));
    }
  }
  return rows;
};

interface Field {
  readonly world: ServiceWorld;
  readonly api: ServiceProcess;
  readonly appId: number;
  readonly database: string;
  /** The path of the program. */
  readonly gorush: string | null;
  readonly cores: number;
}

const openContestants = ({ world, api, appId, database, gorush, cores }: Field): Contestant[] => {
  const ours = (name: string, options: Pick<ServiceRound, 'push' | 'consumers'> & { program?: string } = {}) => ({
    name: `${name}, ${database}`,
    run: () => measureService({ world, api, appId, devices: DEVICES, cores, program: undefined, ...options }),
  });
  const gorushWith = (program: string, mostAtOnce: number | null): Contestant => ({
    name: mostAtOnce === null ? 'gorush with its defaults' : `gorush, ${whole.format(mostAtOnce)} at once`,
    run: () => measureGorush({ world, program, mostAtOnce, devices: DEVICES, cores }),
  });
  const all: Contestant[] = [
    ours('pushgraph'),
    ours('pushgraph with a template', { push: TEMPLATE }),
    ours('pushgraph with every field', { push: FULL }),
    ours('pushgraph with a webhook and a reader of the feed', { consumers: true }),
    ...(OTHER !== undefined && existsSync(OTHER) ? [ours('the other build', { program: OTHER })] : []),
    { name: 'our senders alone', run: () => measureSenders(world, cores) },
    ...(gorush === null ? [] : GORUSH_PUSHES.map((mostAtOnce) => gorushWith(gorush, mostAtOnce))),
  ];
  return all.filter(({ name }, index) => index === 0 || name.includes(ONLY));
};

const race = async (world: ServiceWorld, contestants: readonly Contestant[], about: Case): Promise<Row[]> => {
  const { roundTripMs } = about;
  const measured = await interleave(contestants, ROUNDS, async ({ run }) => {
    await world.fakes.reset();
    if (roundTripMs > 0)
      await world.fakes.misbehave({ provider: PROVIDER, fault: { kind: 'delay', delayMs: roundTripMs } });
    return run();
  });
  const rows = contestants.map(({ name }, index) =>
    toRow({ ...about, name }, measured[index] ?? [], measured[0] ?? []),
  );
  report(rows, about);
  return rows;
};

const measureSenders = async ({ fakes, caFile }: ServiceWorld, cores: number): Promise<Round> => {
  const course = await makeCourse(fakes, PROVIDER);
  const env = { NODE_EXTRA_CA_CERTS: caFile, BENCH_SENDER_THREADS: '0' };
  await using process = await ContestantProcess.start({ name: 'ours', course, env });
  await keepToCores(process.pid, cores);
  const round = PAGE * PAGES_AT_ONCE;
  const count = Math.ceil(DEVICES / round) * round;
  let cpuMs = 0;
  const perSecond = await measureRate(fakes, count, async () => {
    cpuMs = (await process.send(count)).cpuMs;
  });
  return { perSecond, perCpuSecond: (count * 1_000) / cpuMs, peakMb: await readPeakMb(process.pid), lost: 0 };
};

const toRow = (about: Case & Pick<Row, 'name'>, rounds: readonly Round[], ours: readonly Round[]): Row => {
  const toOurs = (figure: (round: Round) => number): number =>
    median(rounds.map((round, index) => figure(round) / figure(ours[index] ?? round)));
  return {
    ...about,
    perSecond: medianOf(rounds, ({ perSecond }) => perSecond),
    perCpuSecond: medianOf(rounds, ({ perCpuSecond }) => perCpuSecond),
    peakMb: rounds.reduce((most, { peakMb }) => Math.max(most, peakMb), 0),
    lost: rounds.reduce((most, { lost }) => Math.max(most, lost), 0),
    rateOfOurs: toOurs(({ perSecond }) => perSecond),
    cpuOfOurs: toOurs(({ perCpuSecond }) => perCpuSecond),
  };
};

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const report = (rows: readonly Row[], { roundTripMs, cores }: Case): void => {
  const onCores = cores === 1 ? 'one core' : `${cores} cores`;
  const table = toTable<Row>(
    [
      { title: `${whole.format(DEVICES)} devices, ${roundTripMs} ms, ${onCores}`, cell: ({ name }) => name },
      { title: 'messages/s', cell: ({ perSecond }) => whole.format(perSecond) },
      { title: 'for each CPU second', cell: ({ perCpuSecond }) => whole.format(perCpuSecond) },
      { title: 'peak MB', cell: ({ peakMb }) => whole.format(peakMb) },
      { title: 'lost', cell: ({ lost }) => whole.format(lost) },
      { title: 'to pushgraph: rate', cell: ({ rateOfOurs }) => rateOfOurs.toFixed(2) },
      { title: 'CPU', cell: ({ cpuOfOurs }) => cpuOfOurs.toFixed(2) },
    ],
    rows,
  );
  console.log(`${table}\n`);
};
