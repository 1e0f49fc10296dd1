import { compileAudience } from '../../src/audience/audience.js';
import type { SegmentFilterSnapshot } from '../../src/audience/filters/segments.js';
import { MAX_TREE_VALUES } from '../../src/audience/segments/bounds.js';
import { keepTree } from '../../src/audience/segments/segment-tree.js';
import { DeviceSelection } from '../../src/audience/select-devices.js';
import type { DatabaseKind } from '../../test/support/databases.js';
import type { Chart, Measured } from '../support/chart.js';
import { median } from '../support/median.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';
import { BUYERS, SegmentsWorld } from './segments-world.js';

const SIZES = [1_000_000, 3_000_000];
const QUICK_SIZES = [100_000];
const PAGE = 1_000;
/** The ids of one batch. No page reads beyond them. */
const WINDOW = 5_000;
const ROUNDS = 3;
/** The time limit of the attribute cases, as a multiple of the filter by country. */
const TARGET = 2;

type Tree = Readonly<Record<string, unknown>>;

const attribute = (key: string, op: string, value: unknown): Tree => ({ attribute: { key, op, value } });

/** null: the filter by country, with which the others are compared. About a tenth of the devices match each. */
const CASES: Readonly<Record<string, Tree | null>> = {
  'filter by country': null,
  'segment: country': { country: { in: ['DE'] } },
  'attribute = text': attribute('plan', 'EQ', 'pro'),
  'attribute < number': attribute('age', 'LT', 27),
  'attribute > date': attribute('last_order', 'GT', '2026-11-09T00:00:00Z'),
  'attribute in 20 texts': { attribute: { key: 'city', op: 'IN', values: names(20) } },
  'attribute list contains': attribute('likes', 'CONTAINS', 'topic 3'),
  'app version': { appVersion: { op: 'GE', value: '3.9' } },
  'five conditions': {
    and: [
      { or: [attribute('plan', 'EQ', 'pro'), attribute('spent', 'GT', 230)] },
      { platform: { in: ['ios', 'android'] } },
      { not: { country: { in: ['FR'] } } },
      { lastActive: { within: '30d' } },
    ],
  },
  'event in the last 7 days': { event: { code: 'buy', op: 'DID', within: '7d' } },
  'event twice in 30 days': BUYERS,
};

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `City ${index * 3}`);
}

/** The most expensive accepted trees. No device matches them, so every condition is checked. */
const HOSTILE: Readonly<Record<string, Tree>> = {
  'lists, 10,000 values': {
    or: Array.from({ length: 40 }, (_, list) => ({
      attribute: { key: 'note', op: 'IN', values: values(list, MAX_TREE_VALUES / 40) },
    })),
  },
  '50 equal texts': { or: Array.from({ length: 50 }, (_, index) => attribute('note', 'EQ', `none ${index}`)) },
  '50 numbers': { or: Array.from({ length: 50 }, () => attribute('spent', 'GT', 1_000)) },
  '50 app versions': { or: Array.from({ length: 50 }, () => ({ appVersion: { op: 'GT', value: '99.1.1.1' } })) },
  '16 events by day': {
    or: Array.from({ length: 16 }, () => ({ event: { code: 'buy', op: 'AT_LEAST', times: 4, within: '30d' } })),
  },
};

function values(list: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `none ${list} ${index}`);
}

interface Row {
  readonly name: string;
  readonly found: number;
  readonly pageMs: number;
  readonly countMs: number;
}

/** Pages through a whole application, and counts it, by segments and by the filter by country. */
export const benchSegments = ({ quick }: { readonly quick: boolean }): Promise<Measured> =>
  withMysql(async () => {
    const sizes = process.env.BENCH_DEVICES ? [Number(process.env.BENCH_DEVICES)] : quick ? QUICK_SIZES : SIZES;
    const kinds: readonly DatabaseKind[] = process.env.TEST_MYSQL_URL ? ['sqlite', 'mysql'] : ['sqlite'];
    const results: Record<string, readonly Row[]> = {};
    for (const kind of kinds.filter((name) => (process.env.BENCH_ONLY ?? name) === name)) {
      await using world = await SegmentsWorld.open(kind);
      for (const devices of sizes) {
        await world.grow(devices);
        console.log(`${kind}, ${devices.toLocaleString('en')} devices\n`);
        results[`${kind} ${devices}`] = report(await measure(world));
        await reportHostile(world);
      }
    }
    return { devices: sizes.at(-1) ?? 0, results, charts: [] as Chart[] };
  });

