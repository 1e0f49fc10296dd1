import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Device } from '../../src/entities/device.js';
import { SdkApp } from '../sdk-api/sdk-app.js';
import { eachDatabase } from '../support/databases.js';

const hashOf = (secret: string, user: string): string => createHmac('sha256', secret).update(user).digest('hex');
const HOUR = 3_600_000;

/** An application that requires verification, and its secret. */
const startRequired = async (kind: Parameters<typeof SdkApp.start>[0]): Promise<{ sdk: SdkApp; secret: string }> => {
  const sdk = await SdkApp.start(kind, 'provider_c', { badSecretsPerAddress: 1_000 });
  const changes = { identityVerification: 'REQUIRED' } as const;
  const { identitySecret } = await sdk.services.apps.update(sdk.caller, sdk.app.id, changes);
  return { sdk, secret: identitySecret ?? '' };
};

const register = (sdk: SdkApp, body: object, secret?: string) =>
  sdk.call('POST', '/devices', { body, ...(secret === undefined ? {} : { secret }) });

const deviceOf = (sdk: SdkApp, token: string): Promise<Device> =>
  sdk.database.reader.findOneByOrFail(Device, { token });

describe.each(eachDatabase())('an application that requires identity verification ($name)', (kind) => {
  test('accepts no claim about a device’s user: without the right hash it answers 401 and records nothing', async () => {
    const { sdk, secret } = await startRequired(kind);
    await using _sdk = sdk;
    const { device_id: id, device_secret: own } = await sdk.register({ token: 'known' });
    const before = await sdk.contents();
    const good = hashOf(secret, 'victim');
    const bad = [
      undefined,
      '',
      'x',
      good.toUpperCase(),
      good.slice(0, -1),
      `${good}0`,
      hashOf(secret, 'attacker'),
      hashOf('guess', 'victim'),
      hashOf('', 'victim'),
      'ä'.repeat(64),
    ];
    for (const identity_hash of bad) {
      const claim = { external_user_id: 'victim', identity_hash };
      const answers = [
        await register(sdk, { token: 'new', ...claim }),
        await register(sdk, { token: 'known', ...claim }),
        await register(sdk, { token: 'known', ...claim }, own),
        await sdk.call('PATCH', `/devices/${id}`, { body: claim, secret: own }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
      expect(answers[0]?.body.error).toContain('identity_hash');
    }
    expect(await sdk.contents()).toEqual(before);
    expect((await register(sdk, { token: 'new', external_user_id: 'victim', identity_hash: good })).status).toBe(201);
    expect(await deviceOf(sdk, 'new')).toMatchObject({ externalUserId: 'victim' });
    const proven = { external_user_id: 'Jürgen 🙂', identity_hash: hashOf(secret, 'Jürgen 🙂') };
    expect((await sdk.call('PATCH', `/devices/${id}`, { body: proven, secret: own })).status).toBe(204);
    expect(await deviceOf(sdk, 'known')).toMatchObject({ externalUserId: 'Jürgen 🙂' });
  });

  test('accepts tags only from its server', async () => {
    const { sdk } = await startRequired(kind);
    await using _sdk = sdk;
    const { device_id: id, device_secret: own } = await sdk.register({ token: 'a' });
    const before = await sdk.contents();
    for (const audiences of [['vip'], []]) {
      const answers = [
        await register(sdk, { token: 'b', audiences }),
        await register(sdk, { token: 'a', audiences }, own),
        await sdk.call('PATCH', `/devices/${id}`, { body: { audiences }, secret: own }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
      expect(answers[0]?.body.error).toContain('Only the application');
    }
    expect(await sdk.contents()).toEqual(before);
    const { caller, app, services } = sdk;
    const byServer = { token: 'a', audiences: ['vip'], externalUserId: 'u1' };
    expect(await services.deviceBulk.register(caller, app.id, [byServer])).toMatchObject([
      { result: { created: false } },
    ]);
    expect(await deviceOf(sdk, 'a')).toMatchObject({ externalUserId: 'u1', hasTags: true });
    await services.ownDevices.update(caller, Number(id), { externalUserId: 'u2' });
    expect(await deviceOf(sdk, 'a')).toMatchObject({ externalUserId: 'u2' });
  });

  test('lets a device with its secret or its user’s hash keep the server’s values; a token alone inherits nothing', async () => {
    const { sdk, secret } = await startRequired(kind);
    await using _sdk = sdk;
    const { caller, app, services } = sdk;
    const claim = { external_user_id: 'u1', identity_hash: hashOf(secret, 'u1') };
    const { device_secret: own } = await sdk.register({ token: 'a', ...claim });
    await services.deviceBulk.register(caller, app.id, [{ token: 'a', audiences: ['vip'] }]);
    const kept = { externalUserId: 'u1', hasTags: true };
    expect((await register(sdk, { token: 'a', language: 'de' }, own)).status).toBe(200);
    expect(await deviceOf(sdk, 'a')).toMatchObject(kept);
    expect((await register(sdk, { token: 'a', ...claim })).status).toBe(201);
    expect(await deviceOf(sdk, 'a')).toMatchObject(kept);
    const other = { external_user_id: 'u2', identity_hash: hashOf(secret, 'u2') };
    const taken = await register(sdk, { token: 'a' });
    expect(taken.status).toBe(201);
    expect(await deviceOf(sdk, 'a')).toMatchObject({ externalUserId: null, hasTags: false, language: 'de' });
    await services.deviceBulk.register(caller, app.id, [{ token: 'a', audiences: ['vip'], externalUserId: 'u1' }]);
    expect((await register(sdk, { token: 'a', ...other })).status).toBe(201);
    expect(await deviceOf(sdk, 'a')).toMatchObject({ externalUserId: 'u2', hasTags: false });
  });

  test('lets a device registered only by its server be claimed with the server’s values', async () => {
    const { sdk } = await startRequired(kind);
    await using _sdk = sdk;
    const { caller, app, services } = sdk;
    await services.deviceBulk.register(caller, app.id, [{ token: 'a', audiences: ['vip'], externalUserId: 'u1' }]);
    expect((await register(sdk, { token: 'a' })).status).toBe(201);
    expect(await deviceOf(sdk, 'a')).toMatchObject({ externalUserId: 'u1', hasTags: true });
  });

  test('changes its secret with an overlap in which both are valid, or at once without one', async () => {
    const { sdk, secret: first } = await startRequired(kind);
    await using _sdk = sdk;
    const { caller, app, services } = sdk;
    const ask = async (secret: string): Promise<number> =>
      (await register(sdk, { token: 't', external_user_id: 'u', identity_hash: hashOf(secret, 'u') })).status;
    const second = await services.apps.rotateIdentitySecret(caller, app.id, '1h');
    expect([await ask(first), await ask(second)]).toEqual([201, 201]);
    sdk.clock.advance(HOUR);
    expect([await ask(first), await ask(second)]).toEqual([401, 201]);
    const third = await services.apps.rotateIdentitySecret(caller, app.id, null);
    expect([await ask(second), await ask(third)]).toEqual([401, 201]);
    const [row] = await sdk.database.query<{ identity_secrets: string }>('SELECT identity_secrets FROM app');
    for (const secret of [first, second, third]) expect(row?.identity_secrets).not.toContain(secret);
  });

  test('verifies only while required: before and afterwards, claims of devices are accepted', async () => {
    await using sdk = await SdkApp.start(kind);
    const { caller, app, services } = sdk;
    const claim = { external_user_id: 'anybody', audiences: ['vip'] };
    expect((await register(sdk, { token: 'a', ...claim })).status).toBe(201);
    const early = await services.apps.rotateIdentitySecret(caller, app.id, null);
    expect((await register(sdk, { token: 'b', ...claim, identity_hash: 'of no interest' })).status).toBe(201);
    // A secret already exists. It is not shown again, and hashes made with it are valid.
    expect(await services.apps.update(caller, app.id, { identityVerification: 'REQUIRED' })).toEqual({
      identitySecret: null,
    });
    expect((await register(sdk, { token: 'c', external_user_id: 'u' })).status).toBe(401);
    const proven = { external_user_id: 'u', identity_hash: hashOf(early, 'u') };
    expect((await register(sdk, { token: 'c', ...proven })).status).toBe(201);
    expect(await deviceOf(sdk, 'a')).toMatchObject({ externalUserId: 'anybody', hasTags: true });
    await services.apps.update(caller, app.id, { identityVerification: 'OFF' });
    expect((await register(sdk, { token: 'd', ...claim })).status).toBe(201);
  });

  test('counts wrong hashes as bad secrets from their address', async () => {
    await using sdk = await SdkApp.start(kind, 'provider_c', { badSecretsPerAddress: 3 });
    await sdk.services.apps.update(sdk.caller, sdk.app.id, { identityVerification: 'REQUIRED' });
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await register(sdk, { token: 't', external_user_id: 'u' })).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });
});
