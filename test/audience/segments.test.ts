import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileAudience } from '../../src/audience/audience.js';
import { compileTree, keepTree } from '../../src/audience/segments/segment-tree.js';
import { DeviceSelection } from '../../src/audience/select-devices.js';
import { execute } from '../../src/database/database.js';
import { buildRunAudience } from '../../src/delivery/plan/build-run-audience.js';
import { AttributeDefinition } from '../../src/entities/attribute-definition.js';
import { DAY_MS } from '../../src/entities/device-event-day.js';
import { storeAttributes } from '../../src/ports/attributes.js';
import { eachDatabase } from '../support/databases.js';
import { Account } from './account.js';
import { AT, CODES, KEYS, subjectArbitrary, TEXTS, treeArbitrary } from './segment-arbitraries.js';
import { fits, type OracleSubject, type OracleTree, type OracleWorld } from './segment-oracle.js';

const TREES = 400;

type Described = typeof subjectArbitrary extends fc.Arbitrary<infer T> ? T : never;

describe.each(eachDatabase())('segments on $name', ({ open }) => {
  test('contain exactly the devices that match their trees, for any device and tree', async () => {
    await using database = await open();
    const account = await openAccount(database);
    const { subjects, world, ids } = await fill(account, fc.sample(subjectArbitrary, { numRuns: 60, seed: 1 }));
    for (const tree of fc.sample(treeArbitrary(ids), { numRuns: TREES, seed: Date.now() })) {
      const expected = subjects.filter((subject) => fits(tree, subject, world)).map(({ id }) => id);
      expect({ tree, ...(await evaluate(account, tree, subjects.length)) }).toEqual({
        tree,
        found: expected,
        unknown: 0,
      });
    }
  });

  test('distinguish any two texts', async () => {
    await using database = await open();
    const account = await openAccount(database);
    const [plain] = fc.sample(subjectArbitrary, { numRuns: 1, seed: 4 });
    const described = TEXTS.map((plan) => ({ ...(plain as Described), attributes: { plan, likes: ['x', plan] } }));
    const { subjects, world } = await fill(account, described);
    for (const value of TEXTS) {
      for (const given of [
        { op: 'EQ', value },
        { op: 'IN', values: [value, 'none'] },
        { op: 'CONTAINS', value },
      ]) {
        const keys = given.op === 'CONTAINS' ? ['plan', 'likes'] : ['plan'];
        for (const tree of keys.map((key) => ({ attribute: { key, ...given } }))) {
          const found = subjects.filter((subject) => fits(tree, subject, world)).map(({ id }) => id);
          expect({ tree, ...(await evaluate(account, tree, subjects.length)) }).toEqual({ tree, found, unknown: 0 });
        }
      }
    }
  });

  test('are exact if the account has more tags and events than a row has bits', async () => {
    await using database = await open();
    const account = await openAccount(database);
    const { subjects, world, ids } = await fill(account, fc.sample(subjectArbitrary, { numRuns: 30, seed: 2 }));
    await database.tx((tx) => execute(tx, 'UPDATE id_sequence SET last_id = 1000'));
    for (const tree of fc.sample(treeArbitrary(ids), { numRuns: 100, seed: Date.now() })) {
      const expected = subjects.filter((subject) => fits(tree, subject, world)).map(({ id }) => id);
      expect({ tree, ...(await evaluate(account, tree, subjects.length)) }).toEqual({
        tree,
        found: expected,
        unknown: 0,
      });
    }
  });

  test('count events by day only while a segment needs it, and the counts are deleted with the device', async () => {
    await using database = await open();
    const account = await openAccount(database);
    const { services, caller } = account;
    const device = await account.addDevice(await account.addApp(), {});
    await services.customEvents.create(caller, { name: 'buy', code: 'buy' });
    const counted = async (): Promise<[number, number][]> => {
      const rows = await database.query<{ day: number; count: number }>(
        'SELECT day, count FROM device_event_day WHERE device_id = ? ORDER BY day',
        [device.id],
      );
      return rows.map(({ day, count }) => [Number(day), Number(count)]);
    };
    const own = await services.ownDevices.get(caller, device.id);
    const track = (...daysAgo: number[]) =>
      services.deviceEvents.track(
        own.app,
        own.device,
        daysAgo.map((days) => ({ code: 'buy', occurredAt: new Date(AT - days * DAY_MS) })),
      );
    await track(0);
    expect(await counted()).toEqual([]);
    const tree = { event: { code: 'buy', op: 'AT_LEAST', times: 2, within: '7d' } };
    const id = await services.segments.create(caller, { name: 'buyers', tree });
    await track(0, 1, 0);
    await track(1);
    const today = Math.floor(AT / DAY_MS);
    const days = [
      [today - 1, 2],
      [today, 2],
    ];
    expect(await counted()).toEqual(days);
    await services.segments.update(caller, id, { tree: { event: { code: 'buy', op: 'DID', within: '7d' } } });
    await track(0);
    expect(await counted()).toEqual(days);
    await services.ownDevices.delete(caller, device.id);
    expect(await counted()).toEqual([]);
  });

  test('include and exclude page by page, and a run keeps its original trees', async () => {
    await using database = await open();
    const account = await openAccount(database);
    const { subjects } = await fill(account, fc.sample(subjectArbitrary, { numRuns: 40, seed: 3 }));
    const { caller, services } = account;
    const of = (tree: object) => services.segments.create(caller, { name: 'a segment', tree: tree as OracleTree });
    const germans = await of({ country: { in: ['DE'] } });
    const payers = await of({ attribute: { key: 'vip', op: 'EQ', value: true } });
    const { id } = await services.schedulers.create(caller, {
      ...EVERYONE,
      filters: { segments_include: [germans, payers], segments_exclude: [await of({ platform: { in: ['ios'] } })] },
    });
    const record = await services.schedulers.get(caller, id);
    const kept = JSON.parse(JSON.stringify(await buildRunAudience(database.reader, record, AT)));
    await services.segments.update(caller, germans, { tree: { country: { in: ['JP'] } } });
    const audience = await compileAudience(kept, { database, userId: caller.userId, parts: null });
    const found: number[] = [];
    let counted = 0;
    for (const appId of kept.appIds) {
      const selection = new DeviceSelection(database, { id: appId, devicesActiveSince: 0, needs: [] }, audience);
      counted += await selection.count({ after: 0, upTo: Number.MAX_SAFE_INTEGER });
      for (let after = 0; ; ) {
        const page = await selection.page({ after, upTo: Number.MAX_SAFE_INTEGER, limit: 3 });
        found.push(...page.map((device) => device.id));
        const last = page.at(-1);
        if (!last) break;
        after = last.id;
      }
    }
    const expected = subjects.filter(
      ({ country, platform, attributes }) => (country === 'DE' || attributes.vip === true) && platform !== 'ios',
    );
    expect(expected.length).toBeGreaterThan(3);
    expect(found.toSorted(ascending)).toEqual(expected.map((subject) => subject.id).toSorted(ascending));
    expect(counted).toBe(expected.length);
  });
});

