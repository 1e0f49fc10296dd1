import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { type Api, useHttpApp } from '../support/http-app.js';
import { CREDS, createApp, createGroup, createScheduler } from '../support/rest-factory.js';

describe.each(eachDatabase())('applications over REST on $name', (kind) => {
  const app = useHttpApp(kind);
  const getApp = async (api: Api, id: number) => (await api('GET', `/apps/${id}`)).body;

  test('are created, shown, changed and deleted', async () => {
    const api = await app().newApi();
    const body = {
      push_provider: 'provider_b',
      name: 'Náme',
      link: 'https://a.example',
      provider_b_creds: CREDS.provider_b,
    };
    const created = await api('POST', '/apps', body);
    expect(created).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
    const { id } = created.body;
    const shown = {
      id,
      service_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      push_provider: 'provider_b',
      name: 'Náme',
      link: 'https://a.example',
      groups: [],
      has_provider_a_creds: false,
      has_provider_b_creds: true,
      has_provider_c_creds: false,
      archived: false,
    };
    expect(await api('GET', `/apps/${id}`)).toMatchObject({ status: 200, body: shown });
    expect((await api('GET', '/apps')).body).toEqual({
      apps: [shown],
      pagination: { page: 1, per_page: 20, total_pages: 1, total_count: 1 },
    });
    expect((await api('PUT', `/apps/${id}`, { name: 'New', link: 'https://b.example' })).status).toBe(204);
    expect(await getApp(api, id)).toEqual({ ...shown, name: 'New', link: 'https://b.example' });
    expect((await api('PUT', `/apps/${id}`, { name: 'Newer' })).status).toBe(204);
    expect(await getApp(api, id)).toMatchObject({ name: 'Newer', link: 'https://b.example' });
    expect((await api('PUT', `/apps/${id}`, { link: '' })).status).toBe(204);
    expect(await getApp(api, id)).not.toHaveProperty('link');
    expect((await api('DELETE', `/apps/${id}`)).status).toBe(204);
    expect((await api('GET', `/apps/${id}`)).status).toBe(404);
    expect((await api('DELETE', `/apps/${id}`)).status).toBe(404);
  });

  test('keep fields that an update omits or sets to null', async () => {
    const api = await app().newApi();
    const id = await createApp(api, { name: 'Kept', link: 'https://a.example' });
    const shown = await getApp(api, id);
    for (const body of [{}, { name: null, link: null }, { other: 1 }]) {
      expect((await api('PUT', `/apps/${id}`, body)).status).toBe(204);
      expect(await getApp(api, id)).toEqual(shown);
    }
    expect((await api('PUT', `/apps/${id}`, { link: '' })).status).toBe(204);
    const { link, ...others } = shown;
    expect(await getApp(api, id)).toEqual(others);
    expect((await api('PUT', `/apps/${id}`, { name: 'Other' })).status).toBe(204);
    expect(await getApp(api, id)).toEqual({ ...others, name: 'Other' });
  });

  test.each(['provider_a', 'provider_b', 'provider_c'] as const)(
    'take credentials of %s in both shapes',
    async (provider) => {
      const api = await app().newApi();
      const flag = `has_${provider}_creds`;
      const wrapped = await createApp(api, { push_provider: provider, [`${provider}_creds`]: CREDS[provider] });
      const generic = await createApp(api, { push_provider: provider, push_provider_creds: CREDS[provider] });
      for (const id of [wrapped, generic])
        expect(await getApp(api, id)).toMatchObject({ push_provider: provider, [flag]: true });
      const [field = ''] = Object.keys(CREDS[provider]);
      const empty = await createApp(api, {
        push_provider: provider,
        push_provider_creds: { ...CREDS[provider], [field]: '' },
      });
      expect(await getApp(api, empty)).toMatchObject({ [flag]: false });
      for (const bad of [{ [field]: null }, { [field]: 5 }]) {
        const answer = await api('POST', '/apps', {
          push_provider: provider,
          name: 'x',
          [`${provider}_creds`]: { ...CREDS[provider], ...bad },
        });
        expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(field) } });
      }
      const none = await api('POST', '/apps', { push_provider: provider, name: 'x' });
      expect(none).toMatchObject({ status: 400, body: { error: expect.stringContaining(`${provider}_creds`) } });
    },
  );

  test('never show a credential, either in answers or in errors', async () => {
    const api = await app().newApi();
    const creds = { ...CREDS.provider_a, private_key: 'not a PEM but a secret' };
    const refused = await api('POST', '/apps', { push_provider: 'provider_a', name: 'x', provider_a_creds: creds });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).not.toContain('secret');
    const id = await createApp(api, { push_provider: 'provider_b', provider_b_creds: CREDS.provider_b });
    expect(JSON.stringify((await api('GET', `/apps/${id}`)).body)).not.toContain(CREDS.provider_b.api_key);
    expect(JSON.stringify(app().log)).not.toContain(CREDS.provider_b.api_key);
  });

  test('change provider and credentials at once', async () => {
    const api = await app().newApi();
    const id = await createApp(api, { push_provider: 'provider_b', provider_b_creds: CREDS.provider_b });
    expect((await api('PUT', `/apps/${id}/creds/provider_c`, CREDS.provider_c)).status).toBe(204);
    const shown = { push_provider: 'provider_c', has_provider_c_creds: true, has_provider_b_creds: false };
    expect(await getApp(api, id)).toMatchObject(shown);
    expect((await api('PUT', `/apps/${id}/creds/webpush`, {})).status).toBe(400);
    expect((await api('PUT', `/apps/${id}/creds/provider_x`, {})).status).toBe(404);
    expect((await api('PUT', `/apps/${id}/creds/provider_a`, CREDS.provider_b)).status).toBe(400);
    expect((await api('PUT', `/apps/${id}/creds/provider_a`, { provider_a_creds: CREDS.provider_a })).status).toBe(400);
    expect((await api('PUT', `/apps/${id}/creds/provider_b`)).status).toBe(400);
    expect(await getApp(api, id)).toMatchObject(shown);
  });

  test('show a VAPID key with the provider webpush', async () => {
    const api = await app().newApi();
    const web = await createApp(api);
    const key = (await api('GET', `/apps/${web}/vapidkey`)).body.vapid_key_public;
    expect(Buffer.from(key, 'base64url')).toHaveLength(65);
    const other = await createApp(api, { push_provider: 'provider_b', provider_b_creds: CREDS.provider_b });
    expect((await api('GET', `/apps/${other}/vapidkey`)).status).toBe(404);
    expect((await api('GET', `/apps/${other + 1000}/vapidkey`)).status).toBe(404);
  });

  test('leave groups and schedulers permanently when archived, even repeatedly', async () => {
    const api = await app().newApi();
    const [first, second] = [await createApp(api, { name: 'first' }), await createApp(api, { name: 'second' })];
    const group = await createGroup(api, [first, second], { name: 'both' });
    const everything = await createGroup(api, [], { name: 'all' });
    const sched = await createScheduler(api, 'conversion', { all_apps: false, app_ids_include: [first, second] });
    expect((await getApp(api, first)).groups).toEqual([
      { id: group, name: 'both' },
      { id: everything, name: 'all' },
    ]);
    for (let i = 0; i < 2; i += 1) expect((await api('POST', `/apps/${first}/archive`)).status).toBe(204);
    expect(await getApp(api, first)).toMatchObject({ archived: true, groups: [] });
    expect((await api('GET', '/apps')).body.apps).toMatchObject([{ id: second }]);
    expect((await api('GET', '/apps?archived=true')).body.apps).toMatchObject([{ id: first }]);
    expect((await api('GET', `/app/groups/${group}`)).body.app_ids).toBe(`${second}`);
    expect((await api('GET', `/app/groups/${everything}`)).body.app_ids).toBe(`${second}`);
    for (let i = 0; i < 2; i += 1) expect((await api('POST', `/apps/${first}/unarchive`)).status).toBe(204);
    expect((await getApp(api, first)).groups).toEqual([{ id: everything, name: 'all' }]);
    expect((await api('GET', `/sched/conversion/${sched}`)).body.app_ids_include).toEqual([second]);
  });

  test('deactivate a scheduler that named only them when they are archived or deleted', async () => {
    const api = await app().newApi();
    await createApp(api);
    for (const [method, end] of [
      ['POST', '/archive'],
      ['DELETE', ''],
    ] as const) {
      const id = await createApp(api);
      const sched = await createScheduler(api, 'smartweekly', { all_apps: false, app_ids_include: [id] });
      await api('POST', `/sched/smartweekly/${sched}/activate`);
      expect((await api(method, `/apps/${id}${end}`)).status).toBe(204);
      const { schedulers } = (await api('GET', '/sched/smartweekly?sort_dir=desc')).body;
      expect(schedulers[0]).toMatchObject({ id: sched, status: false, all_apps: false, app_ids_include: null });
    }
  });

  test('are listed in pages', async () => {
    const api = await app().newApi();
    const ids: number[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await createApp(api, { name: `app ${i}` }));
    const page = async (query: string) => (await api('GET', `/apps?${query}`)).body;
    expect((await page('per_page=2&page=3')).apps.map((item: { id: number }) => item.id)).toEqual([ids[4]]);
    expect((await page('per_page=2&page=3')).pagination).toEqual({
      page: 3,
      per_page: 2,
      total_pages: 3,
      total_count: 5,
    });
    expect((await page('per_page=1000&page=10')).apps).toEqual([]);
    expect((await (await app().newApi())('GET', '/apps')).body).toEqual({
      apps: [],
      pagination: { page: 1, per_page: 20, total_pages: 0, total_count: 0 },
    });
  });
});
