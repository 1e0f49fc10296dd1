import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RunMomentPart } from '../../src/entities/run-snapshot.js';
import { AppError } from '../../src/errors.js';
import { eachDatabase } from '../support/databases.js';
import { Account } from './account.js';
import {
  CODES,
  deviceArbitrary,
  filterArbitrary,
  happeningArbitrary,
  type RandomFilter,
  UNUSED_TAG,
  ZONES,
} from './arbitraries.js';
import { appsOf, reachedBy } from './audience-oracle.js';
import { selectReached, toSchedulerInput } from './select-reached.js';

const MINUTE = 60_000;
const FILTERS_PER_ACCOUNT = 25;

type Happening = typeof happeningArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** A random account with a random history. */
const live = async (account: Account, happenings: readonly Happening[]): Promise<void> => {
  for (const happening of happenings) {
    account.clock.advance(MINUTE);
    await happen(account, happening);
  }
};

const happen = async (account: Account, happening: Happening): Promise<void> => {
  if (happening.kind === 'archive' || happening.kind === 'unarchive') {
    const app = account.apps[happening.app];
    if (app) await (happening.kind === 'archive' ? account.archive(app) : account.unarchive(app));
    return;
  }
  const device = account.devices[happening.device % account.devices.length];
  if (!device) return;
  switch (happening.kind) {
    case 'move':
      return account.update(device, { timezone: happening.zone });
    case 'retag':
      return account.update(device, { audiences: happening.tags });
    case 'event':
      return account.track(device, [happening.code]);
    case 'retire':
      return account.retire(device);
    case 'come back':
      return account.comeBack(device);
  }
};

/** Local moments near the times of the changes, often exactly at one. */
const partsArbitrary = (account: Account): fc.Arbitrary<RunMomentPart[] | null> => {
  const now = account.clock.now();
  const changes = account.devices.flatMap((device) => device.zones.slice(1).map(({ since }) => since));
  const firstAt = fc.oneof(
    fc.integer({ min: -30, max: 10 }).map((minutes) => now + minutes * MINUTE),
    fc.constantFrom(now, ...changes),
  );
  const zoned = fc
    .record({ zones: fc.uniqueArray(fc.constantFrom(...ZONES), { minLength: 1, maxLength: 3 }), firstAt })
    .map(({ zones, firstAt: at }) => [
      // A part may have no zones if a clock change skips its local time.
      { local: 'first', zones: zones.slice(1), firstAt: at },
      { local: 'second', zones: zones.slice(0, 1), firstAt: at + 5 * MINUTE },
    ]);
  const everyone = fc.constantFrom<(RunMomentPart[] | null)[]>(null, [{ local: '', zones: null, firstAt: now }]);
  return fc.oneof(everyone, zoned);
};