const EVERYONE = {
  ...{ name: 'x', allApps: true, allCountries: false, allLanguages: false, allAudiences: false },
  timing: { kind: 'one-time', date: '2027-01-01', time: '10-00', localTime: false, timezone: '+00:00' },
  allowIanaZone: false,
} as const;

const ascending = (a: number, b: number): number => a - b;

const openAccount = async (database: Account['database']): Promise<Account> => {
  const account = await Account.open(database);
  account.clock.set(AT);
  const createdAt = new Date(AT);
  const { userId } = account.caller;
  const keys = Object.entries(KEYS).map(([name, type]) => ({ userId, name, type, writableByDevice: false, createdAt }));
  await database.tx((tx) => tx.insert(AttributeDefinition, keys));
  return account;
};

/** Ids that satisfy the SQL of a tree, none of which satisfies its negation; and the rows for which it is NULL. */
const evaluate = async ({ database, caller, services }: Account, tree: OracleTree, devices: number) => {
  const { userId } = caller;
  const read = await services.segments.readTree(caller, tree);
  const kept = await keepTree(JSON.parse(JSON.stringify(read)), { manager: database.reader, userId });
  const { sql, parameters } = await compileTree(kept, { database, userId, at: AT });
  const select = (where: string) =>
    database.query<{ id: number }>(`SELECT d.id FROM device d WHERE ${where} ORDER BY d.id`, parameters);
  const found = (await select(`(${sql})`)).map(({ id }) => Number(id));
  const others = await select(`NOT (${sql})`);
  return { found, unknown: devices - found.length - others.length };
};

const fill = async (account: Account, described: readonly Described[]) => {
  const { database, services, caller } = account;
  const apps = [await account.addApp(), await account.addApp()];
  await account.addAudienceGroup(['vip', 'größe']);
  await account.addAudienceGroup(['new']);
  for (const code of CODES) await services.customEvents.create(caller, { name: code, code });
  // From now on these events are also counted by day.
  const or = CODES.map((code) => ({ event: { code, op: 'AT_LEAST', times: 2, within: '60d' } }));
  await services.segments.create(caller, { name: 'counts', tree: { or } });
  const subjects: OracleSubject[] = [];
  for (const { app, tags, seenAgo, registeredAgo, events, ...facts } of described) {
    const { country, language, platform, appVersion, timezone, attributes } = facts;
    const input = { country, language, platform, appVersion, timezone, audiences: tags };
    const device = await account.addDevice(apps[app] ?? 0, input);
    const reported = CODES.flatMap((code) => events[code].map((ago) => ({ code, occurredAt: new Date(AT - ago) })));
    const row = await services.ownDevices.get(caller, device.id);
    if (reported.length > 0) await services.deviceEvents.track(row.app, row.device, reported);
    const [seenAt, registeredAt] = [AT - seenAgo, AT - registeredAgo];
    await database.tx((tx) =>
      execute(tx, 'UPDATE device SET seen_at = ?, registered_at = ?, attributes = ? WHERE id = ?', [
        ...[seenAt, registeredAt, storeAttributes(attributes), device.id],
      ]),
    );
    const instants = Object.fromEntries(CODES.map((code) => [code, events[code].map((ago) => AT - ago)]));
    subjects.push({ ...facts, id: device.id, appId: device.appId, tags, seenAt, registeredAt, events: instants });
  }
  const tagGroups = new Map(account.audienceGroups.map(({ id, tags }) => [id, tags]));
  const world: OracleWorld = { at: AT, tagGroups };
  return { subjects, world, ids: { apps, groups: [...tagGroups.keys()] } };
};
