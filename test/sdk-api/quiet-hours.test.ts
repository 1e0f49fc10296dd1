import { describe, expect, test } from '@jest/globals';
import { Device } from '../../src/entities/device.js';
import { eachDatabase } from '../support/databases.js';
import { SdkApp } from './sdk-app.js';

describe.each(eachDatabase())('quiet hours that devices report, on $name', (kind) => {
  test('are set by registration and update, kept without the field, removed by null, and refused if malformed', async () => {
    await using sdk = await SdkApp.start(kind);
    const stored = async () => (await sdk.database.reader.findOneByOrFail(Device, { token: 'token-1' })).quietHours;
    const night = { start: '22:00', end: '07:00' };
    const { device_id: id, device_secret: secret } = await sdk.register({ token: 'token-1', quiet_hours: night });
    expect(await stored()).toBe('22:00-07:00');
    const patch = async (body: object) => (await sdk.call('PATCH', `/devices/${id}`, { body, secret })).status;

    expect(await patch({ quiet_hours: { ...night, days: ['SUN', 'MON'] } })).toBe(204);
    expect(await stored()).toBe('22:00-07:00 MON,SUN');
    expect(await patch({ language: 'de' })).toBe(204);
    const again = { body: { token: 'token-1', language: 'en' }, secret };
    expect((await sdk.call('POST', '/devices', again)).status).toBe(200);
    expect(await stored()).toBe('22:00-07:00 MON,SUN');

    const bad = [{ start: '22:00' }, { ...night, end: '22:00' }, { ...night, end: '7:00' }, { ...night, days: [] }];
    for (const quiet_hours of [...bad, { ...night, days: ['XXX'] }, { ...night, days: ['MON', 'MON'] }, 'night']) {
      expect(await patch({ quiet_hours })).toBe(400);
    }
    expect(await stored()).toBe('22:00-07:00 MON,SUN');
    expect(await patch({ quiet_hours: null })).toBe(204);
    expect(await stored()).toBeNull();
  });
});
