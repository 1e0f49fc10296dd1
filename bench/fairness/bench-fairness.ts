import { groupBy } from '../../src/collections.js';
import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import { ServiceWorld } from '../../test/support/service-world.js';
import { bars, type Chart, databaseName, type Measured } from '../support/chart.js';
import { median, medianOf } from '../support/median.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';
import { measureNeighbour, type Neighbour, type NeighbourResult } from './measure-neighbour.js';

/** The target: one slow or broken application costs the others at most 10 % of their throughput. */
const TARGET = 0.9;

const ALONE: Neighbour = { name: 'alone', fault: null };

const NEIGHBOURS: readonly Neighbour[] = [
  { name: 'answers after 5 s', fault: { kind: 'delay', delayMs: 5_000 } },
  { name: 'never answers', fault: { kind: 'hang' } },
  { name: 'answers 503', fault: { kind: 'answer', status: 503 } },
  { name: 'answers 401 (paused)', fault: { kind: 'answer', status: 401 } },
];

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

/** Medians of the rounds. */
interface Compared extends NeighbourResult {
  /** The ratio to the mean of the two solo runs just before and after it. */
  readonly ratio: number;
  /** The minimum and maximum of the rounds. */
  readonly ratios: readonly [number, number];
}

/** A healthy application's throughput next to a bad neighbour, each measurement between two solo runs. */
export const benchFairness = (): Promise<Measured> =>
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
    title: 'A healthy application next to one that …',
    unit: 'of its throughput alone',
    groups: Object.entries(results).map(([kind, compared]) =>
      bars(databaseName(kind), compared, ({ name, ratio }) => [name, ratio]),
    ),
  },
];

interface Sample extends NeighbourResult {
  readonly ratio: number;
}

const benchOn = async (kind: TestDatabaseKind): Promise<Compared[]> => {
  const only = process.env.BENCH_ONLY ?? '';
  const samples: Sample[] = [];
  let before = await measure(kind, ALONE);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const neighbour of NEIGHBOURS.filter(({ name }) => name.includes(only))) {
      const beside = await measure(kind, neighbour);
      const after = await measure(kind, ALONE);
      const alone = (before.perSecond + after.perSecond) / 2;
      samples.push({ ...before, ratio: before.perSecond / alone }, { ...beside, ratio: beside.perSecond / alone });
      before = after;
    }
  }
  return [...groupBy(samples, ({ name }) => name).values()].map(toCompared);
};

const toCompared = (samples: readonly Sample[]): Compared => {
  const ratios = samples.map(({ ratio }) => ratio);
  return {
    name: samples[0]?.name ?? '',
    perSecond: medianOf(samples, ({ perSecond }) => perSecond),
    firstAfterMs: medianOf(samples, ({ firstAfterMs }) => firstAfterMs),
    ratio: median(ratios),
    ratios: [Math.min(...ratios), Math.max(...ratios)],
  };
};

const measure = async (kind: TestDatabaseKind, neighbour: Neighbour): Promise<NeighbourResult> => {
  await using world = await ServiceWorld.open(kind, { keepContent: false });
  const result = await measureNeighbour(world, neighbour);
  return result;
};

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const report = (kind: string, results: readonly Compared[]): void => {
  const table = toTable<Compared>(
    [
      { title: kind === 'mysql' ? 'MySQL, next to one that' : 'SQLite, next to one that', cell: ({ name }) => name },
      { title: 'sent/s', cell: ({ perSecond }) => whole.format(perSecond) },
      { title: 'of alone', cell: ({ ratio }) => ratio.toFixed(2) },
      { title: 'least to most', cell: ({ ratios }) => ratios.map((ratio) => ratio.toFixed(2)).join(' to ') },
      { title: 'first message after ms', cell: ({ firstAfterMs }) => whole.format(firstAfterMs) },
    ],
    results,
  );
  const worst = Math.min(...results.filter(({ name }) => name !== ALONE.name).map(({ ratio }) => ratio));
  console.log(`${table}\nTarget ${TARGET}: ${worst >= TARGET ? 'yes' : 'NO'}.\n`);
};
