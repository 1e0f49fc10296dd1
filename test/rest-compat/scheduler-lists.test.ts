import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { type Api, useHttpApp } from '../support/http-app.js';
import { createApp, createGroup, createScheduler } from '../support/rest-factory.js';

describe.each(eachDatabase())('lists of schedulers over REST on $name', (kind) => {
  const app = useHttpApp(kind);
  const names = async (api: Api, query: string): Promise<string[]> =>
    (await api('GET', `/sched/conversion?${query}`)).body.schedulers.map((item: { name: string }) => item.name);

  const withSchedulers = async (fields: Record<string, Record<string, unknown>>): Promise<Api> => {
    const api = await app().newApi();
    await createApp(api);
    for (const [name, own] of Object.entries(fields)) await createScheduler(api, 'conversion', { name, ...own });
    return api;
  };

  test('find part of the name, literally and ignoring case', async () => {
    const api = await withSchedulers({
      'Rabatt 50%': {},
      'ПРИВЕТ мир': {},
      snake_case: {},
      snakeXcase: {},
      'Ünïcode!': {},
    });
    const find = (text: string) => names(api, `name=${encodeURIComponent(text)}`);
    expect(await find('0%')).toEqual(['Rabatt 50%']);
    expect(await find('%')).toEqual(['Rabatt 50%']);
    expect(await find('E_C')).toEqual(['snake_case']);
    expect(await find('привет')).toEqual(['ПРИВЕТ мир']);
    expect(await find('ÜNÏ')).toEqual(['Ünïcode!']);
    expect(await find('!')).toEqual(['Ünïcode!']);
    expect(await find("' OR 1=1 --")).toEqual([]);
    expect(await find('')).toHaveLength(5);
  });

  test('find the schedulers that include an application', async () => {
    const api = await app().newApi();
    const [a, b] = [await createApp(api), await createApp(api)];
    const [both, onlyB, all] = [
      await createGroup(api, [a, b]),
      await createGroup(api, [b]),
      await createGroup(api, []),
    ];
    const list = (name: string, fields: Record<string, unknown>) =>
      createScheduler(api, 'conversion', { name, all_apps: false, ...fields });
    await list('all', { all_apps: true });
    await list('all but b', { all_apps: true, app_ids_exclude: [b] });
    await list('all but group b', { all_apps: true, app_groups_exclude: [onlyB] });
    await list('a', { app_ids_include: [a] });
    await list('group of both', { app_groups_include: [both] });
    await list('both without b', { app_groups_include: [both], app_ids_exclude: [b] });
    await list('group of all', { app_groups_include: [all] });
    const everything = ['all', 'all but b', 'all but group b', 'a', 'group of both', 'both without b', 'group of all'];
    expect(await names(api, `app_id=${a}`)).toEqual(everything);
    expect(await names(api, `app_id=${b}`)).toEqual(['all', 'group of both', 'group of all']);
    await api('POST', `/app/groups/${both}/archive`);
    expect(await names(api, `app_id=${b}`)).toEqual(['all', 'group of all']);
    await api('POST', `/apps/${b}/archive`);
    expect(await names(api, `app_id=${b}`)).toEqual([]);
    expect(await names(api, 'app_id=999999')).toEqual([]);
    const stranger = await app().newApi();
    expect(await names(stranger, `app_id=${a}`)).toEqual([]);
    for (const bad of ['x', '0', '-1', '1.5', '9'.repeat(30)]) {
      expect((await api('GET', `/sched/conversion?app_id=${bad}`)).status).toBe(400);
    }
  });

  test('find the schedulers that would reach a country', async () => {
    const api = await withSchedulers({
      none: {},
      all: { all_countries: true },
      'all but us': { all_countries: true, countries_exclude: ['us'] },
      us: { countries_include: ['US', 'DE'] },
      de: { countries_include: ['de'] },
    });
    expect(await names(api, 'country=us')).toEqual(['none', 'all', 'us']);
    expect(await names(api, 'country=DE')).toEqual(['none', 'all', 'all but us', 'us', 'de']);
    expect(await names(api, 'country=FR')).toEqual(['none', 'all', 'all but us']);
    expect((await api('GET', '/sched/conversion?country=XX')).status).toBe(400);
  });

  test('find the schedulers that would reach a language', async () => {
    const api = await withSchedulers({
      none: {},
      'all but pt': { all_languages: true, languages_exclude: ['PT'] },
      'all but pt-BR': { all_languages: true, languages_exclude: ['pt-BR'] },
      pt: { languages_include: ['pt'] },
      'pt-BR': { languages_include: ['en', 'pt-br'] },
      he: { languages_include: ['iw'] },
    });
    expect(await names(api, 'language=pt-BR')).toEqual(['none', 'pt', 'pt-BR']);
    expect(await names(api, 'language=pt')).toEqual(['none', 'all but pt-BR', 'pt']);
    expect(await names(api, 'language=pt-PT')).toEqual(['none', 'all but pt-BR', 'pt']);
    expect(await names(api, 'language=he')).toEqual(['none', 'all but pt', 'all but pt-BR', 'he']);
    expect((await api('GET', '/sched/conversion?language=_')).status).toBe(400);
  });

  test('come in the requested order, the same on every database', async () => {
    const api = await app().newApi();
    await createApp(api);
    const ids: Record<string, number> = {};
    for (const name of ['b', 'Ä', 'B', 'a', 'z']) {
      ids[name] = await createScheduler(api, 'conversion', { name });
      app().clock.advance(1_000);
    }
    await api('POST', `/sched/conversion/${ids.B}/activate`);
    expect(await names(api, '')).toEqual(['b', 'Ä', 'B', 'a', 'z']);
    expect(await names(api, 'sort_dir=desc')).toEqual(['z', 'a', 'B', 'Ä', 'b']);
    expect(await names(api, 'sort_by=name')).toEqual(['a', 'b', 'B', 'z', 'Ä']);
    expect(await names(api, 'sort_by=name&sort_dir=desc')).toEqual(['Ä', 'z', 'B', 'b', 'a']);
    expect(await names(api, 'sort_by=created_at&sort_dir=desc')).toEqual(['z', 'a', 'B', 'Ä', 'b']);
    expect(await names(api, 'sort_by=updated_at&sort_dir=desc')).toEqual(['B', 'z', 'a', 'Ä', 'b']);
    expect(await names(api, 'sort_by=status&sort_dir=desc&per_page=2')).toEqual(['B', 'z']);
    expect(await names(api, 'per_page=2&page=2')).toEqual(['B', 'a']);
    expect((await api('GET', '/sched/conversion?name=b&per_page=1')).body.pagination).toEqual({
      page: 1,
      per_page: 1,
      total_pages: 2,
      total_count: 2,
    });
  });

  test.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=1.5',
    'page=',
    'page=1&page=2',
    'page=99999999999999999999',
    'page=501',
    'per_page=0',
    'per_page=1001',
    'per_page=x',
    'per_page=1000&page=11',
    'archived=1',
    'archived=yes',
    'archived=',
    'sort_by=x',
    'sort_by=',
    'sort_by=delay',
    'sort_dir=up',
    'sort_dir=ASC',
    'name[]=1&name=2&name=3',
  ])('refuse "%s"', async (query) => {
    const api = await app().newApi();
    for (const path of ['/sched/conversion', '/sched/onesend', '/sched/smartweekly']) {
      expect((await api('GET', `${path}?${query}`)).status).toBe(400);
    }
    if (/page|archived/.test(query)) {
      for (const path of ['/apps', '/app/groups', ...(query.includes('archived') ? [] : ['/events'])]) {
        expect((await api('GET', `${path}?${query}`)).status).toBe(400);
      }
    }
  });

  test('of many schedulers take as many statements as of a few', async () => {
    const api = await app().newApi();
    await createApp(api);
    const count = async (): Promise<number> => {
      const before = app().database.statements.count;
      await api('GET', '/sched/smartweekly');
      return app().database.statements.count - before;
    };
    await createScheduler(api, 'smartweekly');
    const few = await count();
    for (let i = 0; i < 5; i += 1) await createScheduler(api, 'smartweekly', { countries_include: ['US'] });
    expect(await count()).toBe(few);
  });
});
