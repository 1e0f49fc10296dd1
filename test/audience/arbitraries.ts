import fc from 'fast-check';
import type { FilterLists } from '../../src/services/schedulers/scheduler-input.js';

export const TAGS = ['vip', 'VIP', 'new', 'größe', 'a,b', 'tag 6', "o'brien", '%'] as const;
/** A value that no device has. */
export const UNUSED_TAG = 'nobody has this';
export const CODES = ['first', 'second', 'Second', 'third'] as const;
const SYSTEM = ['install', 'reg', 'dep'] as const;
export const ZONES = ['Europe/Paris', 'America/New_York', 'Asia/Tokyo', 'UTC'] as const;
const LANGUAGES = ['en', 'EN-us', 'pt', 'pt-BR', 'PT-br', 'pt-PT', 'zh-Hant-TW', 'zh', 'de'] as const;
const COUNTRIES = ['US', 'us', 'BR', 'DE', 'JP'] as const;

const orNull = <T>(values: readonly T[]): fc.Arbitrary<T | null> => fc.constantFrom(null, ...values);

/** The attributes of a registration, under the SDK's names. */
export const deviceArbitrary = fc.record({
  app: fc.nat(2),
  language: orNull(LANGUAGES),
  country: orNull(COUNTRIES),
  timezone: orNull(ZONES),
  externalUserId: orNull(['u1', 'u2', 'u3', 'U3']),
  audiences: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 4 }),
  events: fc.uniqueArray(fc.constantFrom(...CODES, 'reg', 'dep'), { maxLength: 4 }),
});

/** Later changes of devices and applications; time passes between them. */
export const happeningArbitrary = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), device: fc.nat(), zone: orNull(ZONES) }),
  fc.record({ kind: fc.constant('retag' as const), device: fc.nat(), tags: fc.subarray([...TAGS]) }),
  fc.record({ kind: fc.constant('event' as const), device: fc.nat(), code: fc.constantFrom(...CODES, 'reg' as const) }),
  fc.record({ kind: fc.constant('retire' as const), device: fc.nat() }),
  fc.record({ kind: fc.constant('come back' as const), device: fc.nat() }),
  fc.record({ kind: fc.constant('archive' as const), app: fc.nat(2) }),
  fc.record({ kind: fc.constant('unarchive' as const), app: fc.nat(2) }),
);

/** Each entry is in one list, the other or neither, so that the lists are disjoint. */
const sides = <T>(universe: readonly T[]): fc.Arbitrary<{ include: T[]; exclude: T[] }> =>
  fc
    .array(fc.constantFrom('include', 'exclude', 'neither'), { minLength: universe.length, maxLength: universe.length })
    .map((choices) => ({
      include: universe.filter((_entry, index) => choices[index] === 'include'),
      exclude: universe.filter((_entry, index) => choices[index] === 'exclude'),
    }));

/** `all: true` goes with the exclude list, false with the include list (rules 1, 4, 5). */
const sided = <T>(universe: readonly T[]) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant({ all: false, include: [] as T[], exclude: [] as T[] }) },
    {
      weight: 2,
      arbitrary: fc.subarray([...universe]).map((include) => ({ all: false, include, exclude: [] as T[] })),
    },
    { weight: 2, arbitrary: fc.subarray([...universe]).map((exclude) => ({ all: true, include: [] as T[], exclude })) },
  );

const appsArbitrary = (appIds: readonly number[], groupIds: readonly number[]) =>
  fc.record({ all: fc.boolean(), apps: sides(appIds), groups: sides(groupIds) }).map(({ all, apps, groups }) => ({
    allApps: all,
    filters: {
      app_ids_include: all ? null : apps.include,
      app_ids_exclude: apps.exclude,
      app_groups_include: all ? null : groups.include,
      app_groups_exclude: groups.exclude,
    },
  }));

const audienceArbitrary = (groupIds: readonly number[]) =>
  fc
    .record({
      mode: fc.constantFrom('none', 'none', 'all', 'lists'),
      tags: sides([...TAGS, UNUSED_TAG]),
      groups: sides(groupIds),
    })
    .map(({ mode, tags, groups }) => ({
      allAudiences: mode === 'all',
      filters:
        mode === 'none'
          ? {}
          : {
              audiences_include: mode === 'all' ? null : tags.include,
              audiences_exclude: tags.exclude,
              audience_groups_include: mode === 'all' ? null : groups.include,
              audience_groups_exclude: groups.exclude,
            },
    }));

/** More users than are looked up one by one, nearly all without devices. */
const STRANGERS = Array.from({ length: 700 }, (_, index) => `stranger ${index}`);

const externalIdsArbitrary = fc
  .record({ mode: fc.constantFrom('none', 'none', 'few', 'many'), ids: fc.subarray(['u1', 'u2', 'U3', 'u9']) })
  .map(({ mode, ids }) => (mode === 'none' ? null : mode === 'few' ? ids : [...ids, ...STRANGERS]));

export interface RandomFilter {
  readonly allApps: boolean;
  readonly allCountries: boolean;
  readonly allLanguages: boolean;
  readonly allAudiences: boolean;
  readonly filters: FilterLists;
}

export interface Named {
  readonly appIds: readonly number[];
  readonly appGroupIds: readonly number[];
  readonly audienceGroupIds: readonly number[];
}

/** Every filter (docs/rules.md#filter-lists), in every combination that its rules allow. */
export const filterArbitrary = ({ appIds, appGroupIds, audienceGroupIds }: Named): fc.Arbitrary<RandomFilter> =>
  fc
    .record({
      apps: appsArbitrary(appIds, appGroupIds),
      countries: sided(['US', 'br', 'DE', 'FR']),
      languages: sided(['en', 'pt', 'pt-BR', 'zh', 'DE']),
      audiences: audienceArbitrary(audienceGroupIds),
      eventInclude: fc.oneof(fc.constant([]), fc.subarray([...CODES, ...SYSTEM])),
      eventExclude: fc.oneof(fc.constant([]), fc.subarray([...CODES, 'reg', 'dep'], { maxLength: 2 })),
      externalIds: externalIdsArbitrary,
    })
    .map(({ apps, countries, languages, audiences, eventInclude, eventExclude, externalIds }) => ({
      allApps: apps.allApps,
      allCountries: countries.all,
      allLanguages: languages.all,
      allAudiences: audiences.allAudiences,
      filters: {
        ...apps.filters,
        ...audiences.filters,
        countries_include: countries.include,
        countries_exclude: countries.exclude,
        languages_include: languages.include,
        languages_exclude: languages.exclude,
        event_include: eventInclude,
        event_exclude: eventExclude,
        external_ids: externalIds,
      },
    }));
