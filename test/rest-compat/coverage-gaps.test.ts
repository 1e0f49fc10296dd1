import { describe, expect, test } from '@jest/globals';
import { execute, placeholders } from '../../src/database/database.js';
import { eachDatabase } from '../support/databases.js';
import { type Api, useHttpApp } from '../support/http-app.js';
import { createApp, createGroup, createPush, createScheduler, PUSH, SCHEDULERS } from '../support/rest-factory.js';

/** These rules involve several resources, so they belong to no single resource's file. */
describe.each(eachDatabase())('rules across resources over REST on $name', (kind) => {
  const app = useHttpApp(kind);
  const idsIn = async (api: Api, appId: number): Promise<number[]> =>
    (await api('GET', `/sched/conversion?app_id=${appId}`)).body.schedulers.map((item: { id: number }) => item.id);

  test('a new application is in the groups and schedulers of all applications at once', async () => {
    const api = await app().newApi();
    const old = await createApp(api);
    const everything = await createGroup(api, []);
    const some = await createGroup(api, [old]);
    const ofAll = await createScheduler(api, 'conversion');
    const ofGroup = await createScheduler(api, 'conversion', { all_apps: false, app_groups_include: [everything] });
    await createScheduler(api, 'conversion', { all_apps: false, app_groups_include: [some] });
    const added = await createApp(api);
    expect((await api('GET', `/app/groups/${everything}`)).body.app_ids).toBe(`${old},${added}`);
    expect((await api('GET', `/app/groups/${some}`)).body.app_ids).toBe(`${old}`);
    expect((await api('GET', `/apps/${added}`)).body.groups).toMatchObject([{ id: everything }]);
    expect(await idsIn(api, added)).toEqual([ofAll, ofGroup]);
  });

  test('changing a group changes the schedulers that name it', async () => {
    const api = await app().newApi();
    const [a, b] = [await createApp(api), await createApp(api)];
    const group = await createGroup(api, [a]);
    const included = await createScheduler(api, 'conversion', { all_apps: false, app_groups_include: [group] });
    const excluded = await createScheduler(api, 'conversion', { app_groups_exclude: [group] });
    expect([await idsIn(api, a), await idsIn(api, b)]).toEqual([[included], [excluded]]);
    await api('PUT', `/app/groups/${group}`, { name: 'x', all_apps: false, app_ids: [b] });
    expect([await idsIn(api, a), await idsIn(api, b)]).toEqual([[excluded], [included]]);
  });

  test('names of any kind have 1 to 255 printable characters', async () => {
    const api = await app().newApi();
    const own = await createApp(api);
    const bodies: Record<string, Record<string, unknown>> = {
      '/apps': { push_provider: 'webpush' },
      '/app/groups': { all_apps: false, app_ids: [own] },
      '/events': { code: 'named' },
      '/sched/conversion': SCHEDULERS.conversion,
      '/sched/onesend': SCHEDULERS.onesend,
      '/sched/smartweekly': SCHEDULERS.smartweekly,
    };
    for (const [path, body] of Object.entries(bodies)) {
      for (const name of ['', '   ', 'x'.repeat(256), 'a\0b', 'a\nb', '\ud800', 'a\u200bb', 'a\u202eb', null, 5]) {
        expect([path, name, (await api('POST', path, { ...body, name })).status]).toEqual([path, name, 400]);
      }
      const name = 'ü'.repeat(255);
      const { id } = (await api('POST', path, { ...body, name })).body;
      expect((await api('GET', `${path}/${id}`)).body.name).toBe(name);
    }
  });

  test('a one-time scheduler accepts at most 100,000 external ids', async () => {
    const api = await app().newApi();
    await createApp(api);
    const external_ids = Array.from({ length: 100_000 }, (_, index) => String(index));
    const body = { ...SCHEDULERS.onesend, external_ids };
    const created = await api('POST', '/sched/onesend', body);
    expect(created.status).toBe(201);
    expect((await api('GET', `/sched/onesend/${created.body.id}`)).body.external_ids).toHaveLength(100_000);
    const refused = await api('POST', '/sched/onesend', { ...body, external_ids: [...external_ids, 'x'] });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('external_ids') } });
  });

  test('lists end at record 10,000', async () => {
    const { apiKey, userId } = await app().services.keys.createUser('with many');
    const api = app().apiWith(apiKey);
    await createApp(api);
    const sched = await createScheduler(api, 'smartweekly');
    const row = [userId, sched, 'en', 1, false, 0, 0, 0];
    for (let i = 0; i < 10; i += 1) {
      await app().database.tx((tx) =>
        execute(
          tx,
          `INSERT INTO push (user_id, scheduler_id, default_lang, status, archived, position, created_at, updated_at)
           VALUES ${placeholders(1_001, row.length)}`,
          Array(1_001).fill(row).flat(),
        ),
      );
    }
    const last = await api('GET', `/pushlist/${sched}/list?page=10&per_page=1000`);
    expect(last.body.pushes).toHaveLength(1_000);
    expect(last.body.pagination).toMatchObject({ total_count: 10_010, total_pages: 11 });
    for (const path of [`/pushlist/${sched}/list`, '/apps', '/app/groups', '/events', '/sched/smartweekly']) {
      expect((await api('GET', `${path}?page=10&per_page=1000`)).status).toBe(200);
      expect((await api('GET', `${path}?page=11&per_page=1000`)).status).toBe(400);
      expect((await api('GET', `${path}?page=10000&per_page=1`)).status).toBe(200);
      expect((await api('GET', `${path}?page=10001&per_page=1`)).status).toBe(400);
    }
  });

  test('a translation has at most 255 characters in its title and 4,000 in its text', async () => {
    const api = await app().newApi();
    const translations = [{ language: 'en', title: 'ü'.repeat(255), text: '漢'.repeat(4_000) }];
    const id = await createPush(api, { translations });
    expect((await api('GET', `/pushes/${id}`)).body.translations).toMatchObject(translations);
    for (const [field, length] of [
      ['title', 256],
      ['text', 4_001],
    ] as const) {
      const wrong = [{ ...PUSH.translations[0], [field]: 'x'.repeat(length) }];
      expect((await api('PUT', `/pushes/${id}`, { ...PUSH, translations: wrong })).status).toBe(400);
    }
  });
});
