import { setImmediate } from 'node:timers/promises';
import { compileAudience, keepFilters } from '../../src/audience/audience.js';
import type { FilterValues, FlagColumn } from '../../src/audience/filter.js';
import { DeviceSelection } from '../../src/audience/select-devices.js';
import type { DatabaseKind } from '../../test/support/databases.js';
import { bars, type Chart, databaseName, type Measured } from '../support/chart.js';
import { median } from '../support/median.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';
import { AudienceWorld, type Work } from './audience-world.js';

const DEVICES = 1_000_000;
const QUICK_DEVICES = 100_000;
const ROUNDS = 5;
/** The values of `BATCH_SIZE` and of a page. */
const BATCH = 10_000;
const PAGE = 2_000;
const PAGE_TARGET_MS = 50;
const ESTIMATE_TARGET_MS = 1_000;
const LIST_TARGET_MS = 100;

interface Case {
  readonly name: string;
  readonly lists?: FilterValues['lists'];
  readonly flags?: Partial<Record<FlagColumn, boolean>>;
  /** The members of `AudienceInput` after `apps`. */
  readonly graph: string;
  readonly externalIds?: readonly string[];
}

const USERS = ['user 50001', 'user 70002', 'user 90003'];
const NO_FLAGS: Record<FlagColumn, boolean> = {
  allApps: true,
  allCountries: false,
  allLanguages: false,
  allAudiences: false,
};

const CASES: readonly Case[] = [
  { name: 'everyone', graph: '' },
  { name: 'a country, 10 %', lists: { countries_include: ['DE'] }, graph: 'countries: { include: ["DE"] }' },
  { name: 'a country, 0.1 %', lists: { countries_include: ['LI'] }, graph: 'countries: { include: ["LI"] }' },
  { name: 'a language, 25 %', lists: { languages_include: ['de'] }, graph: 'languages: { include: ["de"] }' },
  { name: 'a tag, 10 %', lists: { audiences_include: ['sports'] }, graph: 'tags: { include: ["sports"] }' },
  { name: 'a tag, 0.1 %', lists: { audiences_include: ['rare'] }, graph: 'tags: { include: ["rare"] }' },
  {
    name: 'any tag but one',
    lists: { audiences_exclude: ['rare'] },
    flags: { allAudiences: true },
    graph: 'tags: { anyTag: true, exclude: ["rare"] }',
  },
  { name: 'without an event', lists: { event_exclude: ['dep'] }, graph: 'events: { exclude: ["dep"] }' },
  {
    name: 'country and tag',
    lists: { countries_include: ['US'], audiences_include: ['sports'] },
    graph: 'countries: { include: ["US"] }, tags: { include: ["sports"] }',
  },
  {
    name: 'language and event',
    lists: { languages_include: ['de'], event_include: ['dep'] },
    graph: 'languages: { include: ["de"] }, events: { include: ["dep"] }',
  },
  { name: 'three users', lists: { external_ids: USERS }, graph: '', externalIds: USERS },
];

const BY_ACTIVITY = 'orderBy: { field: LAST_ACTIVE_AT, direction: DESC }';

