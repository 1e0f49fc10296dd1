import { describe, expect, test } from '@jest/globals';
import { REST_PREFIX } from '../../src/rest-compat/rest-api.js';
import { REST_ROUTES } from '../../src/rest-compat/routes.js';
import { countRows } from '../support/count-rows.js';
import { eachDatabase } from '../support/databases.js';
import { type Api, useHttpApp } from '../support/http-app.js';
import {
  CREDS,
  createApp,
  createEvent,
  createGroup,
  createPush,
  createScheduler,
  PUSH,
  SCHEDULERS,
} from '../support/rest-factory.js';

/** A valid body of every route that takes one, by method and path. */
const VALID: Readonly<Record<string, Record<string, unknown>>> = {
  'POST /apps': { push_provider: 'webpush', name: 'x', link: 'https://a.example' },
  'PUT /apps/:app_id': { name: 'x', link: 'https://a.example' },
  'PUT /apps/:app_id/creds/:push_provider': { ...CREDS.provider_b },
  'POST /app/groups': { name: 'x', all_apps: true, app_ids: [] },
  'PUT /app/groups/:app_group_id': { name: 'x', all_apps: true, app_ids: [] },
  'POST /events': { name: 'x', code: 'a_code' },
  'PUT /events/:id': { name: 'x', code: 'b_code' },
  'POST /pushes': { ...PUSH },
  'PUT /pushes/:push_id': { ...PUSH },
  'PUT /sched/:sched_type/:sched_id/pushes': { push_ids: [] },
  ...Object.fromEntries(
    Object.entries(SCHEDULERS).flatMap(([kind, body]) => [
      [`POST /sched/${kind}`, { ...body }],
      [`PUT /sched/${kind}/:sched_id`, { ...body }],
    ]),
  ),
};
const WRONG = [12.5, 'junk', true, {}, [], [[]], [{}], ['junk'], [true], [-1]];

describe.each(eachDatabase())('bad input over REST on $name', (kind) => {
  const app = useHttpApp(kind);

  const createTargets = async (api: Api) => ({
    app_id: await createApp(api, { push_provider: 'provider_b', provider_b_creds: CREDS.provider_b }),
    app_group_id: await createGroup(api, []),
    id: await createEvent(api, 'existing'),
    push_id: await createPush(api),
    conversion: await createScheduler(api, 'conversion'),
    onesend: await createScheduler(api, 'onesend'),
    smartweekly: await createScheduler(api, 'smartweekly'),
  });

  const toPath = (path: string, targets: Record<string, number>): string =>
    path
      .replace(':sched_type', 'conversion')
      .replace(':push_provider', 'provider_b')
      .replace(/:(\w+)/g, (_all, name) =>
        String(targets[name] ?? targets[/sched\/(\w+)/.exec(path)?.[1] ?? ''] ?? targets.conversion),
      );

  const routesWithBody = REST_ROUTES.filter((route) => route.body);

  test('every route with a body is in the table', () => {
    expect(routesWithBody.map((route) => `${route.method} ${route.path}`).sort()).toEqual(Object.keys(VALID).sort());
  });

  test.each(routesWithBody.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
    '$name refuses malformed or mistyped values, and writes nothing',
    async ({ name, route }) => {
      const api = await app().newApi();
      const path = toPath(route.path, await createTargets(api));
      const valid = VALID[name] ?? {};
      const before = await countRows(app().database);
      const bodies: unknown[] = ['{', '[1', 'nul', '', 'null', '[]', '"text"', '1', 'true', '\u0000'];
      for (const field of Object.keys(valid)) {
        const wrong = WRONG.filter(
          (value) => typeof value !== typeof valid[field] || Array.isArray(value) !== Array.isArray(valid[field]),
        );
        bodies.push(...wrong.map((value) => ({ ...valid, [field]: value })));
      }
      for (const body of bodies) {
        const answer = await api(route.method, path, body);
        expect({ body, status: answer.status }).toEqual({ body, status: 400 });
      }
      for (const headers of [
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': 'text/plain' },
      ]) {
        expect((await api(route.method, path, valid, headers)).status).toBe(400);
      }
      expect((await api(route.method, path, JSON.stringify({ ...valid, pad: 'x'.repeat(1024 * 1024) }))).status).toBe(
        413,
      );
      expect(await countRows(app().database)).toEqual(before);
      expect((await api(route.method, path, valid)).status).toBeLessThan(300);
    },
  );

  test('a body without a required member is refused with its name', async () => {
    const api = await app().newApi();
    const targets = await createTargets(api);
    const before = await countRows(app().database);
    for (const { method, path, body } of routesWithBody) {
      const { required = [] } = body as { required?: string[] };
      for (const field of required) {
        for (const absent of [undefined, null]) {
          const answer = await api(method, toPath(path, targets), { ...VALID[`${method} ${path}`], [field]: absent });
          expect(answer).toMatchObject({ status: 400, body: { error: `\`${field}\` is required.` } });
        }
      }
    }
    expect(await countRows(app().database)).toEqual(before);
  });

  test.each(
    REST_ROUTES.filter((route) => route.path.includes(':')).map((route) => ({
      name: `${route.method} ${route.path}`,
      route,
    })),
  )('$name answers 404 for an invalid id', async ({ name, route }) => {
    const api = await app().newApi();
    const before = await countRows(app().database);
    for (const id of [
      '0',
      '-1',
      '1.5',
      'abc',
      '1e3',
      '%20',
      '999999',
      '9007199254740993',
      '9'.repeat(40),
      '9'.repeat(500),
      'null',
      '%00',
      "1'",
    ]) {
      const path = route.path
        .replace(':sched_type', 'conversion')
        .replace(':push_provider', 'provider_b')
        .replace(/:\w+/, id);
      const answer = await api(route.method, path, VALID[name]);
      expect({ id, status: answer.status }).toEqual({ id, status: 404 });
    }
    expect(await countRows(app().database)).toEqual(before);
  });

  test('paths with invalid percent-encoding, and unknown methods and routes, are refused', async () => {
    const { server, apiKey } = app();
    const ask = async (method: 'GET' | 'DELETE' | 'PATCH' | 'POST', path: string) => {
      const headers = { authorization: `Bearer ${apiKey}` };
      const response = await server.inject({ method, url: `${REST_PREFIX}${path}`, headers });
      return { status: response.statusCode, allow: response.headers.allow };
    };
    expect((await ask('GET', '/apps/%E0%A4%A')).status).toBe(400);
    expect((await ask('GET', '/nothing')).status).toBe(404);
    expect((await ask('GET', '/apps/')).status).toBe(404);
    expect(await ask('PATCH', '/apps/1')).toEqual({ status: 405, allow: 'DELETE, GET, HEAD, PUT' });
    expect(await ask('DELETE', '/events')).toEqual({ status: 405, allow: 'GET, HEAD, POST' });
    expect(await ask('GET', '/sched/list/1/pushes')).toEqual({ status: 405, allow: 'PUT' });
    expect((await ask('GET', '/apps?name=%E0%A4%A')).status).toBe(200);
    expect((await ask('GET', '/sched/conversion?name=%E0%A4%A')).status).toBe(200);
  });
});
