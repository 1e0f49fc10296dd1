import { describe, expect, test } from '@jest/globals';
import { compileAudience, keepFilters } from '../../src/audience/audience.js';
import type { FilterValues, FlagColumn } from '../../src/audience/filter.js';
import { FILTERS } from '../../src/audience/filters/index.js';
import { DeviceSelection } from '../../src/audience/select-devices.js';
import { type Database, execute } from '../../src/database/database.js';
import { App } from '../../src/entities/app.js';
import { AttributeDefinition } from '../../src/entities/attribute-definition.js';
import { PROVIDERS } from '../../src/providers/providers.js';
import { eachDatabase } from '../support/databases.js';
import { seedDevices } from '../support/seed-devices.js';
import { Account } from './account.js';

const DEVICES = 2_000;
const FLAGS: Record<FlagColumn, boolean> = {
  allApps: true,
  allCountries: false,
  allLanguages: false,
  allAudiences: false,
};
const PARTS = [{ local: '2027-01-01T10:00', zones: ['Europe/Rome', 'UTC'], firstAt: 1 }];
const users = (count: number): string[] => Array.from({ length: count }, (_, index) => `user ${index}`);

interface Case {
  readonly lists?: FilterValues['lists'];
  readonly flags?: Partial<typeof FLAGS>;
  readonly isLocal?: true;
  readonly segment?: object;
}

const DAY_AGO = { within: '1d' };

/** One node for each condition and comparison. */
const EVERY: readonly object[] = [
  { country: { in: ['DE'] } },
  { language: { in: ['de', 'pt-BR'] } },
  { tag: { in: ['one'] } },
  { platform: { in: ['ios'] } },
  { timeZone: { in: ['Europe/Rome'] } },
  { appVersion: { op: 'GE', value: '2.1' } },
  { lastActive: DAY_AGO },
  { registered: { after: new Date(0) } },
  { attribute: { key: 'plan', op: 'EQ', value: 'pro' } },
  { attribute: { key: 'plan', op: 'IN', values: ['pro', 'free'] } },
  { attribute: { key: 'plan', op: 'CONTAINS', value: 'p' } },
  { attribute: { key: 'age', op: 'GT', value: 5 } },
  { attribute: { key: 'likes', op: 'CONTAINS', value: 'tea' } },
  { event: { code: 'dep', op: 'DID' } },
  { event: { code: 'dep', op: 'DID_NOT', ...DAY_AGO } },
  { event: { code: 'dep', op: 'AT_LEAST', times: 2, ...DAY_AGO } },
];

/** Every filter alone, and the common pairs. */
const CASES: Readonly<Record<string, Case>> = {
  everyone: {},
  'countries to include': { lists: { countries_include: ['DE', 'AT'] } },
  'countries to exclude': { lists: { countries_exclude: ['DE'] }, flags: { allCountries: true } },
  'languages to include': { lists: { languages_include: ['pt', 'pt-BR'] } },
  'languages to exclude': { lists: { languages_exclude: ['pt'] }, flags: { allLanguages: true } },
  'any tag': { flags: { allAudiences: true } },
  'tags to include': { lists: { audiences_include: ['one', 'two'] } },
  'tags to exclude': { lists: { audiences_exclude: ['three'] }, flags: { allAudiences: true } },
  'events to include': { lists: { event_include: ['dep'] } },
  'events to exclude': { lists: { event_exclude: ['reg'] } },
  'local time': { isLocal: true },
  'some users': { lists: { external_ids: users(3) } },
  'very many users': { lists: { external_ids: users(6_000) } },
  'country and language': { lists: { countries_include: ['DE'], languages_include: ['de'] } },
  'country and tag': { lists: { countries_include: ['DE'], audiences_include: ['one'] } },
  'language and tag': { lists: { languages_include: ['de'], audiences_include: ['one'] } },
  'tags to include and to exclude': { lists: { audiences_include: ['one'], audiences_exclude: ['two'] } },
  'events to include and to exclude': { lists: { event_include: ['reg'], event_exclude: ['dep'] } },
  'tag and event': { lists: { audiences_include: ['one'], event_exclude: ['dep'] } },
  'tag and local time': { lists: { audiences_include: ['one'] }, isLocal: true },
  'segments of every condition': { segment: { and: EVERY } },
  'segments, one or the other, and not': { segment: { or: [{ and: EVERY.slice(0, 3) }, { not: { or: EVERY } }] } },
  'users and tag': { lists: { external_ids: users(3), audiences_include: ['one'] } },
};

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

