import { describe, expect, test } from '@jest/globals';
import { execute, placeholders } from '../../src/database/database.js';
import { eachDatabase } from '../support/databases.js';
import { type Api, useHttpApp } from '../support/http-app.js';
import { createApp, createPush, createScheduler, KINDS, PUSH, SEGMENTS } from '../support/rest-factory.js';

describe.each(eachDatabase())('pushes over REST on $name', (kind) => {
  const app = useHttpApp(kind);
  const idsOf = (body: { pushes: { id: number }[] }): number[] => body.pushes.map((push) => push.id);

  const withPushes = async (count: number): Promise<{ api: Api; sched: number; ids: number[] }> => {
    const api = await app().newApi();
    await createApp(api);
    const sched = await createScheduler(api, 'onesend');
    const ids: number[] = [];
    for (let i = 0; i < count; i += 1) ids.push(await createPush(api));
    return { api, sched, ids };
  };

  test.each(['image', 'icon', 'link'])('take an empty or null %s for none', async (field) => {
    const api = await app().newApi();
    const [translation] = PUSH.translations;
    for (const none of ['', null]) {
      const body = { default_lang: 'en', translations: [{ ...translation, [field]: none }] };
      const created = await api('POST', '/pushes', body);
      expect(created.status).toBe(201);
      const get = async () => (await api('GET', `/pushes/${created.body.id}`)).body.translations[0];
      expect(await get()).toMatchObject({ [field]: null });
      const full = { ...translation, [field]: 'https://a.example/x' };
      await api('PUT', `/pushes/${created.body.id}`, { default_lang: 'en', translations: [full] });
      expect(await get()).toMatchObject({ [field]: 'https://a.example/x' });
      expect((await api('PUT', `/pushes/${created.body.id}`, body)).status).toBe(204);
      expect(await get()).toMatchObject({ [field]: null });
    }
  });

  test('ignore fields of translations that REST does not have', async () => {
    const api = await app().newApi();
    const [translation] = PUSH.translations;
    const stored = (id: number) =>
      app().database.query('SELECT subtitle, button_labels FROM push_translation WHERE push_id = ?', [id]);
    const none = [{ subtitle: null, button_labels: null }];
    for (const unknown of [{ subtitle: 'New!' }, { subtitle: 5 }, { buttonLabels: { buy: 'Buy' } }]) {
      const body = { default_lang: 'en', translations: [{ ...translation, ...unknown }] };
      const { status, body: made } = await api('POST', '/pushes', body);
      expect([status, await stored(made.id)]).toEqual([201, none]);
      expect((await api('PUT', `/pushes/${made.id}`, body)).status).toBe(204);
      expect(await stored(made.id)).toEqual(none);
    }
  });

  test('are created, shown, replaced, switched and deleted', async () => {
    const api = await app().newApi();
    const english = {
      language: 'en',
      title: 'Hi',
      text: 'There 🎉',
      image: 'https://a.example/i.png',
      icon: null,
      link: 'myapp://x',
    };
    const created = await api('POST', '/pushes', {
      default_lang: 'en',
      translations: [english, { language: 'PT', title: 'Oi', text: 'Aí' }],
    });
    expect(created).toMatchObject({
      status: 201,
      body: { translations: { en: expect.any(Number), PT: expect.any(Number) } },
    });
    const { id } = created.body;
    const shown = {
      id,
      default_lang: 'en',
      status: 1,
      archived: false,
      sched_id: null,
      sched_type: null,
      translations: [english, { language: 'PT', title: 'Oi', text: 'Aí', image: null, icon: null, link: null }],
    };
    expect((await api('GET', `/pushes/${id}`)).body).toEqual(shown);
    for (let i = 0; i < 2; i += 1) expect((await api('POST', `/pushes/${id}/deactivate`)).status).toBe(204);
    expect((await api('GET', `/pushes/${id}`)).body.status).toBe(0);
    expect(
      (
        await api('PUT', `/pushes/${id}`, {
          default_lang: 'de',
          translations: [{ language: 'de', title: 'T', text: 'X' }],
        })
      ).status,
    ).toBe(204);
    expect((await api('GET', `/pushes/${id}`)).body).toMatchObject({
      default_lang: 'de',
      status: 0,
      translations: [{ language: 'de' }],
    });
    for (let i = 0; i < 2; i += 1) expect((await api('POST', `/pushes/${id}/activate`)).status).toBe(204);
    expect((await api('DELETE', `/pushes/${id}`)).status).toBe(204);
    expect((await api('GET', `/pushes/${id}`)).status).toBe(404);
    expect(await app().database.query('SELECT id FROM push_translation WHERE push_id = ?', [id])).toEqual([]);
  });

  const translation = PUSH.translations[0];
  test.each([
    ['no translation', { translations: [] }],
    ['none for the default language', { default_lang: 'de' }],
    ['a language twice', { translations: [translation, { ...translation, language: 'EN' }] }],
    ['a default language that is none', { default_lang: 'xx', translations: [{ ...translation, language: 'xx' }] }],
    ['a long language tag', { default_lang: 'en-US', translations: [{ ...translation, language: 'en-US' }] }],
    ['a relative image', { translations: [{ ...translation, image: '/i.png' }] }],
    ['an image without its slashes', { translations: [{ ...translation, image: 'https:shop.example/i.png' }] }],
    ['a link without its host', { translations: [{ ...translation, link: 'https:///i' }] }],
    ['an icon with a scheme of its own', { translations: [{ ...translation, icon: 'myapp://i' }] }],
    ['a link that runs', { translations: [{ ...translation, link: 'javascript:alert(1)' }] }],
    ['a link that carries content', { translations: [{ ...translation, link: 'data:text/html,x' }] }],
    ['a title that is too long', { translations: [{ ...translation, title: 'x'.repeat(256) }] }],
    ['a text that is too long', { translations: [{ ...translation, text: 'x'.repeat(4001) }] }],
    ['an empty title', { translations: [{ ...translation, title: '' }] }],
    ['half a character', { translations: [{ ...translation, title: 'a\ud800' }] }],
    ['a title that is a number', { translations: [{ ...translation, title: 5 }] }],
    ['translations that are an object', { translations: { en: translation } }],
    ['no default language', { default_lang: null }],
  ])('are refused with %s, on create and update', async (_name, fields) => {
    const api = await app().newApi();
    expect((await api('POST', '/pushes', { ...PUSH, ...fields })).status).toBe(400);
    const id = await createPush(api);
    expect((await api('PUT', `/pushes/${id}`, { ...PUSH, ...fields })).status).toBe(400);
    expect((await api('GET', `/pushes/${id}`)).body).toMatchObject(PUSH);
  });

  test.each(KINDS)('are bound to a %s scheduler in order, and replace the former ones', async (schedKind) => {
    const api = await app().newApi();
    await createApp(api);
    const segment = SEGMENTS[schedKind];
    const sched = await createScheduler(api, schedKind);
    const [a, b, c] = [await createPush(api), await createPush(api), await createPush(api)];
    const list = async () => idsOf((await api('GET', `/pushlist/${sched}/${segment}`)).body);
    const bind = (push_ids: unknown) => api('PUT', `/sched/${segment}/${sched}/pushes`, { push_ids });
    expect((await bind([c, a, c])).status).toBe(204);
    expect(await list()).toEqual([c, a]);
    expect((await api('GET', `/pushes/${c}`)).body).toMatchObject({ sched_id: sched, sched_type: segment });
    expect((await bind([b, c])).status).toBe(204);
    expect(await list()).toEqual([b, c]);
    expect((await api('GET', `/pushes/${a}`)).body).toMatchObject({ sched_id: null, sched_type: null });
    for (const bad of [null, undefined, 'x', [String(a)], [null], [0], [1.5], [-1], [2 ** 60], {}]) {
      expect((await bind(bad)).status).toBe(400);
    }
    expect(await list()).toEqual([b, c]);
    expect((await bind([])).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await api('PUT', `/sched/smartweekly/${sched}/pushes`, { push_ids: [] })).status).toBe(404);
    expect((await api('GET', `/pushlist/${sched}/smartweekly`)).status).toBe(404);
    for (const other of Object.values(SEGMENTS).filter((name) => name !== segment)) {
      expect((await api('PUT', `/sched/${other}/${sched}/pushes`, { push_ids: [] })).status).toBe(404);
      expect((await api('GET', `/pushlist/${sched}/${other}`)).status).toBe(404);
    }
  });

  test('keep the fields that only the graph has, without showing them', async () => {
    const { api, caller, services, database } = app();
    const [translation = { language: 'en', title: 'T', text: 'X' }] = PUSH.translations;
    const made = await services.pushes.create(caller, {
      name: 'Named',
      defaultLang: 'en',
      urgency: 'LOW',
      buttons: [{ id: 'a', link: null, icon: null, destructive: false, input: false }],
      translations: [{ ...translation, subtitle: 'S', buttonLabels: { a: 'A' } }],
    });
    const body = { default_lang: 'en', translations: [{ ...translation, title: 'New' }] };
    expect((await api('PUT', `/pushes/${made.id}`, body)).status).toBe(204);
    const shown = (await api('GET', `/pushes/${made.id}`)).body;
    expect(Object.keys(shown)).not.toContain('urgency');
    expect(Object.keys(shown.translations[0])).toEqual(['language', 'title', 'text', 'image', 'icon', 'link']);
    const [row] = await database.query('SELECT name, urgency FROM push WHERE id = ?', [made.id]);
    expect(row).toEqual({ name: 'Named', urgency: 'LOW' });
    const kept = await database.query('SELECT title, subtitle FROM push_translation WHERE push_id = ?', [made.id]);
    expect(kept).toEqual([{ title: 'New', subtitle: 'S' }]);
  });

  test('that are deactivated, bound elsewhere or unknown are refused, and nothing changes', async () => {
    const { api, sched, ids } = await withPushes(3);
    const [bound = 0, elsewhere = 0, inactive = 0] = ids;
    const other = await createScheduler(api, 'conversion');
    await api('PUT', `/sched/conversion/${other}/pushes`, { push_ids: [elsewhere] });
    await api('PUT', `/sched/onesend/${sched}/pushes`, { push_ids: [bound] });
    await api('POST', `/pushes/${inactive}/deactivate`);
    const foreign = await createPush(await app().newApi());
    for (const id of [elsewhere, inactive, foreign, 999_999]) {
      const answer = await api('PUT', `/sched/onesend/${sched}/pushes`, { push_ids: [bound, id] });
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(`${id}`) } });
    }
    expect(idsOf((await api('GET', `/pushlist/${sched}/onesend`)).body)).toEqual([bound]);
    expect(idsOf((await api('GET', `/pushlist/${other}/conversion`)).body)).toEqual([elsewhere]);
  });

  test('stay bound when deactivated, and leave when deleted', async () => {
    const { api, sched, ids } = await withPushes(2);
    const [a, b] = ids;
    await api('PUT', `/sched/onesend/${sched}/pushes`, { push_ids: ids });
    await api('POST', `/pushes/${a}/deactivate`);
    expect((await api('GET', `/pushlist/${sched}/onesend`)).body.pushes).toMatchObject([
      { id: a, status: 0 },
      { id: b },
    ]);
    await api('DELETE', `/pushes/${a}`);
    expect(idsOf((await api('GET', `/pushlist/${sched}/onesend`)).body)).toEqual([b]);
  });

  test('are bound in hundreds, in the given order', async () => {
    const { apiKey, userId } = await app().services.keys.createUser('with many');
    const api = app().apiWith(apiKey);
    await createApp(api);
    const sched = await createScheduler(api, 'smartweekly');
    const row = [userId, 'en', 1, false, 0, 0, 0];
    await app().database.tx((tx) =>
      execute(
        tx,
        `INSERT INTO push (user_id, default_lang, status, archived, position, created_at, updated_at)
         VALUES ${placeholders(1_201, row.length)}`,
        Array(1_201).fill(row).flat(),
      ),
    );
    const rows = await app().database.query<{ id: number }>('SELECT id FROM push WHERE user_id = ?', [userId]);
    const wanted = rows.map((push) => push.id).sort((x, y) => ((x * 7919) % 1_201) - ((y * 7919) % 1_201));
    expect((await api('PUT', `/sched/list/${sched}/pushes`, { push_ids: wanted })).status).toBe(204);
    const pages = await Promise.all(
      [1, 2].map((page) => api('GET', `/pushlist/${sched}/list?per_page=1000&page=${page}`)),
    );
    expect(pages.flatMap((page) => idsOf(page.body))).toEqual(wanted);
  });

  test('are deleted with their scheduler', async () => {
    const { api, sched, ids } = await withPushes(1);
    await api('PUT', `/sched/onesend/${sched}/pushes`, { push_ids: ids });
    expect((await api('DELETE', `/sched/onesend/${sched}`)).status).toBe(204);
    expect((await api('GET', `/pushes/${ids[0]}`)).status).toBe(404);
    expect((await api('GET', `/pushlist/${sched}/onesend`)).status).toBe(404);
  });

  test('are listed by page and by cursor', async () => {
    const { api, sched, ids } = await withPushes(5);
    const order = ids.toReversed();
    await api('PUT', `/sched/onesend/${sched}/pushes`, { push_ids: order });
    const list = async (query: string) => (await api('GET', `/pushlist/${sched}/onesend?${query}`)).body;
    expect(await list('per_page=2&page=2')).toMatchObject({
      pagination: { page: 2, per_page: 2, total_pages: 3, total_count: 5 },
    });
    expect(idsOf(await list('per_page=2&page=2'))).toEqual(order.slice(2, 4));
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const body: { pushes: { id: number }[]; next_cursor: string | null; has_more: boolean } = await list(
        `limit=2&after_cursor=${cursor}`,
      );
      expect(Object.keys(body).sort()).toEqual(['has_more', 'next_cursor', 'pushes']);
      expect(body.has_more).toBe(body.next_cursor !== null);
      seen.push(...idsOf(body));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(order);
    expect(await list('limit=5')).toMatchObject({ next_cursor: null, has_more: false });
    expect(await list('limit=2&page=1')).toHaveProperty('pagination');
  });

  test('refuse a cursor from another list', async () => {
    const { api, sched, ids } = await withPushes(3);
    await api('PUT', `/sched/onesend/${sched}/pushes`, { push_ids: ids });
    const { next_cursor } = (await api('GET', `/pushlist/${sched}/onesend?limit=1`)).body;
    const other = await createScheduler(api, 'onesend');
    const [body, signature] = next_cursor.split('.');
    const forged = Buffer.from(JSON.stringify({ schedulerId: sched, position: 0, id: 0 })).toString('base64url');
    for (const bad of [
      'x',
      'eyJhIjoxfQ',
      `${forged}.${signature}`,
      body,
      `${next_cursor}x`,
      `${body}.`,
      '%00',
      `${ids[0]}`,
    ]) {
      expect((await api('GET', `/pushlist/${sched}/onesend?after_cursor=${bad}`)).status).toBe(400);
    }
    expect((await api('GET', `/pushlist/${other}/onesend?after_cursor=${next_cursor}`)).status).toBe(400);
    expect((await api('GET', `/pushlist/${sched}/onesend?after_cursor=${next_cursor}`)).status).toBe(200);
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'per_page=0', 'archived=1', 'limit=1&limit=2']) {
      expect((await api('GET', `/pushlist/${sched}/onesend?${query}`)).status).toBe(400);
    }
  });

  test('are filtered by archived state, in both styles', async () => {
    const { services } = app();
    const { apiKey, userId } = await services.keys.createUser('with archive');
    const api = app().apiWith(apiKey);
    await createApp(api);
    const sched = await createScheduler(api, 'conversion');
    const [a = 0, b = 0] = [await createPush(api), await createPush(api)];
    await api('PUT', `/sched/conversion/${sched}/pushes`, { push_ids: [a, b] });
    await services.pushes.archive({ userId, keyId: 0, scopes: ['write'] }, a);
    const list = async (query: string) => idsOf((await api('GET', `/pushlist/${sched}/conversion?${query}`)).body);
    for (const style of ['page=1', 'limit=5']) {
      expect(await list(style)).toEqual([a, b]);
      expect(await list(`${style}&archived=true`)).toEqual([a]);
      expect(await list(`${style}&archived=false`)).toEqual([b]);
    }
    expect((await api('POST', `/pushes/${a}/activate`)).status).toBe(400);
  });
});
