import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Keyring } from '../../src/crypto/keyring.js';
import { systemClock } from '../../src/ports/clock.js';
import { registerChunk } from '../../src/services/device-imports/register-chunk.js';
import { MAXIMA } from '../../src/services/rules/maxima.js';
import { createServices } from '../../src/services/services.js';
import { limitUser } from '../../src/services/users/user-limits.js';
import { eachDatabase } from '../support/databases.js';
import { RecordingJobs } from '../support/recording-jobs.js';
import { CREDS } from '../support/rest-factory.js';

const token = () => randomBytes(32).toString('hex');
const NO_ROOM = expect.stringContaining('has reached its maximum number of devices');

describe.each(eachDatabase())('the devices of an account, $name', (kind) => {
  test('are limited by the operator for registrations, servers and imports, and known devices are still refreshed', async () => {
    await using database = await kind.open();
    const parts = { keyring: new Keyring(randomBytes(32)), jobs: new RecordingJobs(), maxDevices: () => 3 };
    const { keys, apps, devices, endUsers } = createServices({ database, clock: systemClock, ...parts });
    const { userId } = await keys.createUser('somebody');
    await limitUser(database, userId, { messagesPerMinute: undefined, maxDevices: 3 });
    const caller = { userId, keyId: 0, scopes: ['write' as const] };
    const input = { pushProvider: 'provider_c', name: 'An app', link: null, credentials: CREDS.provider_c } as const;
    const app = await apps.create(caller, input);
    const known = token();
    const first = await devices.register(app, { token: known }, null);
    await devices.register(app, { token: token() }, null);

    const many = await devices.registerMany(
      app,
      [known, token(), token()].map((each) => ({ token: each })),
      {
        startSends: false,
      },
    );
    expect(many).toMatchObject([
      { result: { created: false, deviceId: first.device.id } },
      { result: { created: true } },
      { refused: { status: 400, message: NO_ROOM } },
    ]);
    await expect(devices.register(app, { token: token() }, null)).rejects.toMatchObject({
      status: 400,
      message: NO_ROOM,
    });
    const again = await devices.register(app, { token: known }, null);
    expect(again.created).toBe(false);

    const lines = [known, token()].map((each, index) => ({
      line: index + 2,
      next: { offset: 0, line: 0 },
      device: devices.judge(app, { token: each }),
      user: null,
    }));
    expect(await registerChunk({ devices, endUsers, app, before: null }, lines)).toEqual({
      imported: 0,
      updated: 1,
      rejected: [{ line: 3, reason: NO_ROOM, text: null }],
    });
    await devices.unregister(again.device);
    expect((await devices.register(app, { token: token() }, null)).created).toBe(true);
  });

  test('have the general maximum if the operator sets none, and are counted only if ids exceed it', async () => {
    await using database = await kind.open();
    const { keys, apps, devices } = createServices({
      ...{ database, clock: systemClock, keyring: new Keyring(randomBytes(32)), jobs: new RecordingJobs() },
    });
    const makeApp = async () => {
      const { userId } = await keys.createUser('somebody');
      const input = { pushProvider: 'provider_c', name: 'An app', link: null, credentials: CREDS.provider_c } as const;
      return apps.create({ userId, keyId: 0, scopes: ['write' as const] }, input);
    };
    const [full, other] = [await makeApp(), await makeApp()];
    const maximum: { most: number } = MAXIMA.devices;
    const { most } = maximum;
    maximum.most = 3;
    try {
      for (let n = 0; n < 3; n += 1) await devices.register(full, { token: token() }, null);
      await expect(devices.register(full, { token: token() }, null)).rejects.toMatchObject({ message: NO_ROOM });
      expect((await devices.register(other, { token: token() }, null)).created).toBe(true);
    } finally {
      maximum.most = most;
    }
  });
});