describe.each(eachDatabase())('the plans of audiences on $name', ({ open }) => {
  test.each([
    ['bits', 0],
    ['exact marks, where an account has more than a row has bits', 1_000],
  ])('seek by keys and never read a whole table: %s', async (_what, ordinals) => {
    await using database = await open();
    const account = await Account.open(database);
    const appId = await account.addApp();
    for (const name of ['one', 'two', 'three']) await account.addDevice(appId, { audiences: [name] });
    // Other applications have more rows, so reading the whole table would show.
    await seedDevices(
      database,
      appId + 1,
      Array.from({ length: DEVICES }, (_, index) => ({ token: `t${index}` })),
    );
    const types = { plan: 'STRING', age: 'NUMBER', likes: 'LIST' } as const;
    const createdAt = new Date(0);
    for (const [name, type] of Object.entries(types)) {
      const row = { userId: account.caller.userId, name, type, writableByDevice: false, createdAt };
      await database.tx((tx) => tx.insert(AttributeDefinition, row));
    }
    await setOrdinals(database, account.caller.userId, ordinals);
    const used = new Set<string>();
    for (const [name, given] of Object.entries(CASES)) {
      const statements = await statementsOf(account, appId, given, used);
      expect(statements.length).toBeGreaterThanOrEqual(3);
      for (const statement of statements) {
        expect([name, statement.sql, await findScans(database, statement)]).toEqual([name, statement.sql, []]);
      }
    }
    expect([...used].sort()).toEqual(FILTERS.map((filter) => filter.name).sort());
  });
});

// MySQL's plans of these depend on the size of the tables.
test('on SQLite, registering many devices finds each by its keys and reads no application', async () => {
  const [sqlite] = eachDatabase();
  if (!sqlite) throw new Error('no SQLite');
  await using database = await sqlite.open();
  const account = await Account.open(database);
  const appId = await account.addApp();
  const app = await database.reader.findOneByOrFail(App, { id: appId });
  const inputs = ['a', 'b'].map((last) => ({
    subscriptionId: `0190a1b2-0000-4000-8000-00000000000${last}`,
    audiences: [last],
  }));
  const seen = new Set<string>();
  await account.services.devices.registerMany(app, inputs, { startSends: false });
  database.statements.listener = (sql) => seen.add(sql);
  await account.services.devices.registerMany(app, inputs.toReversed(), { startSends: false });
  database.statements.listener = null;
  const reads = [...seen].filter((sql) => /json_each/.test(sql));
  expect(reads).toHaveLength(3);
  for (const sql of reads) {
    const parameters = Array.from(sql.matchAll(/\?/g), () => '[]');
    const steps = await database.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters);
    const details = steps.map(({ detail }) => detail).filter((detail) => !detail.includes('json_each'));
    expect(details).toContainEqual(expect.stringMatching(/^SEARCH (device|tag|device_tag) /));
    expect(details.filter((detail) => /^SCAN|\((app_id|user_id)=\?\)$/.test(detail))).toEqual([]);
  }
});

const setOrdinals = async (database: Database, userId: number, ordinals: number): Promise<void> => {
  if (ordinals === 0) return;
  for (const kind of ['tag', 'event']) {
    const name = `${kind}:${userId}`;
    await database.tx(async (tx) => {
      await execute(tx, 'DELETE FROM id_sequence WHERE name = ?', [name]);
      await execute(tx, 'INSERT INTO id_sequence (name, last_id) VALUES (?, ?)', [name, ordinals]);
    });
  }
};

/** The queries of a batch, auto-push and a count on the device table. */
const statementsOf = async (
  { database, caller, services }: Account,
  appId: number,
  { lists = {}, flags = {}, isLocal, segment }: Case,
  used: Set<string>,
): Promise<Statement[]> => {
  const tree = segment as Readonly<Record<string, unknown>> | undefined;
  const segmentId = tree && (await services.segments.create(caller, { name: 'a segment', tree }));
  const all = { ...lists, ...(segmentId === undefined ? {} : { segments_include: [String(segmentId)] }) };
  const values = { userId: caller.userId, now: Date.now(), flags: { ...FLAGS, ...flags }, lists: all };
  const kept = { appIds: [appId], ...(await keepFilters(database.reader, values)) };
  const parts = isLocal ? PARTS : null;
  const audience = await compileAudience(kept, { database, userId: caller.userId, parts });
  for (const { filter } of audience) used.add(filter);
  const statements: Statement[] = [];
  const listenTo = (read: 'query' | 'rows') => ({
    value: (sql: string, parameters: readonly unknown[]) => {
      statements.push({ sql, parameters });
      return database[read](sql, parameters);
    },
  });
  const listening: Database = Object.create(database, { query: listenTo('query'), rows: listenTo('rows') });
  const selection = new DeviceSelection(
    listening,
    { id: appId, devicesActiveSince: 0, needs: PROVIDERS.webpush.address.needs },
    audience,
  );
  await selection.externalDeviceIds();
  await selection.page({ after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 1_000 });
  await selection.among(Array.from({ length: 300 }, (_, index) => index + 1));
  // A list without matches counts nobody.
  await selection.count({ after: 0, upTo: Number.MAX_SAFE_INTEGER });
  return statements;
};

/** Steps that read a whole table or index, or build a temporary table for every page. */
const findScans = async (database: Database, { sql, parameters }: Statement): Promise<unknown[]> => {
  if (database.dialect.name === 'sqlite') {
    const steps = await database.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters);
    return steps.filter(({ detail }) => /^(SCAN|MATERIALIZE)/.test(detail) && !detail.includes('json_each'));
  }
  const steps = await database.query<{ type: string | null; select_type: string }>(`EXPLAIN ${sql}`, parameters);
  return steps.filter(({ type, select_type: kind }) => type === 'ALL' || type === 'index' || kind === 'MATERIALIZED');
};
