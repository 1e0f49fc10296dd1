import { describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { eachDatabase } from '../support/databases.js';
import { useHttpApp } from '../support/http-app.js';
import {
  createApp,
  createEvent,
  createGroup,
  createPush,
  createScheduler,
  KINDS,
  SCHEDULERS,
  SEGMENTS,
} from '../support/rest-factory.js';

const UNSET = {
  app_ids_include: null,
  app_ids_exclude: null,
  app_groups_include: null,
  app_groups_exclude: null,
  all_countries: false,
  countries_include: null,
  countries_exclude: null,
  all_languages: false,
  languages_include: null,
  languages_exclude: null,
  all_audiences: false,
  audiences_include: null,
  audiences_exclude: null,
  audience_groups_include: null,
  audience_groups_exclude: null,
  external_ids: null,
};

const TIMINGS = {
  conversion: { delay: '1h' },
  onesend: { date: '2026-12-24', time: '18-30', local_time: false, timezone: '+02:00' },
  smartweekly: { time_send: [{ day: 1, times: ['09:00'] }], local_time: true, timezone: null },
};

describe.each(eachDatabase())('schedulers over REST on $name', (kind) => {
  const app = useHttpApp(kind);

  test.each(KINDS)('%s: are created inactive, shown, replaced and deleted', async (schedKind) => {
    const api = await app().newApi();
    const appId = await createApp(api);
    const path = `/sched/${schedKind}`;
    const created = await api('POST', path, SCHEDULERS[schedKind]);
    expect(created).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
    expect(Object.keys(created.body)).toEqual(['id']);
    const { id } = created.body;
    const common = { id, name: SCHEDULERS[schedKind].name, all_apps: true, ...UNSET, ...TIMINGS[schedKind] };
    expect((await api('GET', `${path}/${id}`)).body).toEqual({
      ...common,
      event_include: '',
      event_exclude: '',
      archived: false,
    });
    expect((await api('GET', path)).body).toEqual({
      schedulers: [{ ...common, event_include: null, event_exclude: null, status: false }],
      pagination: { page: 1, per_page: 20, total_pages: 1, total_count: 1 },
    });
    const replaced = await api('PUT', `${path}/${id}`, {
      ...SCHEDULERS[schedKind],
      name: 'New',
      all_apps: null,
      app_ids_include: [appId],
    });
    expect(replaced).toMatchObject({ status: 200, body: { id } });
    expect((await api('GET', `${path}/${id}`)).body).toMatchObject({
      name: 'New',
      all_apps: false,
      app_ids_include: [appId],
    });
    expect((await api('DELETE', `${path}/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE'] as const) expect((await api(method, `${path}/${id}`)).status).toBe(404);
    expect((await api('PUT', `${path}/${id}`, SCHEDULERS[schedKind])).status).toBe(404);
  });

  test('show every filter as written', async () => {
    const api = await app().newApi();
    const [a, b, c] = [await createApp(api), await createApp(api), await createApp(api)];
    const [g, h] = [await createGroup(api, [b]), await createGroup(api, [c])];
    await createEvent(api, 'buy');
    const filters = {
      all_apps: false,
      app_ids_include: [b, a],
      app_ids_exclude: [c],
      app_groups_include: [g],
      app_groups_exclude: [h],
      all_countries: true,
      countries_exclude: ['us', 'DE'],
      languages_include: ['pt-BR', 'en'],
      all_audiences: false,
      audiences_include: ['vip', 'VIP', 'näh'],
      audiences_exclude: ['spam'],
    };
    const id = await createScheduler(api, 'onesend', {
      ...filters,
      event_include: ['buy', 'reg'],
      event_exclude: ['dep'],
      external_ids: ['u-2', 'u-1'],
      time: '07:05',
    });
    const shown = {
      ...filters,
      external_ids: ['u-2', 'u-1'],
      time: '07-05',
      countries_include: null,
      languages_exclude: null,
    };
    expect((await api('GET', `/sched/onesend/${id}`)).body).toMatchObject({
      ...shown,
      event_include: 'buy,reg',
      event_exclude: 'dep',
    });
    expect((await api('GET', '/sched/onesend')).body.schedulers).toMatchObject([
      { ...shown, event_include: ['buy', 'reg'], event_exclude: ['dep'] },
    ]);
    await api('PUT', `/sched/onesend/${id}`, SCHEDULERS.onesend);
    expect((await api('GET', `/sched/onesend/${id}`)).body).toMatchObject({
      ...UNSET,
      event_include: '',
      event_exclude: '',
    });
  });

  test('ignore external ids where they do not apply, and unknown fields', async () => {
    const api = await app().newApi();
    await createApp(api);
    const id = await createScheduler(api, 'conversion', { external_ids: 'junk', status: true, nonsense: { a: [1] } });
    expect((await api('GET', `/sched/conversion/${id}`)).body).toMatchObject({ external_ids: null, archived: false });
    expect((await api('GET', '/sched/conversion')).body.schedulers[0].status).toBe(false);
  });

  test('return weekly moments by day, and the zone that applies', async () => {
    const api = await app().newApi();
    await createApp(api);
    const time_send = [
      { day: 7, times: ['23:59', '00:00'] },
      { day: 2, times: ['12:30'] },
      { day: 7, times: ['08:00'] },
    ];
    const id = await createScheduler(api, 'smartweekly', { time_send, local_time: false });
    expect((await api('GET', `/sched/smartweekly/${id}`)).body).toMatchObject({
      time_send: [
        { day: 2, times: ['12:30'] },
        { day: 7, times: ['00:00', '08:00', '23:59'] },
      ],
      local_time: false,
      timezone: '+00:00',
    });
    await api('PUT', `/sched/smartweekly/${id}`, { ...SCHEDULERS.smartweekly, local_time: false, timezone: '-03:30' });
    expect((await api('GET', `/sched/smartweekly/${id}`)).body).toMatchObject({
      time_send: [{ day: 1, times: ['09:00'] }],
      timezone: '-03:30',
    });
  });

  test.each(KINDS)('%s: are reached only through their own path', async (schedKind) => {
    const api = await app().newApi();
    await createApp(api);
    const id = await createScheduler(api, schedKind);
    for (const other of KINDS.filter((name) => name !== schedKind)) {
      const path = `/sched/${other}/${id}`;
      const answers = [
        await api('GET', path),
        await api('PUT', path, SCHEDULERS[other]),
        await api('DELETE', path),
        await api('POST', `${path}/activate`),
        await api('POST', `${path}/deactivate`),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
    }
    expect((await api('GET', `/sched/list/${id}`)).status).toBe(404);
    expect((await api('GET', `/sched/${schedKind}/${id}`)).status).toBe(200);
  });

  test.each(KINDS)('%s: are activated and deactivated, and an update keeps state and pushes', async (schedKind) => {
    const api = await app().newApi();
    await createApp(api);
    const path = `/sched/${schedKind}`;
    const id = await createScheduler(api, schedKind);
    const push = await createPush(api);
    await api('PUT', `/sched/${SEGMENTS[schedKind]}/${id}/pushes`, { push_ids: [push] });
    const status = async () => (await api('GET', path)).body.schedulers[0].status;
    const waiting = () => app().jobs.waiting.filter((job) => job.key === `scheduler:${id}`);
    for (let i = 0; i < 2; i += 1) expect((await api('POST', `${path}/${id}/activate`)).status).toBe(204);
    expect(await status()).toBe(true);
    expect(waiting()).toHaveLength(schedKind === 'conversion' ? 0 : 1);
    expect((await api('PUT', `${path}/${id}`, { ...SCHEDULERS[schedKind], name: 'Other' })).status).toBe(200);
    expect(await status()).toBe(true);
    expect((await api('GET', `/pushlist/${id}/${SEGMENTS[schedKind]}`)).body.pushes).toMatchObject([{ id: push }]);
    for (let i = 0; i < 2; i += 1) expect((await api('POST', `${path}/${id}/deactivate`)).status).toBe(204);
    expect(await status()).toBe(false);
    expect(waiting()).toEqual([]);
  });

  test('cannot be activated if the moment has passed for every device', async () => {
    const api = await app().newApi();
    await createApp(api);
    const date = '2026-11-02';
    const late = await createScheduler(api, 'onesend', { date, time: '11-59', timezone: '+00:00' });
    const soon = await createScheduler(api, 'onesend', { date, time: '12-01', timezone: '+00:00' });
    const somewhere = { date, time: '11-00', local_time: true, timezone: null };
    const west = await createScheduler(api, 'onesend', somewhere);
    const past = await createScheduler(api, 'onesend', { ...somewhere, date: '2026-11-01', time: '23-00' });
    const activate = async (id: number) => (await api('POST', `/sched/onesend/${id}/activate`)).status;
    expect([await activate(late), await activate(soon), await activate(west)]).toEqual([400, 204, 204]);
    // It is 01:00 in Honolulu, where 23:00 of the previous day has passed, as everywhere.
    expect(await activate(past)).toBe(400);
    const tooLate = await api('PUT', `/sched/onesend/${soon}`, {
      ...SCHEDULERS.onesend,
      date,
      time: '10-00',
      timezone: '+00:00',
    });
    expect(tooLate).toMatchObject({ status: 400, body: { error: expect.stringContaining('date') } });
    expect((await api('GET', `/sched/onesend/${soon}`)).body.time).toBe('12-01');
  });

  test.each(KINDS)('an update of a %s scheduler keeps the timing that only the graph has', async (of) => {
    const api = await app().newApi();
    await createApp(api);
    const id = await createScheduler(api, of);
    const kept = {
      quiet_hours: '"OFF"',
      speed: JSON.stringify({ maxPerMinute: 60, ramp: null, stopOnTrouble: null }),
      best_hour: JSON.stringify({ from: '08:00', to: '22:00', controlShare: 0.1 }),
      grace_seconds: 60,
    };
    const columns = Object.keys(kept);
    const { database } = app();
    const set = `UPDATE scheduler SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`;
    await database.tx((tx) => execute(tx, set, [...Object.values(kept), id]));
    const shown = await api('GET', `/sched/${of}/${id}`);
    expect(JSON.stringify(shown.body)).not.toMatch(/quiet|speed|best|grace/i);
    expect((await api('PUT', `/sched/${of}/${id}`, { ...SCHEDULERS[of], name: 'Changed' })).status).toBe(200);
    const [row] = await database.query(`SELECT name, ${columns.join(', ')} FROM scheduler WHERE id = ?`, [id]);
    expect(row).toEqual({ name: 'Changed', ...kept });
  });

  test('that are archived are listed separately and cannot be activated', async () => {
    const { services } = app();
    const { apiKey, userId } = await services.keys.createUser('with archive');
    const api = app().apiWith(apiKey);
    await createApp(api);
    const [first, second] = [await createScheduler(api, 'conversion'), await createScheduler(api, 'conversion')];
    await services.schedulers.archive({ userId, keyId: 0, scopes: ['write'] }, first);
    const list = async (query: string) =>
      (await api('GET', `/sched/conversion${query}`)).body.schedulers.map((item: { id: number }) => item.id);
    expect([await list(''), await list('?archived=false'), await list('?archived=true')]).toEqual([
      [second],
      [second],
      [first],
    ]);
    expect((await api('GET', `/sched/conversion/${first}`)).body.archived).toBe(true);
    expect((await api('POST', `/sched/conversion/${first}/activate`)).status).toBe(400);
  });
});
