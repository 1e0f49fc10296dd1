import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { type Api, useHttpApp } from '../support/http-app.js';
import {
  createApp,
  createEvent,
  createGroup,
  createScheduler,
  KINDS,
  type Kind,
  SCHEDULERS,
} from '../support/rest-factory.js';

/** Ids that a case may need: `own` and `other` applications, a `group` with `own`, and another user's objects. */
interface World {
  readonly api: Api;
  readonly own: number;
  readonly other: number;
  readonly group: number;
  readonly foreign: { app: number; group: number };
}
type Fields = Record<string, unknown>;
type Case = readonly [name: string, fields: Fields | ((world: World) => Fields), names: string];

/** Each breaks one rule (docs/rules.md#whom-they-reach). The error must contain `names`. */
const REFUSED: readonly Case[] = [
  ['applications beside all_apps', ({ own }) => ({ all_apps: true, app_ids_include: [own] }), 'app_ids_include'],
  ['groups beside all_apps', ({ group }) => ({ all_apps: true, app_groups_include: [group] }), 'app_groups_include'],
  ['no application at all', { all_apps: false }, 'application'],
  ['everything excluded', ({ own, other }) => ({ all_apps: true, app_ids_exclude: [own, other] }), 'application'],
  [
    'excluded through a group',
    ({ own, group }) => ({ all_apps: false, app_ids_include: [own], app_groups_exclude: [group] }),
    'application',
  ],
  [
    'an application on both sides',
    ({ own, other }) => ({ all_apps: false, app_ids_include: [own, other], app_ids_exclude: [own] }),
    'app_ids_include',
  ],
  [
    'a group on both sides',
    ({ own, group }) => ({
      all_apps: false,
      app_ids_include: [own],
      app_groups_include: [group],
      app_groups_exclude: [group],
    }),
    'app_groups_include',
  ],
  [
    'countries, case apart',
    { all_countries: true, countries_include: ['us'], countries_exclude: ['US'] },
    'countries_include',
  ],
  [
    'languages, case apart',
    { all_languages: true, languages_include: ['pt-br'], languages_exclude: ['pt-BR'] },
    'languages_include',
  ],
  ['audiences', { audiences_include: ['a'], audiences_exclude: ['a'] }, 'audiences_include'],
  ['countries beside all_countries', { all_countries: true, countries_include: ['US'] }, 'countries_include'],
  ['excluded countries without all_countries', { countries_exclude: ['US'] }, 'countries_exclude'],
  ['languages beside all_languages', { all_languages: true, languages_include: ['en'] }, 'languages_include'],
  [
    'excluded languages without all_languages',
    { all_languages: false, languages_exclude: ['en'] },
    'languages_exclude',
  ],
  ['audiences beside all_audiences', { all_audiences: true, audiences_include: ['a'] }, 'audiences_include'],
  [
    'audience groups beside all_audiences',
    { all_audiences: true, audience_groups_include: [1] },
    'audience_groups_include',
  ],
  [
    'an application of another user',
    ({ own, foreign }) => ({ all_apps: false, app_ids_include: [own, foreign.app] }),
    'application',
  ],
  ['an excluded one of another user', ({ foreign }) => ({ app_ids_exclude: [foreign.app] }), 'app_ids_exclude'],
  [
    'a group of another user',
    ({ own, foreign }) => ({ all_apps: false, app_ids_include: [own], app_groups_include: [foreign.group] }),
    'app_groups_include',
  ],
  ['an application where a group belongs', ({ own }) => ({ app_groups_exclude: [own] }), 'app_groups_exclude'],
  ['an audience group that is not there', { audience_groups_include: [999] }, '999'],
  ['an event code that is not there', { event_include: ['nope'] }, 'nope'],
  ['an event code of another case', { event_exclude: ['Install'] }, 'Install'],
  ['an event id', { event_include: [1] }, 'event_include'],
  ['a country that is none', { countries_include: ['US', 'XX'] }, 'XX'],
  ['a country by its name', { countries_include: ['Germany'] }, 'Did you mean "DE"?'],
  ['a language with an underscore', { languages_include: ['pt_BR'] }, 'Did you mean "pt-BR"?'],
  ['an event code with a typo', { event_include: ['instal'] }, 'Did you mean "install"?'],
  ['a language that is malformed', { languages_include: ['e'] }, 'languages_include'],
  ['integers among countries', { countries_include: [1] }, 'countries_include[0]'],
  ['integers among languages', { languages_include: ['en', 1] }, 'languages_include[1]'],
  ['integers among audiences', { audiences_exclude: [1] }, 'audiences_exclude[0]'],
  ['strings among ids', ({ own }) => ({ all_apps: false, app_ids_include: [`${own}`] }), 'app_ids_include[0]'],
  ['null among ids', { app_ids_exclude: [null] }, 'app_ids_exclude[0]'],
  ['an id past 2^53', { app_ids_exclude: [2 ** 60] }, 'app_ids_exclude[0]'],
  ['an id of 0', { app_ids_exclude: [0] }, 'app_ids_exclude[0]'],
  ['half an id', { app_ids_exclude: [1.5] }, 'app_ids_exclude[0]'],
  ['a list that is a string', { countries_include: 'US' }, 'countries_include'],
  ['a flag that is a string', { all_apps: 'true' }, 'all_apps'],
  ['a flag that is a number', { all_countries: 1 }, 'all_countries'],
  ['a name that is null', { name: null }, 'name'],
  ['a name that is empty', { name: '' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(256) }, 'name'],
  ['a name that does not print', { name: 'a\nb' }, 'name'],
  [
    'a list that is too long',
    { audiences_include: Array.from({ length: 10_001 }, (_, i) => `t${i}`) },
    'audiences_include',
  ],
  ['the character that joins audiences', { audiences_exclude: ['a|b'] }, 'audiences_exclude'],
  ['half a character', { audiences_include: ['\ud800', '\ud801'] }, 'audiences_include'],
];

