import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import { startFakes } from '../../test/support/fakes/start-fakes.js';
import { growthOf, readTableSizes, stillGrowing, type TableSizes } from '../../test/support/table-sizes.js';
import { TrafficYear } from '../../test/support/traffic-year.js';
import { bars, type Chart, databaseName, type Measured } from '../support/chart.js';
import { median } from '../support/median.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';

const DAYS = 365;
const MONTH = 30;
/** The figures of the last quarter. */
const FROM_DAY = 275;
const RUNS_A_DAY = 3;
/** Tables in the chart. */
const LARGEST = 8;
/**
 * The retention of histories and inactive devices. Twice this time ends before the last quarter, because batches
 * enlarged by dead devices are deleted last.
 */
const RETENTION_DAYS = 120;
const QUICK = { devices: 100, historyRetentionDays: RETENTION_DAYS };
const WHOLE = { devices: 1_000, historyRetentionDays: RETENTION_DAYS };

interface Month {
  readonly day: number;
  readonly messages: number;
  readonly sizes: TableSizes;
  /** The month's days. */
  readonly upkeepMs: number;
}

/** A year with three runs a day, as fast as possible: table sizes by month, and an error if a bounded table grows. */
export const benchGrowth = ({ quick }: { readonly quick: boolean }): Promise<Measured> =>
  withMysql(async () => {
    const only = process.env.BENCH_ONLY;
    const kinds = eachDatabase().filter(({ name }) => (only === undefined ? name === 'sqlite' : name === only));
    const results = [];
    for (const kind of kinds) results.push(await growOn(kind, quick ? QUICK : WHOLE));
    return { days: DAYS, runsADay: RUNS_A_DAY, results, charts: results.flatMap(chart) };
  });

interface Growth {
  readonly database: string;
  readonly devices: number;
  readonly months: readonly (Omit<Month, 'sizes'> & {
    readonly sizes: readonly (readonly [string, { bytes: number }])[];
  })[];
}

/** The largest tables, and the upkeep. */
const chart = ({ database, devices, months }: Growth): Chart[] => {
  const shown = months.filter((_, index) => index % 3 === 2 || index === months.length - 1);
  const bytesOf = (month: Growth['months'][number], table: string): number =>
    month.sizes.find(([name]) => name === table)?.[1].bytes ?? 0;
  const last = shown.at(-1);
  const largest = (last?.sizes ?? []).toSorted(([, a], [, b]) => b.bytes - a.bytes).slice(0, LARGEST);
  const title = `A year of ${RUNS_A_DAY} runs a day to ${whole.format(devices)} devices, ${databaseName(database)}`;
  return [
    {
      title: `${title}: the largest tables`,
      unit: 'KiB with indexes',
      groups: largest.map(([table]) =>
        bars(table, shown, (month) => [`day ${month.day}`, bytesOf(month, table) / 1024]),
      ),
    },
    {
      title: `${title}: upkeep of a day`,
      unit: 'ms',
      groups: [bars('', months, ({ day, upkeepMs }) => [`day ${day}`, upkeepMs])],
    },
  ];
};

const growOn = async (kind: TestDatabaseKind, size: typeof WHOLE): Promise<Growth> => {
  const fakes = await startFakes();
  try {
    await using database = await kind.open();
    const devices = Number(process.env.BENCH_DEVICES ?? size.devices);
    await using year = await TrafficYear.start({ ...size, devices, database, fakes, runsADay: RUNS_A_DAY });
    const months: Month[] = [];
    let quarter: TableSizes = new Map();
    let upkeeps: number[] = [];
    for (let day = 1; day <= DAYS; day += 1) {
      upkeeps.push(await year.next());
      if (day === FROM_DAY) quarter = await readTableSizes(database);
      if (day % MONTH !== 0 && day !== DAYS) continue;
      const sizes = await readTableSizes(database);
      months.push({ day, messages: year.messages, sizes, upkeepMs: median(upkeeps) });
      upkeeps = [];
    }
    report(kind.name, devices, months);
    const growing = stillGrowing(quarter, months.at(-1)?.sizes ?? new Map());
    if (growing.length > 0) throw new Error(`These tables should be bounded and are not: ${growing.join('; ')}`);
    return {
      database: kind.name,
      devices,
      months: months.map(({ sizes, ...month }) => ({ ...month, sizes: [...sizes] })),
    };
  } finally {
    await fakes.close();
  }
};

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const report = (name: string, devices: number, months: readonly Month[]): void => {
  const last = months.at(-1);
  const tables = [...(last?.sizes.keys() ?? [])].filter((table) => (last?.sizes.get(table)?.rows ?? 0) > RUNS_A_DAY);
  const shown = months.filter((_, index) => index % 3 === 2 || index === months.length - 1);
  const kib = (month: Month, table: string): string => {
    const { rows = 0, bytes = 0 } = month.sizes.get(table) ?? {};
    return `${whole.format(rows)} (${whole.format(bytes / 1024)})`;
  };
  console.log(
    toTable<string>(
      [
        { title: `${name}, ${whole.format(devices)} devices: rows (KiB with indexes)`, cell: (table) => table },
        ...shown.map((month) => ({ title: `day ${month.day}`, cell: (table: string) => kib(month, table) })),
        {
          title: 'of which indexes, KiB',
          cell: (table) => whole.format((last?.sizes.get(table)?.indexBytes ?? 0) / 1024),
        },
        { title: 'grows', cell: (table) => growthOf(table) },
      ],
      tables,
    ),
  );
  const upkeep = months.map(({ day, upkeepMs }) => `day ${day}: ${upkeepMs.toFixed(1)}`).join(', ');
  console.log(`upkeep of a day, ms, median of its month: ${upkeep}`);
  console.log(`${whole.format(last?.messages ?? 0)} messages handed over\n`);
};
