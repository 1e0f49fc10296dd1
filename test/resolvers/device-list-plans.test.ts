import { describe, expect, test } from '@jest/globals';
import { isInputObjectType } from 'graphql';
import type { Database } from '../../src/database/database.js';
import { TABLES_OF_APPS } from '../../src/database/vitess-schema.js';
import { deviceListing, ownDevices } from '../../src/resolvers/devices/device-listing.js';
import type { GraphContext } from '../../src/schema/context.js';
import { createLoaders } from '../../src/schema/loaders/create-loaders.js';
import type { ListArguments, Where } from '../../src/schema/paging/define-listing.js';
import type { PageRequest } from '../../src/schema/paging/listing.js';
import { countRows, paginate } from '../../src/schema/paging/paginate.js';
import { RunQueryService } from '../../src/services/runs/run-query-service.js';
import { Account } from '../audience/account.js';
import { tablesOf } from '../database/statement-shape.js';
import { eachDatabase } from '../support/databases.js';
import { seedDevices } from '../support/seed-devices.js';
import { sharedGraph } from '../support/shared-graph.js';

/** More rows than a page's first read. */
const DEVICES = 2_200;
const OF_OTHERS = 6_000;

/** Each filter alone. */
const FILTERS: Readonly<Record<string, Where>> = {
  appIds: {},
  active: { active: true },
  retired: { retired: true },
  foreignSubscription: { foreignSubscription: true },
  language: { language: 'de' },
  countries: { countries: ['DE', 'AT'] },
  timeZones: { timeZones: ['Europe/Rome'] },
  tag: { tag: 'rare' },
  tagsAll: { tagsAll: ['common', 'rare'] },
  tagsAny: { tagsAny: ['rare', 'nobody has it'] },
  platforms: { platforms: ['android', 'ios'] },
  appVersions: { appVersions: ['1.0', '2.0'] },
  externalUserIds: { externalUserIds: ['anna', 'berta'] },
  registeredFrom: { registeredFrom: new Date(1) },
  registeredBefore: { registeredBefore: new Date(1) },
  lastActiveFrom: { lastActiveFrom: new Date(1) },
  lastActiveBefore: { lastActiveBefore: new Date(1) },
};

/** Other lookups, and combinations with filters that have no index. */
const CASES: Readonly<Record<string, Where>> = {
  ...FILTERS,
  'not active': { active: false },
  'no foreign subscription': { foreignSubscription: false },
  'a tag that many have': { tag: 'common' },
  'two tags that many have': { tagsAll: ['common', 'nobody has it'] },
  'any of tags that many have': { tagsAny: ['common', 'rare'] },
  'platform and version': { platforms: ['android'], appVersions: ['1.0'] },
  'a tag and a country': { tag: 'rare', countries: ['DE'] },
  'users and a language': { externalUserIds: ['anna'], language: 'de' },
  'country and language': { countries: ['DE'], language: 'de' },
};

/** Vitess cannot plan a subquery of a shard that names a table of the catalogue (docs/scale-out.md). */
const ON_SHARDS = Object.entries(TABLES_OF_APPS).flatMap(([table, place]) => (place === 'catalogue' ? [] : [table]));

const REFUSED = new Error('too expensive');
/** The number of rows of a list that may be examined: all, or fewer. */
const BOUNDS = {
  'few enough': { rows: 100_000, pageRows: 50_000 },
  'too many': { rows: 2_100, pageRows: 2_100 },
} as const;

test('every filter of devices is among the cases', async () => {
  const where = (await sharedGraph()).getType('DeviceWhereInput');
  expect(isInputObjectType(where) && Object.keys(where.getFields()).toSorted()).toEqual(
    Object.keys(FILTERS).toSorted(),
  );
});

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

