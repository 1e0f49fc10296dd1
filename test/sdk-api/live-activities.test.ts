import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { SdkApp } from './sdk-app.js';

const TOKEN = 'ab'.repeat(32);

describe.each(eachDatabase())('Live Activities of devices on $name', (kind) => {
  test('are registered, renewed and forgotten by the device itself', async () => {
    await using sdk = await SdkApp.start(kind);
    const { device_id: id, device_secret: secret } = await sdk.register();
    const path = `/devices/${id}/live-activities/order-17`;
    const put = (body: object) => sdk.call('PUT', path, { secret, body });
    expect((await put({ token: TOKEN })).status).toBe(204);
    expect((await put({ token: 'cd'.repeat(32) })).status).toBe(204);
    expect((await put({ token: TOKEN, kind: 'start' })).status).toBe(204);
    const rows = await sdk.database.query('SELECT activity, kind, token FROM live_activity ORDER BY kind');
    expect(rows).toEqual([
      { activity: 'order-17', kind: 'start', token: TOKEN },
      { activity: 'order-17', kind: 'update', token: 'cd'.repeat(32) },
    ]);
    for (let times = 0; times < 2; times += 1) {
      expect((await sdk.call('DELETE', path, { secret })).status).toBe(204);
      expect(await sdk.database.query('SELECT activity FROM live_activity')).toEqual([]);
    }
  });

  test('are forgotten with the device', async () => {
    await using sdk = await SdkApp.start(kind);
    const { device_id: id, device_secret: secret } = await sdk.register();
    await sdk.call('PUT', `/devices/${id}/live-activities/a`, { secret, body: { token: TOKEN } });
    expect((await sdk.call('DELETE', `/devices/${id}`, { secret })).status).toBe(204);
    expect(await sdk.database.query('SELECT activity FROM live_activity')).toEqual([]);
  });

  test.each([
    ['no token', {}],
    ['a token that is not hexadecimal', { token: 'xyz' }],
    ['a token of 514 characters', { token: 'ab'.repeat(257) }],
    ['another kind', { token: TOKEN, kind: 'end' }],
  ])('%s is refused', async (_what, body) => {
    await using sdk = await SdkApp.start(kind);
    const { device_id: id, device_secret: secret } = await sdk.register();
    expect((await sdk.call('PUT', `/devices/${id}/live-activities/a`, { secret, body })).status).toBe(400);
  });

  test("need the device's secret and a name that fits in a path", async () => {
    await using sdk = await SdkApp.start(kind);
    const { device_id: id, device_secret: secret } = await sdk.register();
    const put = async (name: string, by?: string) => {
      const body = { token: TOKEN };
      return (await sdk.call('PUT', `/devices/${id}/live-activities/${name}`, { body, ...(by && { secret: by }) }))
        .status;
    };
    expect([await put('a'), await put('a', 'wrong')]).toEqual([401, 401]);
    expect([await put('a%20b', secret), await put('a'.repeat(65), secret)]).toEqual([400, 400]);
    expect(await put('Order.Attributes-1_x', secret)).toBe(204);
  });
});
