import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { useHttpApp } from '../support/http-app.js';
import { createApp, createGroup, createScheduler } from '../support/rest-factory.js';

describe.each(eachDatabase())('application groups over REST on $name', (kind) => {
  const app = useHttpApp(kind);

  test('are created, shown, replaced and deleted', async () => {
    const api = await app().newApi();
    const [a, b] = [await createApp(api), await createApp(api)];
    const created = await api('POST', '/app/groups', { name: 'G', all_apps: false, app_ids: [b, a, b] });
    expect(created.status).toBe(200);
    const { id } = created.body;
    const shown = { id, name: 'G', all_apps: false, app_ids: `${a},${b}`, archived: false };
    expect((await api('GET', `/app/groups/${id}`)).body).toEqual(shown);
    expect((await api('GET', '/app/groups')).body).toEqual({
      groups: [shown],
      pagination: { page: 1, per_page: 20, total_pages: 1, total_count: 1 },
    });
    expect((await api('PUT', `/app/groups/${id}`, { name: 'H', all_apps: false, app_ids: [a] })).status).toBe(204);
    expect((await api('GET', `/app/groups/${id}`)).body).toEqual({ ...shown, name: 'H', app_ids: `${a}` });
    expect((await api('PUT', `/app/groups/${id}`, { name: 'H', all_apps: true, app_ids: [] })).status).toBe(204);
    expect((await api('GET', `/app/groups/${id}`)).body).toMatchObject({ all_apps: true, app_ids: `${a},${b}` });
    expect((await api('DELETE', `/app/groups/${id}`)).status).toBe(204);
    expect((await api('GET', `/app/groups/${id}`)).status).toBe(404);
    expect((await api('DELETE', `/app/groups/${id}`)).status).toBe(404);
  });

  test('share no id with an application, and both paths restore them', async () => {
    const api = await app().newApi();
    const appId = await createApp(api);
    const group = await createGroup(api, [appId]);
    expect((await api('GET', `/apps/${group}`)).status).toBe(404);
    expect((await api('GET', `/app/groups/${appId}`)).status).toBe(404);
    for (const path of [`/apps/${group}/unarchive`, `/app/groups/${group}/unarchive`]) {
      for (let i = 0; i < 2; i += 1) expect((await api('POST', `/app/groups/${group}/archive`)).status).toBe(204);
      expect((await api('GET', `/app/groups/${group}`)).body.archived).toBe(true);
      expect((await api('GET', '/app/groups')).body.groups).toEqual([]);
      expect((await api('GET', '/app/groups?archived=true')).body.groups).toMatchObject([{ id: group }]);
      for (let i = 0; i < 2; i += 1) expect((await api('POST', path)).status).toBe(204);
      expect((await api('GET', `/app/groups/${group}`)).body).toMatchObject({ archived: false, app_ids: `${appId}` });
    }
    expect((await api('POST', `/app/groups/${appId}/unarchive`)).status).toBe(404);
    expect((await api('POST', `/apps/${group + 1000}/unarchive`)).status).toBe(404);
  });

  test('name only existing applications of the caller', async () => {
    const api = await app().newApi();
    const foreign = await createApp(await app().newApi());
    const own = await createApp(api);
    const group = await createGroup(api, [own]);
    for (const [method, path] of [
      ['POST', '/app/groups'],
      ['PUT', `/app/groups/${group}`],
    ] as const) {
      for (const id of [foreign, 999_999, group]) {
        const answer = await api(method, path, { name: 'x', all_apps: false, app_ids: [own, id] });
        expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(`${id}`) } });
      }
    }
    await api('POST', `/apps/${own}/archive`);
    expect((await api('POST', '/app/groups', { name: 'x', all_apps: false, app_ids: [own] })).status).toBe(400);
    expect((await api('GET', '/app/groups')).body.groups).toMatchObject([{ id: group, app_ids: '' }]);
  });

  test('have no effect while archived, and leave schedulers when deleted', async () => {
    const api = await app().newApi();
    const [inGroup] = [await createApp(api), await createApp(api)];
    const group = await createGroup(api, [inGroup]);
    const body = { name: 'x', app_groups_include: [group] };
    const sched = (await api('POST', '/sched/conversion', body)).body.id;
    await api('POST', `/sched/conversion/${sched}/activate`);
    await api('POST', `/app/groups/${group}/archive`);
    expect((await api('POST', '/sched/conversion', body)).status).toBe(400);
    expect((await api('GET', `/sched/conversion/${sched}`)).body.app_groups_include).toEqual([group]);
    await api('POST', `/apps/${group}/unarchive`);
    const excluding = await createScheduler(api, 'conversion', { app_groups_exclude: [group] });
    expect((await api('DELETE', `/app/groups/${group}`)).status).toBe(204);
    const { schedulers } = (await api('GET', '/sched/conversion')).body;
    expect(schedulers).toMatchObject([
      { id: sched, status: false, app_groups_include: null, all_apps: false },
      { id: excluding, app_groups_exclude: null },
    ]);
  });

  test('take as many statements for many groups as for a few', async () => {
    const api = await app().newApi();
    const appId = await createApp(api);
    const count = async (path: string): Promise<number> => {
      const before = app().database.statements.count;
      await api('GET', path);
      return app().database.statements.count - before;
    };
    await createGroup(api, [appId]);
    await createGroup(api, []);
    const few = [await count('/app/groups'), await count('/apps')];
    for (let i = 0; i < 4; i += 1) await createGroup(api, [await createApp(api)]);
    expect([await count('/app/groups'), await count('/apps')]).toEqual(few);
  });
});