describe.each(eachDatabase())('the plans of lists of devices on $name', ({ open }) => {
  test.each(Object.entries(BOUNDS))(
    'seek by keys, never read a whole table, and name only tables of a shard: %s',
    async (_what, bound) => {
      await using database = await open();
      const account = await Account.open(database);
      const { userId } = account.caller;
      const within = [await account.addApp(), await account.addApp()];
      for (const appId of within) {
        for (let index = 0; index < 12; index += 1) await account.addDevice(appId, { audiences: ['common'] });
        await account.addDevice(appId, { audiences: ['rare'], country: 'DE', language: 'de', externalUserId: 'anna' });
        await seedDevices(database, appId, tokens(`own ${appId} `, DEVICES));
      }
      // Other applications have more rows, so reading the whole table would show.
      await seedDevices(database, 1 + Math.max(...within), tokens('other ', OF_OTHERS));
      if (database.dialect.name === 'mysql' && !database.isVitess)
        await database.query('ANALYZE TABLE device, device_tag');
      const { services } = account;
      const runs = new RunQueryService(database);
      const loaders = createLoaders({ database, services, runs, userId, needed: null });
      const context = { caller: account.caller, loaders } as GraphContext;
      const listing = { ...ownDevices(userId), scan: { ...bound, refuse: () => REFUSED as never } };
      const inMiddle = (id: number) => cursorOf([within[0] ?? 0, id]);
      const [middle] = await database.query<{ id: number }>('SELECT MIN(id) + 100 AS id FROM device WHERE app_id = ?', [
        within[0],
      ]);
      for (const [name, where] of Object.entries(CASES)) {
        const conditions = (await deviceListing.conditions(where, context, within)).map((condition) =>
          condition.byIndex ? { ...condition, byIndex: { ...condition.byIndex, rows: 10 } } : condition,
        );
        const request = (asked: Omit<ListArguments<'ID' | 'LAST_ACTIVE_AT'>, 'where'>) =>
          deviceListing.pageRequest({ ...asked, where }, { listing, parentColumn: 'user_id', within }, conditions);
        const byId = { field: 'ID', direction: 'ASC' } as const;
        const pages = [
          request({ page: { first: 50 }, orderBy: byId }),
          request({ page: { first: 50, after: inMiddle(Number(middle?.id)) }, orderBy: byId }),
          request({ page: { last: 50 }, orderBy: byId }),
          request({ page: { first: 50 }, orderBy: { field: 'LAST_ACTIVE_AT', direction: 'DESC' } }),
        ];
        for (const statement of await statementsOf(database, userId, pages)) {
          expect([name, tablesOf(statement.sql).filter((table) => !ON_SHARDS.includes(table))]).toEqual([name, []]);
          const found = await findScans(database, statement);
          expect([name, statement.sql, found]).toEqual([name, statement.sql, []]);
        }
      }
    },
  );
});

const tokens = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ token: `${prefix}${index}` }));

const cursorOf = (key: readonly number[]): string =>
  Buffer.from(JSON.stringify(['device.ID.ASC', ...key])).toString('base64url');

/** The statements of these pages and their total counts. A refused query has sent statements too. */
const statementsOf = async <T extends object>(
  database: Database,
  userId: number,
  pages: readonly PageRequest<T>[],
): Promise<Statement[]> => {
  const statements: Statement[] = [];
  const ask = (sql: string, parameters: readonly unknown[]) => {
    statements.push({ sql, parameters });
    return database.query(sql, parameters);
  };
  const listening: Database = Object.create(database, {
    query: { value: ask },
    longRead: { value: (_userId: number, sql: string, parameters: readonly unknown[]) => ask(sql, parameters) },
  });
  const orRefused = (error: unknown) => {
    if (error !== REFUSED) throw error;
  };
  for (const request of pages) {
    const before = statements.length;
    await paginate(listening, { request, needed: null, userId, countOf: async () => 0 }, [userId]).catch(orRefused);
    expect(statements.length).toBeGreaterThan(before);
  }
  for (const request of pages.slice(0, 1)) await countRows(listening, { request, userId }, [userId]).catch(orRefused);
  return statements;
};

/** Steps that read a whole table or index, or materialise a condition as a table. */
const findScans = async (database: Database, { sql, parameters }: Statement): Promise<unknown[]> => {
  // Vitess explains no statement over shards; that it answered is enough.
  if (database.isVitess) return [];
  if (database.dialect.name === 'sqlite') {
    const steps = await database.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters);
    return steps.filter(
      ({ detail }) => /^SCAN (d|t|l|f|g|a)\b/.test(detail) || /^SEARCH d .*\((user_id|active)/.test(detail),
    );
  }
  const steps = await database.query<{ type: string | null; table: string | null; select_type: string }>(
    `EXPLAIN ${sql}`,
    parameters,
  );
  return steps.filter(
    ({ type, table, select_type }) =>
      (/^(d|t|l|f|g|a)$/.test(table ?? '') && (type === 'ALL' || type === 'index')) ||
      (select_type === 'MATERIALIZED' && !sql.includes('t.id IN (SELECT')),
  );
};