/** Rounds alternate between the cases, so that other load falls on all of them. */
const measure = async (world: SegmentsWorld): Promise<Row[]> => {
  const times = new Map(Object.keys(CASES).map((name) => [name, { page: [] as number[], count: [] as number[] }]));
  const found = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, tree] of Object.entries(CASES)) {
      const selection = await select(world, tree);
      const startedAt = performance.now();
      found.set(name, await pageThrough(world, selection));
      const pagedAt = performance.now();
      await selection.count({ after: world.firstId - 1, upTo: world.lastId });
      times.get(name)?.page.push(pagedAt - startedAt);
      times.get(name)?.count.push(performance.now() - pagedAt);
    }
  }
  return [...times].map(([name, { page, count }]) => ({
    name,
    found: found.get(name) ?? 0,
    pageMs: median(page),
    countMs: median(count),
  }));
};

const select = async (
  { database, services, caller, clock, appId }: SegmentsWorld,
  tree: Tree | null,
): Promise<DeviceSelection> => {
  const { userId } = caller;
  const kept: Record<string, unknown> = {};
  if (tree === null) kept.countries = { include: ['DE'], exclude: [] };
  else {
    const read = await services.segments.readTree(caller, tree);
    const include = [{ id: null, name: '', tree: await keepTree(read, { manager: database.reader, userId }) }];
    kept.segments = { at: clock.now(), include, exclude: [] } satisfies SegmentFilterSnapshot;
  }
  // A missing setting does not filter, except the one that every run has.
  const audience = await compileAudience({ appIds: [appId], ...kept }, { database, userId, parts: null });
  return new DeviceSelection(database, { id: appId, devicesActiveSince: 0, needs: ['platform'] }, audience);
};

/** Page by page inside ranges of ids, like a run. */
const pageThrough = async ({ firstId, lastId }: SegmentsWorld, selection: DeviceSelection): Promise<number> => {
  let found = 0;
  for (let from = firstId - 1; from < lastId; from += WINDOW) {
    for (let after = from; ; ) {
      const page = await selection.page({ after, upTo: Math.min(from + WINDOW, lastId), limit: PAGE });
      found += page.length;
      const last = page.at(-1);
      if (!last || page.length < PAGE) break;
      after = last.id;
    }
  }
  return found;
};

const report = (rows: readonly Row[]): readonly Row[] => {
  const [base] = rows;
  const ratio = (ms: number, baseMs: number | undefined): string => `${(ms / (baseMs ?? ms)).toFixed(2)} ×`;
  const columns = [
    { title: 'case', cell: ({ name }: Row) => name },
    { title: 'devices', cell: ({ found }: Row) => found.toLocaleString('en') },
    { title: 'pages, ms', cell: ({ pageMs }: Row) => pageMs.toFixed(0) },
    { title: `≤ ${TARGET} ×`, cell: ({ pageMs }: Row) => ratio(pageMs, base?.pageMs) },
    { title: 'count, ms', cell: ({ countMs }: Row) => countMs.toFixed(0) },
    { title: 'count', cell: ({ countMs }: Row) => ratio(countMs, base?.countMs) },
  ];
  console.log(`${toTable(columns, [...rows])}\n`);
  return rows;
};

const reportHostile = async (world: SegmentsWorld): Promise<void> => {
  const rows: { readonly name: string; readonly ms: number }[] = [];
  for (const [name, tree] of Object.entries(HOSTILE)) {
    const selection = await select(world, tree);
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const startedAt = performance.now();
      const after = world.firstId - 1 + round * WINDOW;
      await selection.page({ after, upTo: after + WINDOW, limit: PAGE });
      times.push(performance.now() - startedAt);
    }
    rows.push({ name, ms: median(times) });
  }
  const columns = [
    { title: `costly trees: ${WINDOW.toLocaleString('en')} devices judged`, cell: (row: { name: string }) => row.name },
    { title: 'ms', cell: ({ ms }: { ms: number }) => ms.toFixed(0) },
  ];
  console.log(`${toTable(columns, rows)}\n`);
};
