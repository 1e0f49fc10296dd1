import { describe, expect, test } from '@jest/globals';
import { areComplete, readServiceAccount, toCredentials } from '../../web/console/pages/apps/credentials.js';

describe('the credentials in the console', () => {
  test('a service account file is read key by key', () => {
    const values = readServiceAccount(
      JSON.stringify({
        type: 'service_account',
        project_id: 'shop',
        private_key: 'PEM',
        client_email: 'a@b',
        extra: 1,
      }),
    );
    expect(values).toMatchObject({ projectId: 'shop', privateKey: 'PEM', clientEmail: 'a@b', universeDomain: '' });
    expect(areComplete('PROVIDER_A', values ?? {})).toBe(true);
    expect(toCredentials('PROVIDER_A', values ?? {})).toMatchObject({ providerA: { type: 'service_account' } });
  });

  test.each(['', 'no JSON', '[]', 'null', '{"project_info":{}}', '{"type":"service_account"}'])(
    'an invalid file is refused: %s',
    (text) => expect(readServiceAccount(text)).toBeNull(),
  );

  test('an application is complete once its provider has all it needs; web push needs nothing', () => {
    expect(areComplete('WEBPUSH', {})).toBe(true);
    expect(toCredentials('WEBPUSH', {})).toBeNull();
    expect(areComplete('PROVIDER_B', { appId: 'a', apiKey: ' ' })).toBe(false);
    expect(toCredentials('PROVIDER_B', { appId: ' a ', apiKey: 'b' })).toEqual({
      providerB: { appId: 'a', apiKey: 'b' },
    });
    const key = { privateKey: 'PEM', privateKeyId: 'k', teamId: 't' };
    expect(areComplete('PROVIDER_C', key)).toBe(false);
    expect(areComplete('PROVIDER_C', { ...key, topic: 'com.example' })).toBe(true);
  });
});
