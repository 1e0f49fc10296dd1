import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getOrInsert } from '../../../src/collections.js';
import { execute } from '../../../src/database/database.js';
import type { BatchCount } from '../../../src/entities/batch-count.js';
import type { OutcomeName } from '../../../src/entities/outcome.js';
import { toGlobalId } from '../../../src/schema/global-id.js';
import { ReportService } from '../../../src/services/reports/report-service.js';
import { BatchWorld } from '../../delivery/batch-world.js';
import type { Json } from '../../schema/support/graph-app.js';
import { GraphOverWorld } from '../../schema/support/graph-over-world.js';
import { eachDatabase, type TestDatabaseKind } from '../../support/databases.js';
import type { Fakes } from '../../support/fakes/fakes.js';
import { startFakes } from '../../support/fakes/start-fakes.js';
import { RecordingSender } from '../../support/recording-sender.js';
import { insertCounts, insertRuns, type ReceiptCount } from '../../support/seed-runs.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

const DAY = 86_400_000;
const NO_FILTER = { appId: null, schedulerId: null, pushId: null };
const MEASURES = ['sent', 'failed', 'delivered', 'clicked', 'dismissed', 'optedOut', 'retired'] as const;
type Measure = (typeof MEASURES)[number];
const OUTCOMES: readonly OutcomeName[] = ['sent', 'failed', 'expired', 'invalid_token', 'OPTED_OUT', 'cancelled'];
const KINDS = ['delivered', 'clicked', 'dismissed'] as const;
const LANGUAGES = ['en', 'de', 'pt-BR'];
const FIELDS = MEASURES.flatMap((name) => [name, `${name}Share`]).join(' ');
const REPORT = `query ($from: DateTime!, $to: DateTime!, $zone: TimeZone!, $by: ReportDimension!, $where: ReportWhereInput,
    $compare: Boolean, $orderBy: ReportOrderInput, $first: Int, $offset: Int) {
  report(period: { from: $from, to: $to, timeZone: $zone }, by: $by, where: $where, compare: $compare,
      orderBy: $orderBy, first: $first, offset: $offset) {
    rows { key id name startsAt values { ${FIELDS} } previous { ${FIELDS} } }
    rowCount totals { ${FIELDS} } previousPeriod { from to } previousTotals { ${FIELDS} } isComplete completeFrom
  }
}`;

const HEAT_MAP = `query ($from: DateTime!, $to: DateTime!) {
  clickHeatMap(period: { from: $from, to: $to, timeZone: "UTC" }) { cells { clicked delivered } }
}`;

/** A small number generator with the same sequence in every run of the test. */
const numbers = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
};

interface RawRun {
  readonly id: number;
  readonly schedulerId: number;
  readonly dueAt: Date;
}

