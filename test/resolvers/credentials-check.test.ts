import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

const CHECK =
  'mutation ($id: ID!) { appCredentialsCheck(id: $id) { accepted message reason reasonCode advice userErrors { code field } } }';
const PROVIDERS = ['provider_a', 'provider_b', 'provider_c', 'webpush'] as const;

describe.each(eachDatabase())('a check of credentials on $name', ({ open }) => {
  test("returns the provider's answer and advice, at most ten times a minute", async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await using graph = await GraphOverWorld.open(world);
    await using stranger = await graph.stranger();
    const check = async (appId: number, view = graph) =>
      (await view.data(CHECK, { id: toGlobalId('App', appId) })).appCredentialsCheck;
    for (const provider of PROVIDERS) {
      const { id } = await world.makeApp(provider);
      expect(await check(id)).toEqual({
        ...{ accepted: true, message: expect.stringMatching(/accept|pair/), userErrors: [] },
        ...{ reason: null, reasonCode: null, advice: null },
      });
      expect(await check(id, stranger)).toMatchObject({
        accepted: null,
        userErrors: [{ code: 'NOT_FOUND', field: ['id'] }],
      });
    }
    const app = await world.makeApp('provider_c');
    const wrong = { topic: 'com.example', team_id: 'NOBODY', private_key_id: 'NONE', private_key: KEY };
    await world.services.apps.updateCredentials(world.caller, app.id, 'provider_c', wrong);
    const refused = await check(app.id);
    expect(refused).toMatchObject({
      ...{ accepted: false, reason: '403 InvalidProviderToken', reasonCode: 'PROVIDER_C_KEY_REFUSED' },
      ...{ advice: expect.stringMatching(/^Set key/), userErrors: [] },
    });
    expect(refused.message).toMatch(
      /^Apple \(APNs\): the credentials are not accepted \(403 InvalidProviderToken\)\. Set key/,
    );
    await world.services.apps.updateCredentials(world.caller, app.id, 'provider_c', { ...wrong, private_key: '' });
    expect(await check(app.id)).toMatchObject({
      accepted: false,
      message: expect.stringContaining('no complete credentials'),
    });
    expect(await fakes.count()).toBe(0);
    for (let more = 0; more < 4; more += 1) await check(app.id);
    const { errors } = await graph.query(CHECK, { id: toGlobalId('App', app.id) });
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining('10 times a minute'),
      extensions: { code: 'RATE_LIMITED' },
    });
  });

  test('needs a key with the scope WRITE', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    const { id } = await world.makeApp('webpush');
    await using reader = await GraphOverWorld.open(world, { ...world.caller, scopes: ['read'] });
    const { errors } = await reader.query(CHECK, { id: toGlobalId('App', id) });
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
  });
});

const KEY = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