/** `where` of the device list: every filter, matched by many and by none, and pairs. The first has no filter. */
const LISTS: readonly (readonly [string, string])[] = [
  ['all', ''],
  ['all, by last activity', BY_ACTIVITY],
  ['a country, 10 %', 'where: { countries: ["DE"] }'],
  ['a country, 0.1 %', 'where: { countries: ["LI"] }'],
  ['a country, no device', 'where: { countries: ["AQ"] }'],
  ['a language, 25 %', 'where: { language: "de" }'],
  ['a language, no device', 'where: { language: "fr" }'],
  ['a language, by last activity', `where: { language: "de" }, ${BY_ACTIVITY}`],
  ['a time zone, every device', 'where: { timeZones: ["Europe/Berlin"] }'],
  ['a time zone, no device', 'where: { timeZones: ["Asia/Tokyo"] }'],
  ['active', 'where: { active: true }'],
  ['not active, no device', 'where: { active: false }'],
  ['retired, nobody', 'where: { retired: true }'],
  ['another VAPID key, nobody', 'where: { foreignSubscription: true }'],
  ['no other VAPID key', 'where: { foreignSubscription: false }'],
  ['registered later, no device', 'where: { registeredFrom: "2100-01-01T00:00:00Z" }'],
  ['inactive for long, no device', 'where: { lastActiveBefore: "2020-01-01T00:00:00Z" }'],
  ['a tag, 10 %', 'where: { tag: "sports" }'],
  ['a tag, 1 %', 'where: { tag: "tea" }'],
  ['a tag, 1 %, by last activity', `where: { tag: "tea" }, ${BY_ACTIVITY}`],
  ['a tag, 0.1 %', 'where: { tag: "rare" }'],
  ['a tag, 0.1 %, by last activity', `where: { tag: "rare" }, ${BY_ACTIVITY}`],
  ['a tag without devices', 'where: { tag: "none" }'],
  ['country and language, no device', 'where: { countries: ["DE"], language: "fr" }'],
  ['a tag of 10 % and a country, no device', 'where: { tag: "sports", countries: ["AQ"] }'],
  ['a tag of 1 % and a country, no device', 'where: { tag: "tea", countries: ["AQ"] }'],
  ['active, and a country, no device', 'where: { active: true, countries: ["AQ"] }'],
  ['a user', 'where: { externalUserIds: ["user 50001"] }'],
  ['a user with 10 % of the devices', 'where: { externalUserIds: ["guest"] }'],
  ['a user with 10 %, by last activity', `where: { externalUserIds: ["guest"] }, ${BY_ACTIVITY}`],
];

const REFUSED = 'refused: ';

interface Row {
  readonly name: string;
  readonly ms: number;
  readonly what: string;
  /** The database's own figures for one answer, if it has any. */
  readonly work?: Work;
}

/** Measures how long it takes to find the devices of a run, an estimate or a list, among very many devices. */
export const benchAudience = ({ quick }: { readonly quick: boolean }): Promise<Measured> =>
  withMysql(async () => {
    const devices = Number(process.env.BENCH_DEVICES ?? (quick ? QUICK_DEVICES : DEVICES));
    const kinds: readonly DatabaseKind[] = process.env.TEST_MYSQL_URL ? ['sqlite', 'mysql'] : ['sqlite'];
    const results: Record<string, AudienceFigures> = {};
    for (const kind of kinds.filter((name) => (process.env.BENCH_ONLY ?? name) === name)) {
      await using world = await AudienceWorld.open(kind, devices);
      console.log(`${kind}, ${devices.toLocaleString('en')} devices\n`);
      results[kind] = {
        pages: await report(`first page of a batch, target ${PAGE_TARGET_MS}`, PAGE_TARGET_MS, await pages(world)),
        estimates: await report('estimate', ESTIMATE_TARGET_MS, await estimates(world)),
        lists: await report('list of 50 devices', LIST_TARGET_MS, await lists(world)),
      };
    }
    return { devices, results, charts: chart(results, devices) };
  });

type AudienceFigures = Readonly<Record<'pages' | 'estimates' | 'lists', readonly Row[]>>;

const chart = (results: Readonly<Record<string, AudienceFigures>>, devices: number): Chart[] => {
  const of = (title: string, target: number, rowsOf: (figures: AudienceFigures) => readonly Row[]): Chart => ({
    title: `${title}, ${devices.toLocaleString('en-US')} devices`,
    unit: 'ms',
    target,
    groups: Object.entries(results).map(([kind, figures]) =>
      bars(databaseName(kind), rowsOf(figures), ({ name, ms, what }) => [
        what.startsWith(REFUSED) ? `${name}: refused` : name,
        ms,
      ]),
    ),
  });
  return [
    of('The first page of a batch', PAGE_TARGET_MS, ({ pages: rows }) => rows),
    of('Estimates', ESTIMATE_TARGET_MS, ({ estimates: rows }) => rows),
    of('Lists and counts', LIST_TARGET_MS, ({ lists: rows }) => rows),
  ];
};

/** Measures the first batch of a run and one in the middle. Returns the median of both. */
const pages = async (world: AudienceWorld): Promise<Row[]> => {
  const { database, appId, userId, firstId, lastId } = world;
  const rows: Row[] = [];
  for (const { name, lists: given = {}, flags = {} } of CASES) {
    const values = { userId, now: Date.now(), flags: { ...NO_FLAGS, ...flags }, lists: given };
    const kept = { appIds: [appId], ...(await keepFilters(database.reader, values)) };
    const audience = await compileAudience(kept, { database, userId, parts: null });
    const selection = new DeviceSelection(database, { id: appId, devicesActiveSince: 0, needs: [] }, audience);
    await setImmediate();
    const starts = [firstId - 1, Math.floor((firstId + lastId) / 2)];
    let found = 0;
    const times: number[] = [];
    for (const after of starts) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const startedAt = performance.now();
        const ids = await selection.externalDeviceIds();
        const page = ids
          ? await selection.among(ids)
          : await selection.page({ after, upTo: after + BATCH, limit: PAGE });
        times.push(performance.now() - startedAt);
        found = page.length;
      }
    }
    rows.push({ name, ms: median(times), what: `${found} devices` });
  }
  return rows;
};