const REFUSED_BY_KIND: Readonly<Record<Kind, readonly Case[]>> = {
  conversion: [
    ...['1', '1m2h', '-1d', '1.5h', 'd', '1D', ' 1d', '366d', '99999999999999999999d', '8784h'].map(
      (delay): Case => [`a delay of "${delay}"`, { delay }, 'delay'],
    ),
    ['a delay that is a number', { delay: 5 }, 'delay'],
  ],
  onesend: [
    ...['2026-02-30', '26-12-24', '2026-12-24T00:00', '', '2026-13-01', '0999-12-31', '0000-01-01', '12026-01-01'].map(
      (date): Case => [`the date "${date}"`, { date }, 'date'],
    ),
    ...['24-00', '18-60', '1830', '8-30', '18.30', ''].map((time): Case => [`the time "${time}"`, { time }, 'time']),
    ...['+15:00', '-13:00', '02:00', 'Europe/Berlin', 'Z', '+2:00', '+14:01'].map(
      (timezone): Case => [`the zone "${timezone}"`, { timezone }, 'timezone'],
    ),
    ['no zone', { timezone: null }, 'timezone'],
    ['a zone beside local time', { local_time: true }, 'timezone'],
    ['no date', { date: null }, 'date'],
    ['no time', { time: null }, 'time'],
    ['no local_time', { local_time: null }, 'local_time'],
    ['local_time as a string', { local_time: 'true' }, 'local_time'],
    ['external ids that are numbers', { external_ids: [1] }, 'external_ids[0]'],
  ],
  smartweekly: [
    ['no moment', { time_send: [] }, 'time_send'],
    ['no times', { time_send: [{ day: 1, times: [] }] }, 'times'],
    ['day 0', { time_send: [{ day: 0, times: ['09:00'] }] }, 'day'],
    ['day 8', { time_send: [{ day: 8, times: ['09:00'] }] }, 'day'],
    ['a day in words', { time_send: [{ day: 'monday', times: ['09:00'] }] }, 'day'],
    ['a time with a hyphen', { time_send: [{ day: 1, times: ['09-00'] }] }, 'times'],
    [
      'a moment twice',
      {
        time_send: [
          { day: 1, times: ['09:00'] },
          { day: 1, times: ['09:00'] },
        ],
      },
      'twice',
    ],
    ['times that are a string', { time_send: [{ day: 1, times: '09:00' }] }, 'times'],
    ['moments that are an object', { time_send: { day: 1, times: ['09:00'] } }, 'time_send'],
    ['no moments', { time_send: null }, 'time_send'],
    ['no local_time', { local_time: null }, 'local_time'],
    ['a zone beside local time', { timezone: '+00:00' }, 'timezone'],
    ['a zone by name', { local_time: false, timezone: 'Europe/Berlin' }, 'timezone'],
  ],
};