describe.each(eachDatabase())('the devices that a scheduler reaches on $name', ({ open }) => {
  test('are exactly the devices that the rules select, for random accounts and random filters', async () => {
    await using database = await open();
    const property = fc.asyncProperty(
      fc.array(deviceArbitrary, { minLength: 15, maxLength: 20 }),
      fc.array(happeningArbitrary, { minLength: 10, maxLength: 25 }),
      fc.infiniteStream(fc.nat()),
      async (devices, happenings, seeds) => {
        const account = await Account.open(database);
        const appIds = [await account.addApp(), await account.addApp(), await account.addApp()];
        await account.addAppGroup(appIds.slice(0, 2));
        await account.addAppGroup([], true);
        await account.addAudienceGroup(['vip', 'größe']);
        await account.addAudienceGroup([UNUSED_TAG]);
        for (const code of CODES) await account.services.customEvents.create(account.caller, { name: code, code });
        for (const { app, events, ...input } of devices) {
          const device = await account.addDevice(appIds[app] ?? 0, input);
          if (events.length > 0) await account.track(device, events);
        }
        await live(account, happenings);
        const filters = filterArbitrary({
          appIds,
          appGroupIds: account.appGroups.map((group) => group.id),
          audienceGroupIds: account.audienceGroups.map((group) => group.id),
        });
        const cases = fc.record({
          filter: fc.oneof(filters, filters, filters, fc.constant({ ...EVERYONE, filters: {} })),
          parts: partsArbitrary(account),
          pageSize: fc.integer({ min: 1, max: 8 }),
        });
        const [seed = 0] = seeds.take(1);
        for (const { filter, parts, pageSize } of fc.sample(cases, { numRuns: FILTERS_PER_ACCOUNT, seed })) {
          await compare(account, { filter, parts, pageSize });
        }
      },
    );
    await fc.assert(property, { numRuns: 4, endOnFailure: true });
  });

  test('are selected exactly even if the account has more tags and events than a row has bits', async () => {
    await using database = await open();
    const account = await Account.open(database);
    const appId = await account.addApp();
    const tags = Array.from({ length: 500 }, (_, index) => `tag ${index}`);
    const codes = Array.from({ length: 250 }, (_, index) => `event_${index}`);
    await account.addDevice(appId, { audiences: tags.slice(0, 250) });
    await account.addDevice(appId, { audiences: tags.slice(250) });
    for (const code of codes) await account.services.customEvents.create(account.caller, { name: code, code });
    // There are 240 bits, so these share one.
    for (const tag of ['tag 0', 'tag 240', 'tag 480', 'tag 1']) await account.addDevice(appId, { audiences: [tag] });
    for (const code of ['event_0', 'event_240', 'event_237', 'reg']) {
      await account.track(await account.addDevice(appId, {}), [code]);
    }
    const wanted: object[] = [
      { audiences_include: ['tag 0'] },
      { audiences_include: ['tag 240', 'tag 1'] },
      { audiences_exclude: ['tag 0'] },
      { audiences_include: ['tag 480'], audiences_exclude: ['tag 0'] },
      { event_include: ['event_0'] },
      { event_include: ['event_240'] },
      { event_exclude: ['event_240'] },
      // The system events have the first three bits.
      { event_include: ['reg'] },
      { event_exclude: ['event_237', 'event_238'] },
    ];
    for (const filters of wanted) {
      const filter = { ...EVERYONE, filters };
      await compare(account, { filter, parts: null, pageSize: 3 });
    }
  });

  test('are found with the longest lists that a scheduler can have', async () => {
    await using database = await open();
    const account = await Account.open(database);
    const appId = await account.addApp();
    for (const language of ['pt-BR', 'aaa', 'aac-GB', 'zzz', null]) await account.addDevice(appId, { language });
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const languages = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}`)));
    const filters = {
      languages_include: ['pt', ...languages.slice(0, 9_999)],
      audiences_exclude: Array.from({ length: 10_000 }, (_, index) => `tag ${index}`),
      external_ids: null,
    };
    await compare(account, { filter: { ...EVERYONE, filters }, parts: null, pageSize: 2 });
  });
});

const EVERYONE = { allApps: true, allCountries: false, allLanguages: false, allAudiences: false };

const compare = async (
  account: Account,
  { filter, parts, pageSize }: { filter: RandomFilter; parts: RunMomentPart[] | null; pageSize: number },
): Promise<void> => {
  const { services, caller } = account;
  const expectedApps = appsOf(account, filter);
  const created = services.schedulers.create(caller, toSchedulerInput(filter));
  if (expectedApps.length === 0) {
    await expect(created).rejects.toThrow(AppError);
    return;
  }
  const reached = await selectReached(account, (await created).id, { parts, pageSize });
  const expected = reachedBy(account, filter, parts);
  const shown = JSON.stringify({
    filter,
    parts,
    devices: account.devices.map((d) => ({ ...d, tags: [...d.tags] })),
  }).slice(0, 10_000);
  expect({ shown, apps: reached.apps, ids: reached.paged.toSorted(ascending) }).toEqual({
    shown,
    apps: expectedApps,
    ids: expected,
  });
  expect(reached.among.toSorted(ascending)).toEqual(expected);
  expect(reached.counted).toBe(expected.length);
};

const ascending = (a: number, b: number): number => a - b;
