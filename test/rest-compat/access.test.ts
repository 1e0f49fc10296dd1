import { describe, expect, test } from '@jest/globals';
import { REST_PREFIX } from '../../src/rest-compat/rest-api.js';
import { REST_ROUTES } from '../../src/rest-compat/routes.js';
import { countRows } from '../support/count-rows.js';
import { eachDatabase } from '../support/databases.js';
import { useHttpApp } from '../support/http-app.js';
import {
  CREDS,
  createApp,
  createEvent,
  createGroup,
  createPush,
  createScheduler,
  PUSH,
  SCHEDULERS,
  SEGMENTS,
} from '../support/rest-factory.js';

describe.each(eachDatabase())('access over REST on $name', (kind) => {
  const app = useHttpApp(kind);

  test.each(REST_ROUTES.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
    '$name wants a valid key before anything else',
    async ({ route }) => {
      const { server, services, database } = app();
      const before = await countRows(database);
      const revoked = await services.keys.createUser('revoked');
      await services.keys.revokeKey(revoked.apiKey.slice(0, 12));
      const { apiKey } = await services.keys.createUser('valid');
      for (const authorization of [
        undefined,
        '',
        'Bearer',
        'Bearer x',
        `Basic ${apiKey}`,
        `Bearer ${apiKey}x`,
        apiKey,
        `Bearer ${revoked.apiKey}`,
      ]) {
        const response = await server.inject({
          method: route.method,
          url: `${REST_PREFIX}${route.path.replace(/:\w+/g, '1')}?page=x`,
          headers: { ...(authorization === undefined ? {} : { authorization }), 'content-type': 'application/json' },
          ...(route.method === 'GET' ? {} : { payload: '{malformed' }),
        });
        expect({ authorization, status: response.statusCode }).toEqual({ authorization, status: 401 });
        expect(Object.keys(response.json()).sort()).toEqual(['error', 'req_id']);
      }
      expect(await countRows(database)).toEqual(before);
    },
  );

  test('a missing scope is refused with 403, before the request is validated', async () => {
    const { services, apiWith } = app();
    const { userId } = await services.keys.createUser('scoped');
    const keyed = async (scopes: readonly string[]) => apiWith((await services.keys.createKey(userId, scopes)).apiKey);
    const [read, write, send] = [await keyed(['read']), await keyed(['write']), await keyed(['write', 'send'])];
    for (const route of REST_ROUTES) {
      const path = route.path
        .replace(':sched_type', 'conversion')
        .replace(':push_provider', 'provider_a')
        .replace(/:\w+/g, '1');
      const reading = route.method === 'GET';
      expect((await read(route.method, path)).status === 403).toBe(!reading);
      expect((await write(route.method, path)).status === 403).toBe(reading || (route.scopes ?? []).includes('send'));
      expect((await send(route.method, path)).status === 403).toBe(reading);
    }
    const starting = REST_ROUTES.filter((route) => route.scopes?.includes('send')).map((route) => route.path);
    expect(starting.sort()).toEqual(
      ['conversion', 'onesend', 'smartweekly'].map((name) => `/sched/${name}/:sched_id/activate`),
    );
  });

  test('a suspended user is refused with 403', async () => {
    const { services, database, apiWith } = app();
    const { apiKey, userId } = await services.keys.createUser('suspended');
    await database.tx((tx) => tx.query('UPDATE user_account SET suspended = ? WHERE id = ?', [true, userId]));
    expect((await apiWith(apiKey)('GET', '/apps')).status).toBe(403);
  });

  test("users cannot reach each other's objects", async () => {
    const [owner, stranger] = [await app().newApi(), await app().newApi()];
    const [appId, group] = [
      await createApp(owner, { push_provider: 'provider_b', provider_b_creds: CREDS.provider_b }),
      await createGroup(owner, []),
    ];
    const [event, push] = [await createEvent(owner, 'mine'), await createPush(owner)];
    const paths: [string, unknown][] = [
      [`/apps/${appId}`, { name: 'taken' }],
      [`/app/groups/${group}`, { name: 'taken', all_apps: true, app_ids: [] }],
      [`/events/${event}`, { name: 'taken', code: 'taken' }],
      [`/pushes/${push}`, PUSH],
    ];
    await createApp(stranger);
    for (const schedKind of ['conversion', 'onesend', 'smartweekly'] as const) {
      const id = await createScheduler(owner, schedKind);
      paths.push([`/sched/${schedKind}/${id}`, SCHEDULERS[schedKind]]);
      expect((await stranger('PUT', `/sched/${SEGMENTS[schedKind]}/${id}/pushes`, { push_ids: [] })).status).toBe(404);
      expect((await stranger('GET', `/pushlist/${id}/${SEGMENTS[schedKind]}`)).status).toBe(404);
    }
    const before = await countRows(app().database);
    const shown = await Promise.all(paths.map(async ([path]) => (await owner('GET', path)).body));
    for (const [path, body] of paths) {
      expect((await stranger('GET', path)).status).toBe(404);
      expect((await stranger('PUT', path, body)).status).toBe(404);
      expect((await stranger('DELETE', path)).status).toBe(404);
      for (const action of ['activate', 'deactivate', 'archive', 'unarchive']) {
        expect((await stranger('POST', `${path}/${action}`)).status).toBe(404);
      }
    }
    expect((await stranger('PUT', `/apps/${appId}/creds/provider_b`, CREDS.provider_b)).status).toBe(404);
    expect((await stranger('GET', `/apps/${appId}/vapidkey`)).status).toBe(404);
    expect(await countRows(app().database)).toEqual(before);
    expect(await Promise.all(paths.map(async ([path]) => (await owner('GET', path)).body))).toEqual(shown);
  });

  test("lists contain only the caller's objects", async () => {
    const [owner, stranger] = [await app().newApi(), await app().newApi()];
    await createApp(owner);
    await createGroup(owner, []);
    await createEvent(owner, 'mine');
    await createScheduler(owner, 'onesend');
    for (const [path, name] of [
      ['/apps', 'apps'],
      ['/app/groups', 'groups'],
      ['/sched/onesend', 'schedulers'],
    ] as const) {
      expect((await stranger('GET', path)).body[name]).toEqual([]);
      expect((await owner('GET', path)).body[name]).toHaveLength(1);
    }
    expect((await stranger('GET', '/events')).body.events).toHaveLength(3);
  });
});
