import { describe, expect, test } from '@jest/globals';
import { useGraphApp } from '../schema/support/graph-app.js';
import { SdkApp } from '../sdk-api/sdk-app.js';
import { eachDatabase } from '../support/databases.js';
import { startHttpApp } from '../support/http-app.js';
import { createApp, createEvent, createPush, PUSH, SCHEDULERS } from '../support/rest-factory.js';

/** One character for people and databases, but two UTF-16 units. */
const FACE = '😀';
const [fits, tooLong] = [FACE.repeat(255), FACE.repeat(256)];

describe.each(eachDatabase())('lengths count characters on $name', (kind) => {
  const graph = useGraphApp(kind);

  test('names, titles, texts, links and tags over REST accept exactly the stated number of characters', async () => {
    await using app = await startHttpApp(kind);
    const { api } = app;
    const appId = await createApp(api);
    const link = (path: string) => `app://x/${path}`;
    const translated = (fields: object) => ({ ...PUSH, translations: [{ ...PUSH.translations[0], ...fields }] });
    const bodies: [method: 'POST' | 'PUT', path: string, toBody: (text: string) => object, limit: number][] = [
      ['POST', '/apps', (name) => ({ push_provider: 'webpush', name }), 255],
      ['PUT', `/apps/${appId}`, (path) => ({ link: link(path) }), 2_048 - link('').length],
      ['POST', '/app/groups', (name) => ({ name, all_apps: true, app_ids: [] }), 255],
      ['PUT', `/events/${await createEvent(api, 'code')}`, (name) => ({ name, code: 'code' }), 255],
      ['POST', '/sched/conversion', (name) => ({ ...SCHEDULERS.conversion, name }), 255],
      ['POST', '/sched/conversion', (tag) => ({ ...SCHEDULERS.conversion, audiences_include: [tag] }), 255],
      ['POST', '/sched/onesend', (id) => ({ ...SCHEDULERS.onesend, external_ids: [id] }), 255],
      ['POST', '/pushes', (title) => translated({ title }), 255],
      ['PUT', `/pushes/${await createPush(api)}`, (text) => translated({ text }), 4_000],
    ];
    for (const [method, path, toBody, limit] of bodies) {
      expect([path, (await api(method, path, toBody(FACE.repeat(limit)))).status]).not.toEqual([path, 400]);
      expect([path, (await api(method, path, toBody(FACE.repeat(limit + 1)))).status]).toEqual([path, 400]);
    }
    expect((await api('GET', '/sched/onesend')).body.schedulers[0].external_ids).toEqual([fits]);
    const { body: kept } = await api('GET', `/apps/${appId}`);
    expect(kept.link).toBe(link(FACE.repeat(2_048 - link('').length)));
  });

  test('external ids and tags of a device do too', async () => {
    await using sdk = await SdkApp.start(kind);
    const register = (fields: object) => sdk.call('POST', '/devices', { body: { token: 'a-token', ...fields } });
    expect((await register({ external_user_id: fits, audiences: [fits], platform: FACE.repeat(64) })).status).toBe(201);
    expect((await sdk.contents()).device).toMatchObject([{ external_user_id: fits, platform: FACE.repeat(64) }]);
    for (const fields of [{ external_user_id: tooLong }, { audiences: [tooLong] }, { platform: FACE.repeat(65) }]) {
      expect((await register(fields)).status).toBe(400);
    }
  });

  test('names and idempotency keys in the graph do too', async () => {
    const user = await graph().newUser();
    const create = async (name: string, key: string) =>
      user.query(
        `mutation ($name: String!, $key: String!) {
           appCreate(input: { name: $name, provider: { webpush: true } }, idempotencyKey: $key) {
             app { name } userErrors { message } } }`,
        { name, key },
      );
    expect((await create(fits, fits)).data.appCreate).toEqual({ app: { name: fits }, userErrors: [] });
    expect((await create(tooLong, 'a-key')).data.appCreate.app).toBeNull();
    expect(JSON.stringify((await create('A name', tooLong)).body)).toContain('1 to 255 characters');
  });

  test('an error never cuts quoted input inside a character', async () => {
    await using app = await startHttpApp(kind);
    const answer = await app.api('POST', '/sched/conversion', {
      ...SCHEDULERS.conversion,
      countries_include: [`x${FACE.repeat(100)}`],
    });
    expect(answer.body.error).toContain(`"x${FACE.repeat(63)}"`);
  });
});