/** 150 runs around the clock changes of spring and autumn 2026, of two schedulers and without one. */
const setUp = async (kind: TestDatabaseKind) => {
  const database = await kind.open();
  const world = await BatchWorld.start({ database, fakes, sender: new RecordingSender() });
  const graph = await GraphOverWorld.open(world);
  const { userId } = world.caller;
  const apps = [await world.makeApp('provider_c'), await world.makeApp('provider_c')];
  const category = await world.services.categories.create(world.caller, {
    ...{ key: 'news', names: [{ language: 'en', text: 'News' }], descriptions: [], kind: 'MARKETING' },
    ...{ default: 'ON', androidChannel: null, listed: true },
  });
  const schedulers = [await world.makeRun(), await world.makeRun()];
  const pushes = await database.query<{ id: number }>('SELECT id FROM push ORDER BY id');
  const pushIds = pushes.map(({ id }) => Number(id));
  await database.tx((tx) => execute(tx, 'UPDATE push SET category_id = ? WHERE id = ?', [category.id, pushIds[0]]));
  const next = numbers(7);
  const runs: RawRun[] = Array.from({ length: 150 }, (_, index) => {
    const start = index % 2 === 0 ? Date.parse('2026-03-27T00:00:00Z') : Date.parse('2026-10-23T00:00:00Z');
    const schedulerId = index % 5 === 0 ? -(index + 1) : (schedulers[index % 2]?.id ?? 0);
    return { id: 1_000 + index, schedulerId, dueAt: new Date(start + next(5 * 24 * 4) * 15 * 60_000 + index) };
  });
  const direct = [{ id: 0, category: { id: category.id, key: 'news', kind: 'MARKETING', default: 'ON' } }];
  await insertRuns(
    database,
    runs.map((run) => ({ ...run, userId, ...(run.schedulerId < 0 ? { pushes: direct } : {}) })),
  );
  const messages: BatchCount[] = [];
  const receipts: ReceiptCount[] = [];
  for (const run of runs) {
    for (const { id: appId } of apps) {
      const pushId = run.schedulerId < 0 ? 0 : (pushIds[next(2)] ?? 0);
      for (const batchId of [1, 2]) {
        for (const outcome of OUTCOMES) {
          const language = LANGUAGES[next(3)] ?? 'en';
          messages.push({ runId: run.id, batchId, appId, pushId, language, outcome, count: next(50) });
        }
      }
      for (const kindOf of KINDS) {
        for (const shard of [0, 3])
          receipts.push({ runId: run.id, appId, pushId, kind: kindOf, shard, count: next(9) });
      }
    }
  }
  await insertCounts(database, messages, receipts);
  const all = { runs, messages, receipts, apps, pushIds, category, schedulers };
  return {
    ...{ database, world, graph, all },
    async [Symbol.asyncDispose]() {
      await graph[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
};
type Seeded = Awaited<ReturnType<typeof setUp>>['all'];

const IN_MEASURE: Readonly<Record<Measure, readonly string[]>> = {
  sent: ['sent'],
  failed: ['failed', 'expired', 'invalid_token'],
  optedOut: ['OPTED_OUT'],
  retired: ['invalid_token'],
  delivered: ['delivered'],
  clicked: ['clicked'],
  dismissed: ['dismissed'],
};

/** The local date in a zone, from Intl instead of our own rules. */
const dateIn = (zone: string, at: Date): string => getOrInsert(FORMATS, zone, () => toFormat(zone)).format(at);
const FORMATS = new Map<string, Intl.DateTimeFormat>();
const toFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

interface Row {
  readonly run: RawRun;
  readonly appId: number;
  readonly pushId: number;
  readonly language: string | null;
}

/** Sums raw rows one by one. */
const oracle = (
  { runs, messages, receipts }: Seeded,
  span: { from: Date; to: Date },
  keyOf: (row: Row) => string | null,
): Map<string, Record<string, number>> => {
  const found = new Map<string, Record<string, number>>();
  const runOf = new Map(runs.map((run) => [run.id, run]));
  const add = (row: ReceiptCount | BatchCount, what: string): void => {
    const run = runOf.get(row.runId);
    if (!run || run.dueAt < span.from || run.dueAt >= span.to) return;
    const language = 'language' in row ? row.language : null;
    const key = keyOf({ run, appId: row.appId, pushId: row.pushId, language });
    if (key === null) return;
    const sums = found.get(key) ?? Object.fromEntries(MEASURES.map((name) => [name, 0]));
    for (const name of MEASURES) if (IN_MEASURE[name].includes(what)) sums[name] = (sums[name] ?? 0) + row.count;
    found.set(key, sums);
  };
  for (const row of messages) add(row, row.outcome);
  for (const row of receipts) add(row, row.kind);
  return found;
};

const countsOf = (values: Json): Record<string, number> =>
  Object.fromEntries(MEASURES.map((name) => [name, values[name]]));

/** MariaDB, with message counts read separately. Vitess does that anyway. */
const isVitess = process.env.TEST_VITESS === '1';
const asOnVitess = eachDatabase()
  .filter(({ name }) => name === 'mysql' && !isVitess)
  .map((kind) => ({
    ...kind,
    open: async () => {
      const database = await kind.open();
      database.isVitess = true;
      return database;
    },
  }));
const kinds = [
  ...eachDatabase().map((kind) => ({ title: kind.name, kind })),
  ...asOnVitess.map((kind) => ({ title: `${kind.name} as on Vitess`, kind })),
];

describe.each(kinds)('reports on $title', ({ kind }) => {
  test('match the raw rows in every dimension and zone', async () => {
    await using set = await setUp(kind);
    const { graph, all } = set;
    const keys = (zone: string): Record<string, (row: Row) => string | null> => ({
      CAMPAIGN: ({ run }) => String(Math.max(0, run.schedulerId)),
      PUSH: ({ pushId }) => String(pushId),
      CATEGORY: ({ pushId }) => (pushId === 0 || pushId === all.pushIds[0] ? String(all.category.id) : '0'),
      APPLICATION: ({ appId }) => String(appId),
      LANGUAGE: ({ language }) => language,
      RUN: ({ run }) => String(run.id),
      DAY: ({ run }) => String(Date.parse(`${dateIn(zone, run.dueAt)}T00:00:00Z`)),
    });
    for (const zone of [
      'UTC',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/St_Johns',
      '+05:45',
    ]) {
      const span = { from: new Date('2026-03-28T05:00:00Z'), to: new Date('2026-10-27T11:30:00Z') };
      const variables = { from: span.from.toISOString(), to: span.to.toISOString(), zone, first: 500 };
      for (const [by, keyOf] of Object.entries(keys(zone === '+05:45' ? 'Asia/Kathmandu' : zone))) {
        if (zone !== 'UTC' && by !== 'DAY') continue;
        const { report } = await graph.data(REPORT, { ...variables, by });
        const expected = oracle(all, span, keyOf);
        const without = by === 'LANGUAGE' ? { delivered: null, clicked: null, dismissed: null } : {};
        expect([zone, by, Object.fromEntries(report.rows.map((row: Json) => [row.key, countsOf(row.values)]))]).toEqual(
          [zone, by, Object.fromEntries([...expected].map(([key, sums]) => [key, { ...sums, ...without }]))],
        );
        expect(report).toMatchObject({ rowCount: expected.size, isComplete: true, previousPeriod: null });
        const sum = (name: Measure) => [...expected.values()].reduce((total, sums) => total + Number(sums[name]), 0);
        expect(countsOf(report.totals)).toEqual({
          ...Object.fromEntries(MEASURES.map((name) => [name, sum(name)])),
          ...without,
        });
      }
    }
  });

  test('name their rows, calculate rates, sort, page and filter', async () => {
    await using set = await setUp(kind);
    const { graph, all } = set;
    const variables = { from: '2026-03-01T00:00:00Z', to: '2026-12-01T00:00:00Z', zone: 'Europe/Berlin' };
    const read = async (more: object): Promise<Json> => (await graph.data(REPORT, { ...variables, ...more })).report;
    const byCategory = await read({ by: 'CATEGORY' });
    expect(byCategory.rows.map(({ id, name }: Json) => [id, name])).toEqual(
      expect.arrayContaining([
        [toGlobalId('Category', all.category.id), 'News'],
        [null, null],
      ]),
    );
    const byApp = await read({ by: 'APPLICATION' });
    expect(byApp.rows.map(({ id }: Json) => id)).toEqual(
      expect.arrayContaining(all.apps.map(({ id }) => toGlobalId('App', id))),
    );
    const { values } = byApp.rows[0];
    expect(values.sentShare).toBeCloseTo(values.sent / (values.sent + values.failed), 12);
    expect(values.clickedShare).toBeCloseTo(values.clicked / values.sent, 12);
    const sorted = await read({ by: 'RUN', orderBy: { measure: 'CLICKED', direction: 'ASC' }, first: 500 });
    const clicks = sorted.rows.map(({ values: { clicked } }: Json) => clicked);
    expect(clicks).toEqual(clicks.toSorted((a: number, b: number) => a - b));
    expect(new Date(sorted.rows[0].startsAt).getTime()).toBe(
      all.runs.find(({ id }) => String(id) === sorted.rows[0].key)?.dueAt.getTime(),
    );
    const pages = await Promise.all([0, 60, 120].map((offset) => read({ by: 'RUN', first: 60, offset })));
    const seen = pages.flatMap(({ rows }) => rows.map(({ key }: Json) => key));
    expect([seen.length, new Set(seen).size, pages[2].rowCount]).toEqual([150, 150, 150]);
    const beyond = await read({ by: 'RUN', offset: 5_000 });
    expect([beyond.rows, beyond.rowCount, beyond.totals]).toEqual([[], 150, pages[0].totals]);
    const where = {
      appId: toGlobalId('App', all.apps[0]?.id ?? 0),
      schedulerId: toGlobalId('Scheduler', all.schedulers[0]?.id ?? 0),
    };
    const narrowed = await read({ by: 'DAY', where, first: 500 });
    const span = { from: new Date(variables.from), to: new Date(variables.to) };
    const expected = oracle(all, span, ({ run, appId }) =>
      run.schedulerId === all.schedulers[0]?.id && appId === all.apps[0]?.id ? 'all' : null,
    );
    expect(countsOf(narrowed.totals)).toEqual(expected.get('all'));
    const days = narrowed.rows.map(({ name, startsAt }: Json) => [name, dateIn('Europe/Berlin', new Date(startsAt))]);
    expect(days.length).toBeGreaterThan(5);
    for (const [name, date] of days) expect(name).toBe(date);
    await using stranger = await graph.stranger();
    const foreign = (await stranger.data(REPORT, { ...variables, by: 'RUN' })).report;
    expect([foreign.rows, foreign.totals.sent]).toEqual([[], 0]);
  });

  test('add up beyond 32 bits', async () => {
    await using set = await setUp(kind);
    const { database, graph, world, all } = set;
    const ofRun = { runId: 1_000, appId: all.apps[0]?.id ?? 0, pushId: all.pushIds[0] ?? 0 };
    const many = [7, 8].map((batchId) => ({ ...ofRun, batchId, language: 'en', outcome: 'sent', count: 2e9 }) as const);
    await insertCounts(database, many, []);
    const variables = { from: '2026-03-01T00:00:00Z', to: '2026-12-01T00:00:00Z', zone: 'UTC', by: 'CAMPAIGN' };
    const { report } = await graph.data(REPORT, { ...variables, compare: true });
    expect(report.totals.sent).toBeGreaterThan(4e9);
    expect(report.totals.sentShare).toBeGreaterThan(0.99);
    const minute = Math.floor(world.clock.now() / 60_000);
    const rows = [0, 1].map(
      (shard) => `(${world.caller.userId}, ${minute}, 1, 0, 0, ${shard}, 0, 0, 2000000000, 2000000000, 0)`,
    );
    const insert = `INSERT INTO traffic (user_id, minute, app_id, scheduler_id, push_id, shard, sent, failed, delivered, clicked, dismissed)
      VALUES ${rows.join(', ')}`;
    await database.tx((tx) => execute(tx, insert));
    const { clickHeatMap } = await graph.data(HEAT_MAP, {
      from: new Date(world.clock.now() - DAY).toISOString(),
      to: new Date(world.clock.now() + DAY).toISOString(),
    });
    expect(Math.max(...clickHeatMap.cells.map(({ clicked }: Json) => clicked))).toBe(4e9);
  });

  test('compare with the same number of days before, even across a clock change', async () => {
    await using set = await setUp(kind);
    const { graph, all } = set;
    // Two days in Berlin that include the clock change, after two days of 24 hours each.
    const variables = { from: '2026-03-28T23:00:00Z', to: '2026-03-30T22:00:00Z', zone: 'Europe/Berlin', by: 'DAY' };
    const { report } = await graph.data(REPORT, { ...variables, compare: true });
    expect(report.previousPeriod).toEqual({ from: '2026-03-26T23:00:00.000Z', to: '2026-03-28T23:00:00.000Z' });
    const span = { from: new Date('2026-03-26T23:00:00Z'), to: new Date('2026-03-28T23:00:00Z') };
    const expected = oracle(all, span, ({ run }) => dateIn('Europe/Berlin', run.dueAt));
    expect(report.rows.map(({ name, previous }: Json) => [name, countsOf(previous)])).toEqual([
      ['2026-03-29', expected.get('2026-03-27')],
      ['2026-03-30', expected.get('2026-03-28')],
    ]);
    const both = oracle(all, span, () => 'all').get('all');
    expect(countsOf(report.previousTotals)).toEqual(both);
    const { report: byPush } = await graph.data(REPORT, { ...variables, by: 'PUSH', compare: true });
    const ofPush = oracle(all, span, ({ pushId }) => String(pushId));
    for (const { key, previous } of byPush.rows) expect(countsOf(previous)).toEqual(ofPush.get(key));
    expect(byPush.rows.length).toBeGreaterThan(1);
  });

  test('report the date from which they are complete', async () => {
    await using set = await setUp(kind);
    const { database, graph, all, world } = set;
    const variables = { from: '2026-03-01T00:00:00Z', to: '2026-12-01T00:00:00Z', zone: 'UTC' };
    const [run] = all.runs.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
    const lost = { runId: run?.id ?? 0, appId: 0, pushId: 0, kind: 'clicked', shard: 8, count: 3 } as const;
    await insertCounts(database, [], [lost]);
    const bounds = async (by: string, more: object = {}) => {
      const { isComplete, completeFrom } = (await graph.data(REPORT, { ...variables, by, ...more })).report;
      return [isComplete, completeFrom];
    };
    const from = new Date((run?.dueAt.getTime() ?? 0) + 1).toISOString();
    expect(await bounds('PUSH')).toEqual([false, from]);
    expect(await bounds('CAMPAIGN')).toEqual([true, null]);
    expect(await bounds('CAMPAIGN', { where: { pushId: toGlobalId('Push', 1) } })).toEqual([false, from]);
    await database.tx((tx) => execute(tx, 'DELETE FROM receipt_count WHERE app_id = 0'));
    const [last] = all.runs.toSorted((a, b) => b.dueAt.getTime() - a.dueAt.getTime());
    const backfill = 'INSERT INTO receipt_backfill (id, counted_from, run_id) VALUES (1, 0, ?)';
    await database.tx((tx) => execute(tx, backfill, [Math.max(...all.runs.map(({ id }) => id))]));
    expect(await bounds('CAMPAIGN')).toEqual([false, new Date((last?.dueAt.getTime() ?? 0) + 1).toISOString()]);
    await database.tx((tx) => execute(tx, 'DELETE FROM receipt_backfill'));
    await database.tx((tx) => execute(tx, 'UPDATE user_account SET created_at = 0'));
    const oldest = new Date(world.clock.now() - 1_095 * DAY);
    const reports = new ReportService({ database, clock: world.clock, runRetentionDays: 1_095 });
    const period = { from: new Date(oldest.getTime() - DAY), to: new Date(oldest.getTime() + DAY), timeZone: 'UTC' };
    const request = { by: 'RUN', where: NO_FILTER, compare: false, orderBy: null, first: 1, offset: 0 };
    expect((await reports.read(world.caller.userId, { ...request, period })).completeFrom).toEqual(oldest);
    await database.tx((tx) => execute(tx, 'UPDATE user_account SET created_at = ?', [oldest.getTime()]));
    expect((await reports.read(world.caller.userId, { ...request, period })).completeFrom).toBeNull();
  });

  test('refuse periods that are empty or too long, and wrong sizes', async () => {
    await using set = await setUp(kind);
    const variables = { from: '2026-03-01T00:00:00Z', to: '2026-12-01T00:00:00Z', zone: 'UTC', by: 'RUN' };
    const messageOf = async (more: object) =>
      (await set.graph.query(REPORT, { ...variables, ...more })).errors?.[0]?.message;
    expect(await messageOf({ to: variables.from })).toBe('`from` must be before `to`.');
    expect(await messageOf({ to: '2030-03-01T00:00:00Z' })).toMatch(/more than 1100 days apart/);
    // 1,100 days of Berlin that begin in summer and end in winter.
    const days = { from: '2023-10-22T22:00:00Z', to: '2026-10-26T23:00:00Z', zone: 'Europe/Berlin' };
    expect(await messageOf(days)).toBeUndefined();
    expect(await messageOf({ ...days, to: '2026-10-27T00:00:00Z' })).toMatch(/more than 1100 days apart/);
    expect(await messageOf({ first: 501 })).toBe('`first` must be 1 to 500.');
    expect(await messageOf({ offset: -1 })).toBe('`offset` must be 0 to 1000000.');
  });
});

for (const kind of asOnVitess)
  describe(`reports on ${kind.name} as on Vitess`, () => {
    test('read no application but those of the report, and refuse more runs than a statement may have', async () => {
      await using set = await setUp(kind);
      const { database, graph, all } = set;
      const seen: string[] = [];
      database.statements.listener = (sql) => seen.push(sql);
      const variables = { from: '2026-03-01T00:00:00Z', to: '2026-12-01T00:00:00Z', zone: 'UTC', by: 'RUN' };
      const where = { appId: toGlobalId('App', all.apps[0]?.id ?? 0), pushId: toGlobalId('Push', all.pushIds[0] ?? 0) };
      await graph.data(REPORT, { ...variables, where });
      database.statements.listener = null;
      const counts = seen.filter((sql) => /\bbatch_count\b/.test(sql));
      expect(counts.length).toBeGreaterThan(0);
      for (const sql of counts) {
        expect(sql).toContain('app_id = ? AND push_id = ?');
        expect(sql).not.toMatch(/\b(run|push|app) /);
      }
      const columns = 'user_id, kind, due_at, status, left_out, cut_index, cut_id, created_at';
      const many = `INSERT INTO run (scheduler_id, ${columns})
      SELECT -1000 - ROW_NUMBER() OVER (ORDER BY r.id), ${columns} FROM run r
      CROSS JOIN (SELECT 1 FROM batch_count LIMIT 700) c WHERE r.id >= 1000`;
      await database.tx((tx) => execute(tx, many));
      const { errors } = await graph.query(REPORT, variables);
      expect(errors?.[0]).toMatchObject({
        message: 'On Vitess, a report has at most 100000 runs and counts by outcome. Request a shorter period.',
        extensions: { code: 'BAD_USER_INPUT' },
      });
    });
  });
