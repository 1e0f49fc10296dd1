import { describe, expect, test } from '@jest/globals';
import { createWebApp } from '../schema/support/factories.js';
import { type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const REGISTER = `mutation ($app: ID!, $devices: [DeviceInput!]!) {
  registerDevices(appId: $app, devices: $devices) { results { device { databaseId: deviceId preferencesUrl } userErrors { message } } } }`;
const DEVICES = '{ devices(first: 5) { nodes { deviceId preferencesUrl } } }';
const UPDATE = `mutation ($id: ID!, $input: AppUpdateInput!) {
  appUpdate(id: $id, input: $input) { app { name icon } userErrors { field code } } }`;

const SUBSCRIPTION = {
  endpoint: 'https://push.example.com/a',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

describe.each(eachDatabase())('links to preferences in the graph, $name', (kind) => {
  const app = useGraphApp(kind, { publicUrl: 'https://push.example.com' });

  test('open the page of the device and its user, and need WRITE', async () => {
    const user = await app().newUser();
    const { id } = await createWebApp(user);
    const devices = [{ subscription: SUBSCRIPTION, externalUserId: 'anna' }];
    const { registerDevices } = await user.data(REGISTER, { app: id, devices });
    const [{ device }] = registerDevices.results;
    const [, token = ''] = /^https:\/\/push\.example\.com\/preferences\/([\w.-]+)$/.exec(device.preferencesUrl) ?? [];
    const claims = app().services.preferencesLinks.readClaims(token);
    expect(claims).toMatchObject({ userId: user.userId, deviceId: Number(device.databaseId), isExpired: false });
    expect([claims?.isFor('anna'), claims?.isFor('berta'), claims?.isFor(null)]).toEqual([true, false, false]);

    const key = `mutation { apiKeyCreate(input: { name: "reader", scopes: [READ] }) { secret } }`;
    const { secret } = (await user.data(key)).apiKeyCreate;
    const reader = app().userWithKey({ userId: user.userId, apiKey: secret });
    const { body } = await reader.query(DEVICES);
    expect(body.data.devices.nodes).toEqual([{ deviceId: String(device.databaseId), preferencesUrl: null }]);
    expect(body.errors.map((error: Json) => error.extensions.code)).toEqual(['FORBIDDEN']);
  });

  test("lead to a page with the application's icon, which must be a web address", async () => {
    const user = await app().newUser();
    const { id } = await createWebApp(user);
    const set = async (icon: string | null) => (await user.data(UPDATE, { id, input: { icon } })).appUpdate as Json;
    expect((await set('https://cdn.example/icon.png')).app.icon).toBe('https://cdn.example/icon.png');
    for (const icon of [
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'icon.png',
      `https://a/${'x'.repeat(2_048)}`,
    ]) {
      expect((await set(icon)).userErrors).toMatchObject([{ field: ['input', 'icon'] }]);
    }
    const kept = (await user.data(UPDATE, { id, input: { name: 'Another' } })).appUpdate;
    expect(kept.app).toEqual({ name: 'Another', icon: 'https://cdn.example/icon.png' });
    expect((await set(null)).app.icon).toBeNull();
  });
});

describe('links to preferences without PUBLIC_URL', () => {
  const [sqlite] = eachDatabase();
  if (!sqlite) throw new Error('SQLite is always there');
  const app = useGraphApp(sqlite);

  test('do not exist', async () => {
    const user = await app().newUser();
    const { id } = await createWebApp(user);
    await user.data(REGISTER, { app: id, devices: [{ subscription: SUBSCRIPTION }] });
    expect((await user.data(DEVICES)).devices.nodes).toMatchObject([{ preferencesUrl: null }]);
  });
});