describe.each(eachDatabase())('rules of schedulers over REST on $name', (kind) => {
  const app = useHttpApp(kind);

  const createWorld = async (): Promise<World> => {
    const [api, stranger] = [await app().newApi(), await app().newApi()];
    const own = await createApp(api);
    const foreignApp = await createApp(stranger);
    return {
      api,
      own,
      other: await createApp(api),
      group: await createGroup(api, [own]),
      foreign: { app: foreignApp, group: await createGroup(stranger, [foreignApp]) },
    };
  };

  const countRows = async (): Promise<unknown> =>
    app().database.query(`SELECT (SELECT COUNT(*) FROM scheduler) AS s, (SELECT COUNT(*) FROM scheduler_filter) AS f,
      (SELECT COUNT(*) FROM scheduler_slot) AS t, (SELECT COUNT(*) FROM tag) AS g`);

  test.each(KINDS)(
    '%s: a violation is refused with the field name, on create and update, and changes nothing',
    async (schedKind) => {
      const world = await createWorld();
      const path = `/sched/${schedKind}`;
      const id = await createScheduler(world.api, schedKind);
      const before = [await countRows(), (await world.api('GET', `${path}/${id}`)).body];
      for (const [name, fields, names] of [...REFUSED, ...REFUSED_BY_KIND[schedKind]]) {
        const body = { ...SCHEDULERS[schedKind], ...(typeof fields === 'function' ? fields(world) : fields) };
        for (const answer of [await world.api('POST', path, body), await world.api('PUT', `${path}/${id}`, body)]) {
          expect({ name, status: answer.status, error: answer.body.error }).toEqual({
            name,
            status: 400,
            error: expect.stringContaining(names),
          });
        }
      }
      expect([await countRows(), (await world.api('GET', `${path}/${id}`)).body]).toEqual(before);
    },
  );

  test('valid input is accepted', async () => {
    const { api, own, other, group } = await createWorld();
    await createEvent(api, 'buy');
    const accepted: readonly Fields[] = [
      { all_apps: true, app_ids_include: [], app_groups_include: null },
      { all_apps: true, app_ids_exclude: [own], app_groups_exclude: [group] },
      { all_apps: false, app_ids_include: [own, own], app_ids_exclude: [other] },
      { all_apps: false, app_groups_include: [group] },
      { all_countries: true, countries_exclude: ['us'] },
      { countries_include: ['gb', 'UA'] },
      { all_languages: true, languages_exclude: ['zh-Hant-TW'] },
      { all_audiences: true },
      { all_audiences: true, audiences_exclude: ['never used before'] },
      { all_audiences: false, audiences_include: ['new', 'NEW'] },
      { event_include: ['install', 'buy'], event_exclude: ['dep', 'buy'] },
      { delay: '' },
      { delay: '365d' },
      { delay: '0m' },
      { delay: '1d2h3m' },
      { name: 'x'.repeat(255) },
      { name: '100% "näh" 🎉' },
    ];
    for (const fields of accepted) {
      const answer = await api('POST', '/sched/conversion', { ...SCHEDULERS.conversion, ...fields });
      expect({ fields, status: answer.status, error: answer.body.error }).toEqual({
        fields,
        status: 201,
        error: undefined,
      });
    }
  });

  test('a delay is kept as written', async () => {
    const { api } = await createWorld();
    for (const [delay, shown] of [
      ['90m', '90m'],
      ['0d0h5m', '0d0h5m'],
      ['', ''],
      [null, ''],
    ]) {
      const id = await createScheduler(api, 'conversion', { delay });
      expect((await api('GET', `/sched/conversion/${id}`)).body.delay).toBe(shown);
    }
  });
});