const estimates = async (world: AudienceWorld): Promise<Row[]> => {
  const rows: Row[] = [];
  const ask = async (name: string, { graph, externalIds }: Case, exact: boolean, rounds: number): Promise<void> => {
    const users = externalIds ? `, externalIds: ${JSON.stringify(externalIds)}` : '';
    const query = `{ audienceEstimate(audience: { apps: { all: true }, ${graph} }${users}, exact: ${exact}) {
      estimate { exact reached marginOfError examined } userErrors { message } } }`;
    rows.push({ name, ...(await timed(world, query, rounds, (data) => describe(data))) });
  };
  for (const one of CASES) await ask(one.name, one, false, ROUNDS);
  for (const one of CASES.slice(0, 2)) await ask(`${one.name}, exact on demand`, one, true, 1);
  return rows;
};

const describe = (data: Record<string, unknown>): string => {
  const { estimate } = data.audienceEstimate as {
    estimate: { reached: number; marginOfError: number; exact: boolean };
  };
  return estimate.exact ? `${estimate.reached}` : `${estimate.reached} ± ${estimate.marginOfError}`;
};

const lists = async (world: AudienceWorld): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const [name, where] of LISTS) {
    const list = (fields: string) => `{ devices(first: 50, ${where}) { ${fields} } }`.replace('50, )', '50)');
    const page = list('nodes { id }');
    rows.push({ name, ...(await timed(world, page, ROUNDS, nodesOf)) });
    const countOf = (data: Record<string, unknown>) => `of ${(data.devices as { totalCount: number }).totalCount}`;
    rows.push({ name: `${name}: count`, ...(await timed(world, list('totalCount'), ROUNDS, countOf)) });
  }
  const middle = Math.floor((world.firstId + world.lastId) / 2);
  const after = Buffer.from(JSON.stringify(['device.ID.ASC', world.appId, middle])).toString('base64url');
  const deep = `{ devices(first: 50, after: "${after}") { nodes { id } } }`;
  rows.push({ name: 'all, from the middle on', ...(await timed(world, deep, ROUNDS, nodesOf)) });
  return rows;
};

const nodesOf = (data: Record<string, unknown>): string =>
  `${(data.devices as { nodes: object[] }).nodes.length} devices`;

const timed = async (
  world: AudienceWorld,
  query: string,
  rounds: number,
  what: (data: Record<string, unknown>) => string,
): Promise<Omit<Row, 'name'>> => {
  const times: number[] = [];
  let seen = '';
  const before = await world.work();
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const answer = await world.ask(query);
    times.push(performance.now() - startedAt);
    seen = 'refused' in answer ? `${REFUSED}${answer.refused}` : what(answer.data);
  }
  const after = await world.work();
  const each = (of: (work: Work) => number): number => (before && after ? (of(after) - of(before)) / rounds : 0);
  const work = { read: Math.round(each(({ read }) => read)), cpuMs: each(({ cpuMs }) => cpuMs) };
  return { ms: median(times), what: seen, ...(after && { work }) };
};

const report = async (title: string, target: number, rows: readonly Row[]): Promise<readonly Row[]> => {
  const columns = [
    { title, cell: ({ name }: Row) => name },
    { title: 'ms', cell: ({ ms }: Row) => ms.toFixed(ms < 10 ? 1 : 0) },
    { title: `≤ ${target}`, cell: ({ ms }: Row) => (ms <= target ? 'yes' : 'NO') },
    { title: 'read', cell: ({ work }: Row) => work?.read.toLocaleString('en') ?? '' },
    { title: 'CPU ms', cell: ({ work }: Row) => work?.cpuMs.toFixed(0) ?? '' },
    { title: 'found', cell: ({ what }: Row) => what },
  ];
  console.log(`${toTable(columns, [...rows])}\n`);
  return rows;
};
