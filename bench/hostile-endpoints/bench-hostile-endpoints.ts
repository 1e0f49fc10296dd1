import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import { eventually } from '../../test/support/eventually.js';
import { HostileEndpoints, type Hostility } from '../../test/support/hostile-endpoints.js';
import { type SeedDevice, seedDevices } from '../../test/support/seed-devices.js';
import type { ServiceProcess } from '../../test/support/service-process.js';
import { createApp } from '../../test/support/service-steps.js';
import { ServiceWorld } from '../../test/support/service-world.js';
import { type Chart, databaseName, type Measured } from '../support/chart.js';
import { median } from '../support/median.js';
import { startRun } from '../support/one-time-run.js';
import { readCpuSeconds } from '../support/process-cpu.js';
import { readArrivals } from '../support/read-arrivals.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';

/** The target: hostile endpoints before the good ones reduce their throughput by at most 10 %. */
const TARGET = 0.9;
const HOSTILE = 5_000;
const GOOD = Number(process.env.BENCH_GOOD ?? 1_000);
/** The number of silent and refusing origins, each with its own listener. Unresolvable names are one per device. */
const LISTENING = 250;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const WARM_UP_FOREIGN = 300;
const DEADLINE_MS = 300_000;
const HOSTILITIES: readonly Hostility[] = ['dead', 'silent', 'refusing'];
/** Devices with a foreign key at the good devices' push service. `mixed` interleaves both. */
const FOREIGN = ['300 foreign', '3000 foreign', '30000 foreign', '3000 foreign mixed'] as const;
type Case = Hostility | (typeof FOREIGN)[number];

interface Sample {
  /** The time from the start of the run to the last good device, ms. */
  readonly tookMs: number;
  /** The time from the first good device to the last. */
  readonly perSecond: number;
  /** Requests that the push service had refused by that time. */
  readonly refused: number;
  /** The service's CPU time from the start of the run to that time, which other load hardly affects. */
  readonly cpuMs: number;
}

interface Compared {
  readonly name: string;
  readonly samples: readonly { readonly beside: Sample; readonly alone: Sample }[];
}

/** Alternates runs with and without hostile endpoints before the good devices, and compares throughput. */
export const benchHostileEndpoints = (): Promise<Measured> =>
  withMysql(async () => {
    const results: Record<string, readonly Compared[]> = {};
    for (const kind of eachDatabase()) {
      results[kind.name] = await benchOn(kind);
      report(kind.name, results[kind.name] ?? []);
    }
    return { ...results, charts: chart(results) };
  });

const chart = (results: Readonly<Record<string, readonly Compared[]>>): Chart[] => [
  {
    title: `${GOOD} good devices behind ${HOSTILE} endpoints that are …: from the start to the last of them`,
    unit: 'ms',
    groups: Object.entries(results).flatMap(([kind, compared]) =>
      compared.map(({ name, samples }) => ({
        name: `${databaseName(kind)}, ${name}`,
        bars: [
          { name: 'behind them', value: median(samples.map(({ beside }) => beside.tookMs)) },
          { name: 'without them', value: median(samples.map(({ alone }) => alone.tookMs)) },
        ],
      })),
    ),
  },
];

const benchOn = async (kind: TestDatabaseKind): Promise<Compared[]> => {
  const only = process.env.BENCH_ONLY ?? '';
  const compared = [...HOSTILITIES, ...FOREIGN]
    .filter((name) => name.includes(only))
    .map((name) => ({
      name,
      samples: [] as Compared['samples'][number][],
    }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, samples } of compared) {
      const isWarm = !isOwnServer(name);
      const alone = await measure(kind, null, isWarm);
      samples.push({ alone, beside: await measure(kind, name, isWarm) });
    }
  }
  return compared;
};

/** @param isWarm the process has sent before. Otherwise its first pages wait for push services that nobody knows. */
const measure = async (kind: TestDatabaseKind, hostile: Case | null, isWarm: boolean): Promise<Sample> => {
  await using world = await ServiceWorld.open(kind, { keepContent: false });
  const service = await world.start();
  const { app, good, keys } = await makeGood(world, service, 'bench');
  await using endpoints = isOwnServer(hostile)
    ? await HostileEndpoints.open(hostile, hostile === 'dead' ? HOSTILE : LISTENING)
    : null;
  const bad = endpoints ? endpoints.make(HOSTILE, keys) : await makeForeign(world, foreignIn(hostile), 'foreign');
  await seedDevices(await world.db(), app.id, hostile?.endsWith('mixed') ? mix(bad, good) : [...bad, ...good]);
  // The run starts right after it, so that the connections are as old with hostile devices as without.
  if (isWarm) await warmUp(world, service);
  const cpuBefore = await readCpuSeconds(service.process.pid);
  await startRun(world, service, [app.id]);
  const count = (): Promise<number> => world.fakes.count({ provider: 'webpush' });
  await eventually('the last message', async () => ((await count()) >= GOOD ? true : null), DEADLINE_MS);
  const cpuMs = ((await readCpuSeconds(service.process.pid)) - cpuBefore) * 1_000;
  const { refused } = await world.fakes.summary();
  const [run] = await (await world.db()).query<{ created_at: number }>('SELECT created_at FROM run ORDER BY id DESC');
  const arrivals = [...(await readArrivals(world)).values()].toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [arrivals[0], arrivals.at(-1)];
  await service.kill();
  return { tookMs: last - Number(run?.created_at ?? 0), perSecond: (GOOD * 1_000) / (last - first), refused, cpuMs };
};

