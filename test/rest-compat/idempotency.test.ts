import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { type Api, useHttpApp } from '../support/http-app.js';
import { createApp, createPush } from '../support/rest-factory.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(eachDatabase())('Idempotency-Key over REST on $name', (kind) => {
  const app = useHttpApp(kind);
  const body = { push_provider: 'webpush', name: 'once' };
  const countApps = async (api: Api): Promise<number> => (await api('GET', '/apps')).body.pagination.total_count;
  const key = (text: string) => ({ 'idempotency-key': text });

  test('the same request gets the first answer again, and runs once', async () => {
    const api = await app().newApi();
    const first = await api('POST', '/apps', body, key('k-1'));
    expect(first.status).toBe(201);
    const again = await api('POST', '/apps', body, key('k-1'));
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await countApps(api)).toBe(1);
    expect((await api('POST', '/apps', body, key('k-2'))).body.id).not.toBe(first.body.id);
    expect((await api('POST', '/apps', body)).status).toBe(201);
  });

  test('another body or path with the same key is refused with 409', async () => {
    const api = await app().newApi();
    const first = await api('POST', '/apps', body, key('k'));
    expect((await api('POST', '/apps', { ...body, name: 'other' }, key('k'))).status).toBe(409);
    expect((await api('POST', `/apps/${first.body.id}/archive`, undefined, key('k'))).status).toBe(409);
    expect(await countApps(api)).toBe(1);
  });

  test('keys are separate for each user', async () => {
    const [one, other] = [await app().newApi(), await app().newApi()];
    const answers = [
      await one('POST', '/apps', body, key('shared')),
      await other('POST', '/apps', body, key('shared')),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(answers[0]?.body.id).not.toBe(answers[1]?.body.id);
  });

  test('answers without a body and refusals are repeated too, each with its own request id', async () => {
    const api = await app().newApi();
    const id = await createApp(api);
    const archived = await api('POST', `/apps/${id}/archive`, undefined, key('archive'));
    await api('POST', `/apps/${id}/unarchive`);
    const again = await api('POST', `/apps/${id}/archive`, undefined, key('archive'));
    expect([archived.status, again.status, again.body]).toEqual([204, 204, null]);
    expect((await api('GET', `/apps/${id}`)).body.archived).toBe(false);
    const refused = await api('POST', '/events', { name: 'x', code: '!' }, key('event'));
    const refusedAgain = await api('POST', '/events', { name: 'x', code: '!' }, key('event'));
    expect(refusedAgain).toMatchObject({ status: 400, body: { error: refused.body.error } });
    expect(refusedAgain.body.req_id).toBe(refusedAgain.headers['x-request-id']);
    expect(refusedAgain.body.req_id).not.toBe(refused.body.req_id);
  });

  test('is forgotten after 24 hours', async () => {
    const api = await app().newApi();
    await api('POST', '/apps', body, key('old'));
    app().clock.advance(DAY_MS - 1);
    await api('POST', '/apps', body, key('old'));
    expect(await countApps(api)).toBe(1);
    app().clock.advance(1);
    expect((await api('POST', '/apps', { ...body, name: 'other' }, key('old'))).status).toBe(201);
    expect(await countApps(api)).toBe(2);
  });

  test('of many concurrent requests one runs, and the others get its answer', async () => {
    const api = await app().newApi();
    const held = holdUp(1);
    const asked = Array.from({ length: 10 }, () => api('POST', '/apps', body, key('race')));
    await held.wait(1);
    held.letGo();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(new Array(10).fill(201));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await countApps(api)).toBe(1);
  });

  test('the claim of a dead process is taken over', async () => {
    const { services, clock } = app();
    const { apiKey, userId } = await services.keys.createUser('crashed');
    const api = app().apiWith(apiKey);
    await api('POST', '/apps', body, key('crash'));
    await app().database.tx((tx) =>
      tx.query('UPDATE idempotency_key SET response_status = NULL, response_body = NULL WHERE user_id = ?', [userId]),
    );
    expect(await api('POST', '/apps', body, key('crash'))).toMatchObject({
      status: 409,
      headers: { 'retry-after': '1' },
    });
    clock.advance(120_000);
    expect((await api('POST', '/apps', body, key('crash'))).status).toBe(201);
  });

  /** Makes the first few requests that create an application wait until they are released. */
  const holdUp = (count: number) => {
    const { apps } = app().services;
    const create = apps.create;
    const waiting: ((error: Error | null) => void)[] = [];
    let held = 0;
    apps.create = async (caller, input) => {
      if (held === count) return create.call(apps, caller, input);
      held += 1;
      const error = await new Promise<Error | null>((resolve) => waiting.push(resolve));
      if (error) throw error;
      return create.call(apps, caller, input);
    };
    const wait = (all: number) => eventually(`${all} to wait`, () => (waiting.length === all ? all : null));
    return { wait, letGo: (error: Error | null = null) => waiting.shift()?.(error) };
  };

  test('a request that was taken over is not answered by the first one, even if that completes after all', async () => {
    const api = await app().newApi();
    const held = holdUp(1);
    const slow = api('POST', '/apps', { ...body, name: 'slow' }, key('over'));
    await held.wait(1);
    app().clock.advance(120_000);
    const second = await api('POST', '/apps', body, key('over'));
    held.letGo();
    expect((await slow).status).toBe(201);
    const again = await api('POST', '/apps', body, key('over'));
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: second.body });
  });

  test('a request that was taken over is not released by the first one, even if that fails after all', async () => {
    const api = await app().newApi();
    const held = holdUp(2);
    const ask = () => api('POST', '/apps', { ...body, name: 'failing' }, key('failing'));
    const first = ask();
    await held.wait(1);
    app().clock.advance(120_000);
    const second = ask();
    await held.wait(2);
    held.letGo(new Error('the disk is on fire'));
    expect((await first).status).toBe(500);
    // The test does not await it: the second request has the key.
    expect((await ask()).status).toBe(409);
    held.letGo();
    expect((await second).status).toBe(201);
    expect((await ask()).body).toEqual((await second).body);
  });

  test('an internal failure is not remembered', async () => {
    const api = await app().newApi();
    const { apps } = app().services;
    const create = apps.create;
    apps.create = async () => {
      throw new Error('the disk is on fire');
    };
    expect(await api('POST', '/apps', body, key('retry'))).toMatchObject({
      status: 500,
      body: { error: 'Internal error' },
    });
    apps.create = create;
    expect((await api('POST', '/apps', body, key('retry'))).status).toBe(201);
  });

  test('an invalid key is refused, but only for POST', async () => {
    const api = await app().newApi();
    for (const bad of ['', 'x'.repeat(256), 'a\tb']) {
      expect((await api('POST', '/apps', body, key(bad))).status).toBe(400);
    }
    const push = await createPush(api);
    for (let i = 0; i < 2; i += 1)
      expect((await api('DELETE', `/pushes/${push}`, undefined, key('d'))).status).toBe(i === 0 ? 204 : 404);
  });
});
