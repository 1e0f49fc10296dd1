import { availableParallelism } from 'node:os';
import type { ProviderName } from '../../src/providers/sender.js';
import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import { eventually } from '../../test/support/eventually.js';
import { ServiceWorld } from '../../test/support/service-world.js';
import { type Measured } from '../support/chart.js';
import { interleave } from '../support/interleave.js';
import { median } from '../support/median.js';
import { prepareApp, startRun } from '../support/one-time-run.js';
import { readArrivals } from '../support/read-arrivals.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';

const ROUNDS = 3;
const DEADLINE_MS = 120_000;
/** More than the trial of sending threads needs. */
const CASES: readonly { readonly provider: ProviderName; readonly devices: number }[] = [
  { provider: 'provider_a', devices: 60_000 },
  { provider: 'provider_c', devices: 60_000 },
  { provider: 'webpush', devices: 40_000 },
];

interface Row {
  readonly name: string;
  /** Messages a second, from the first arrival to the last; medians. */
  readonly alone: number;
  readonly threads: number;
  readonly ratio: number;
}

/** Whole runs through one process, with its sending threads and without: selection, database and provider included. */
export const benchRuns = (): Promise<Measured> =>
  withMysql(async () => {
    const rows: Row[] = [];
    for (const kind of eachDatabase()) rows.push(...(await benchOn(kind)));
    report(rows);
    const groups = rows.map(({ name, alone, threads }) => ({
      name,
      bars: [
        { name: 'main thread alone', value: alone },
        { name: 'with sending threads', value: threads },
      ],
    }));
    return { rows, charts: [{ title: 'Whole runs', unit: 'messages/s', groups }] };
  });

const benchOn = async (kind: TestDatabaseKind): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const { provider, devices } of CASES) {
    await using world = await ServiceWorld.open(kind, { keepContent: false, decrypt: 'sample' });
    const api = await world.start({ ROLE: 'api' });
    const appId = await prepareApp(world, api, { provider, devices });
    const measure = async (threads: string): Promise<number> => {
      await world.fakes.reset();
      await using _worker = await world.start({ ROLE: 'worker', SENDER_THREADS: threads });
      await startRun(world, api, [appId]);
      const isDone = async () => ((await world.fakes.summary()).accepted >= devices ? true : null);
      await eventually('the last message', isDone, DEADLINE_MS);
      const arrivals = [...(await readArrivals(world)).values()];
      const [first, last] = [arrivals.reduce((a, b) => Math.min(a, b)), arrivals.reduce((a, b) => Math.max(a, b))];
      return (devices * 1_000) / (last - first);
    };
    const subjects = ['0', String(availableParallelism() - 1)] as const;
    const [alone, threads] = await interleave(subjects, ROUNDS, measure);
    const ratio = median(threads.map((rate, round) => rate / (alone[round] ?? rate)));
    rows.push({ name: `${kind.name} ${provider}`, alone: median(alone), threads: median(threads), ratio });
  }
  return rows;
};

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const report = (rows: readonly Row[]): void => {
  const table = toTable<Row>(
    [
      { title: 'messages/s', cell: ({ name }) => name },
      { title: 'main thread alone', cell: ({ alone }) => whole.format(alone) },
      { title: `with ${availableParallelism() - 1} more`, cell: ({ threads }) => whole.format(threads) },
      { title: 'ratio', cell: ({ ratio }) => ratio.toFixed(2) },
    ],
    rows,
  );
  console.log(table);
};