const isOwnServer = (hostile: Case | null): hostile is Hostility =>
  hostile !== null && (HOSTILITIES as readonly string[]).includes(hostile);

/** Runs to another application, which shares no knowledge about push services, so that the code is compiled. */
const warmUp = async (world: ServiceWorld, service: ServiceProcess): Promise<void> => {
  const { app, good } = await makeGood(world, service, 'warm');
  const database = await world.db();
  await seedDevices(database, app.id, mix(await makeForeign(world, WARM_UP_FOREIGN, 'warm foreign'), good));
  await startRun(world, service, [app.id]);
  const isOver = () => database.query("SELECT id FROM run WHERE status = 'finished'");
  await eventually('the end of the warm-up', async () => ((await isOver()).length > 0 ? true : null), DEADLINE_MS);
  await world.fakes.reset();
};

const makeGood = async (world: ServiceWorld, service: ServiceProcess, seed: string) => {
  const app = await createApp(service, world.fakes, { provider: 'webpush', name: seed });
  const vapidPublicKey = app.vapidKeyPublic ?? '';
  const made = await world.fakes.makeSubscriptions({ count: GOOD, seed, vapidPublicKey });
  const keys = made[0]?.keys;
  if (!keys) throw new Error('no subscription');
  return { app, keys, good: made.map(({ endpoint, keys: own }) => ({ token: endpoint, ...own })) };
};

const foreignIn = (hostile: Case | null): number => Number.parseInt(hostile ?? '0', 10);

/** Anybody who knows an application's public id can register these. The push service answers 403 without a reason. */
const makeForeign = async (world: ServiceWorld, count: number, seed: string): Promise<SeedDevice[]> => {
  if (count === 0) return [];
  const { appKey } = await world.fakes.makeApp('webpush');
  const made = await world.fakes.makeSubscriptions({ count, seed, vapidPublicKey: appKey });
  return made.map(({ endpoint, keys }) => ({ token: endpoint, registeredFrom: 'one network', ...keys }));
};

const mix = (bad: readonly SeedDevice[], good: readonly SeedDevice[]): SeedDevice[] => {
  const each = Math.ceil(bad.length / good.length);
  return good.flatMap((device, index) => [...bad.slice(index * each, (index + 1) * each), device]);
};

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const report = (kind: string, results: readonly Compared[]): void => {
  const ratioOf = ({ samples }: Compared): number =>
    median(samples.map(({ alone, beside }) => alone.tookMs / beside.tookMs));
  const ratesOf = ({ samples }: Compared): number =>
    median(samples.map(({ alone, beside }) => beside.perSecond / alone.perSecond));
  const each = ({ samples }: Compared): string =>
    samples.map(({ alone, beside }) => (alone.tookMs / beside.tookMs).toFixed(2)).join(', ');
  const table = toTable<Compared>(
    [
      { title: `${kind === 'mysql' ? 'MySQL' : 'SQLite'}, before the good ones`, cell: ({ name }) => name },
      {
        title: 'start to last, ms',
        cell: ({ samples }) => whole.format(median(samples.map(({ beside }) => beside.tookMs))),
      },
      { title: 'without them', cell: ({ samples }) => whole.format(median(samples.map(({ alone }) => alone.tookMs))) },
      { title: 'throughput', cell: (item) => ratioOf(item).toFixed(2) },
      { title: 'each round', cell: each },
      { title: 'first to last', cell: (item) => ratesOf(item).toFixed(2) },
      { title: 'CPU, ms', cell: ({ samples }) => whole.format(median(samples.map(({ beside }) => beside.cpuMs))) },
      { title: 'without', cell: ({ samples }) => whole.format(median(samples.map(({ alone }) => alone.cpuMs))) },
      { title: 'refused', cell: ({ samples }) => whole.format(median(samples.map(({ beside }) => beside.refused))) },
    ],
    results,
  );
  const worst = Math.min(...results.map(ratioOf));
  console.log(`${table}\nTarget ${TARGET}: ${worst >= TARGET ? 'yes' : 'NO'}.\n`);
};
