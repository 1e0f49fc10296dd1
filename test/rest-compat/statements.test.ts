import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { type Api, useHttpApp } from '../support/http-app.js';
import {
  createApp,
  createEvent,
  createGroup,
  createPush,
  createScheduler,
  KINDS,
  PUSH,
  SCHEDULERS,
  SEGMENTS,
} from '../support/rest-factory.js';

/** The number of statements of each request, including the API key's. Raising one is a decision, not an accident. */
const READS: Readonly<Record<string, number>> = {
  'get app': 4,
  'list apps': 5,
  'get group': 3,
  'list groups': 4,
  'list events': 2,
  'get push': 3,
  'get conversion': 3,
  'get onesend': 3,
  'get smartweekly': 4,
  'list conversion': 4,
  'list onesend': 4,
  'list smartweekly': 5,
  ...Object.fromEntries(
    KINDS.flatMap((kind) => [
      [`list pushes of ${kind}`, 5],
      [`list pushes of ${kind} by cursor`, 4],
    ]),
  ),
};

/** The figures include BEGIN and COMMIT. MySQL locks rows; SQLite has only one writer. */
const WRITES = {
  sqlite: {
    'create app': 6,
    'create group': 8,
    'create push': 6,
    'create conversion': 5,
    'create onesend': 5,
    'create smartweekly': 6,
  },
  mysql: {
    'create app': 6,
    'create group': 9,
    'create push': 6,
    'create conversion': 6,
    'create onesend': 6,
    'create smartweekly': 7,
  },
};

describe.each(eachDatabase())('statements of requests over REST on $name', (kind) => {
  const app = useHttpApp(kind);

  const count = async (api: Api, method: 'GET' | 'POST', path: string, body?: unknown): Promise<number> => {
    const before = app().database.statements.count;
    const { status } = await api(method, path, body);
    expect(status).toBeLessThan(300);
    return app().database.statements.count - before;
  };

  const fill = async (api: Api): Promise<void> => {
    const apps = [await createApp(api), await createApp(api)];
    await createGroup(api, apps);
    for (const schedKind of KINDS) {
      const id = await createScheduler(api, schedKind, {
        all_apps: false,
        app_ids_include: apps,
        event_include: ['reg'],
      });
      const translations = ['en', 'de', 'fr'].map((language) => ({ language, title: 'x', text: 'y' }));
      const push_ids = [await createPush(api, { translations }), await createPush(api)];
      await api('PUT', `/sched/${SEGMENTS[schedKind]}/${id}/pushes`, { push_ids });
    }
  };

  const measure = async (api: Api): Promise<Record<string, number>> => {
    const appId = await createApp(api);
    const group = await createGroup(api, [appId]);
    const push = await createPush(api);
    const counts: [string, number][] = [];
    const add = async (name: string, method: 'GET' | 'POST', path: string, body?: unknown) =>
      counts.push([name, await count(api, method, path, body)]);
    await add('create app', 'POST', '/apps', { push_provider: 'webpush', name: 'x' });
    await add('get app', 'GET', `/apps/${appId}`);
    await add('list apps', 'GET', '/apps');
    await add('create group', 'POST', '/app/groups', { name: 'x', all_apps: false, app_ids: [appId] });
    await add('get group', 'GET', `/app/groups/${group}`);
    await add('list groups', 'GET', '/app/groups');
    await add('list events', 'GET', '/events');
    await add('create push', 'POST', '/pushes', PUSH);
    await add('get push', 'GET', `/pushes/${push}`);
    for (const schedKind of KINDS) {
      const path = `/sched/${schedKind}`;
      const id = await createScheduler(api, schedKind);
      await api('PUT', `/sched/${SEGMENTS[schedKind]}/${id}/pushes`, { push_ids: [await createPush(api)] });
      await add(`create ${schedKind}`, 'POST', path, SCHEDULERS[schedKind]);
      await add(`get ${schedKind}`, 'GET', `${path}/${id}`);
      await add(`list ${schedKind}`, 'GET', path);
      await add(`list pushes of ${schedKind}`, 'GET', `/pushlist/${id}/${SEGMENTS[schedKind]}`);
      await add(`list pushes of ${schedKind} by cursor`, 'GET', `/pushlist/${id}/${SEGMENTS[schedKind]}?limit=5`);
    }
    return Object.fromEntries(counts);
  };

  test('stay the same in number, however many rows there are', async () => {
    const api = await app().newApi();
    await createEvent(api, 'first');
    const expected = { ...READS, ...WRITES[kind.name] };
    expect(await measure(api)).toEqual(expected);
    for (let i = 0; i < 5; i += 1) await fill(api);
    expect(await measure(api)).toEqual(expected);
  });
});
