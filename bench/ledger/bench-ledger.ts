import type { Database } from '../../src/database/database.js';
import { eachDatabase } from '../../test/support/databases.js';
import { readTableSizes } from '../../test/support/table-sizes.js';
import { bars, databaseName, type Measured } from '../support/chart.js';
import { median } from '../support/median.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';
import { DAY_MS, LAYOUTS, type Layout, type Send } from './ledger-layouts.js';

/** A checkpoint of a run writes about this many. */
const ROWS_A_CHECKPOINT = 500;
/** Each device gets one message a day. */
const DAYS = 4;
const FIRST_DAY = 20_000;
/** The number of page reads whose median counts. */
const READS = 200;
/** Devices for each step of retention. */
const DEVICES_A_STEP = 2_000;
/** Checkpoints of auto-push, whose devices are in no order. */
const SCATTERED_CHECKPOINTS = 200;

interface Result {
  readonly database: string;
  readonly layout: string;
  readonly perSecond: number;
  readonly scatteredPerSecond: number;
  readonly bytesPerSend: number;
  readonly pageMs: number;
  readonly scatteredPageMs: number;
  readonly expiredPerSecond: number;
}

/**
 * Compares layouts of the device ledger (docs/decisions/device-ledger.md): `BENCH_DEVICES=3000000 npm run bench --
 * ledger`.
 */
export const benchLedger = ({ quick }: { readonly quick: boolean }): Promise<Measured> =>
  withMysql(async () => {
    const devices = Number(process.env.BENCH_DEVICES ?? (quick ? 50_000 : 1_000_000));
    const only = process.env.BENCH_ONLY;
    const results: Result[] = [];
    for (const kind of eachDatabase().filter(({ name }) => only === undefined || name === only)) {
      for (const layout of LAYOUTS) {
        await using database = await kind.open();
        const result = { database: kind.name, layout: layout.name, ...(await measure(database, layout, devices)) };
        console.log(JSON.stringify(result));
        results.push(result);
      }
    }
    report(results, devices);
    return { devices, days: DAYS, results, charts: [chartOf(results)] };
  });

const measure = async (database: Database, layout: Layout, devices: number) => {
  await layout.create(database);
  const random = makeRandom(7);
  const writes: number[] = [];
  for (let day = 0; day < DAYS; day += 1) writes.push(await writeDay(database, layout, { day, devices }));
  const sizes = await readTableSizes(database);
  const bytes = sizes.get(layout.table)?.bytes ?? Number.NaN;
  const pageMs = await readPages(READS, () => {
    const from = 1 + Math.floor(random() * Math.max(1, devices - ROWS_A_CHECKPOINT));
    return layout.readRange(database, { from, upTo: from + ROWS_A_CHECKPOINT - 1 }, dayStart(0));
  });
  const scatteredPageMs = await readPages(READS, () =>
    layout.readSome(database, scattered(random, devices), dayStart(0)),
  );
  const scatteredPerSecond = await writeScattered(database, layout, () => scattered(random, devices));
  const expiredPerSecond = await expireDay(database, layout, devices);
  return {
    // The first day fills an empty table, which happens once.
    perSecond: devices / median(writes.slice(1)),
    scatteredPerSecond,
    bytesPerSend: bytes / (devices * DAYS),
    pageMs,
    scatteredPageMs,
    expiredPerSecond,
  };
};

const dayStart = (day: number): number => (FIRST_DAY + day) * DAY_MS;

/** The seconds that a run to every device takes, one checkpoint after another. */
const writeDay = async (database: Database, layout: Layout, { day, devices }: { day: number; devices: number }) => {
  const startedAt = performance.now();
  for (let first = 1; first <= devices; first += ROWS_A_CHECKPOINT) {
    const sentAt = dayStart(day) + 36_000_000 + first;
    const count = Math.min(ROWS_A_CHECKPOINT, devices - first + 1);
    const sends = Array.from(
      { length: count },
      (_, index): Send => ({ deviceId: first + index, sentAt, runId: day + 1 }),
    );
    await database.tx((tx) => layout.insert(tx, sends));
  }
  return (performance.now() - startedAt) / 1000;
};

const writeScattered = async (database: Database, layout: Layout, pick: () => number[]): Promise<number> => {
  const pages = Array.from({ length: SCATTERED_CHECKPOINTS }, (_, page) =>
    pick().map((deviceId): Send => ({ deviceId, sentAt: dayStart(DAYS) + page, runId: DAYS + 1 })),
  );
  const startedAt = performance.now();
  for (const sends of pages) await database.tx((tx) => layout.insert(tx, sends));
  const seconds = (performance.now() - startedAt) / 1000;
  return pages.reduce((sum, { length }) => sum + length, 0) / seconds;
};

const scattered = (random: () => number, devices: number): number[] =>
  [...new Set(Array.from({ length: ROWS_A_CHECKPOINT }, () => 1 + Math.floor(random() * devices)))].sort(
    (a, b) => a - b,
  );

/** The median of `count` reads, in milliseconds. */
const readPages = async (count: number, read: () => Promise<number>): Promise<number> => {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const startedAt = performance.now();
    if ((await read()) === 0) throw new Error('A page of the ledger is empty.');
    times.push(performance.now() - startedAt);
  }
  return median(times);
};

/** Sends of the first day deleted per second, in short transactions. */
const expireDay = async (database: Database, layout: Layout, devices: number): Promise<number> => {
  const startedAt = performance.now();
  for (let from = 1; from <= devices; from += DEVICES_A_STEP) {
    const range = { from, upTo: from + DEVICES_A_STEP - 1 };
    await database.tx((tx) => layout.expire(tx, range, { at: dayStart(1), runId: 1 }));
  }
  return devices / ((performance.now() - startedAt) / 1000);
};

/** A linear congruential generator: the same devices in every run. */
const makeRandom = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const report = (results: readonly Result[], devices: number): void => {
  const table = toTable<Result>(
    [
      {
        title: `${whole.format(devices)} devices, ${DAYS} days`,
        cell: ({ database, layout }) => `${database}, ${layout}`,
      },
      { title: 'rows/s', cell: ({ perSecond }) => whole.format(perSecond) },
      { title: 'rows/s, no order', cell: ({ scatteredPerSecond }) => whole.format(scatteredPerSecond) },
      { title: 'bytes/send', cell: ({ bytesPerSend }) => bytesPerSend.toFixed(1) },
      { title: 'page, ms', cell: ({ pageMs }) => pageMs.toFixed(2) },
      { title: 'page, no order, ms', cell: ({ scatteredPageMs }) => scatteredPageMs.toFixed(2) },
      { title: 'expired/s', cell: ({ expiredPerSecond }) => whole.format(expiredPerSecond) },
    ],
    results,
  );
  console.log(table);
};

const chartOf = (results: readonly Result[]) => ({
  title: 'The ledger per device, written in checkpoints of 500',
  unit: 'rows/s',
  groups: [...new Set(results.map(({ database }) => database))].map((name) =>
    bars(
      databaseName(name),
      results.filter(({ database }) => database === name),
      ({ layout, perSecond }) => [layout, perSecond],
    ),
  ),
});
