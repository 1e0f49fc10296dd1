import { createECDH, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import type { Credentials, ProviderName } from '../../../src/providers/sender.js';
import type { ApnsRegistration } from './apns-fake.js';
import type { FcmRegistration } from './fcm-auth.js';
import type { OneSignalRegistration } from './onesignal-fake.js';

/** An application's public keys, which a fake needs to check the sender's signatures. */
export type Registration =
  | ({ readonly provider: 'provider_a' } & FcmRegistration)
  | ({ readonly provider: 'provider_b' } & OneSignalRegistration)
  | ({ readonly provider: 'provider_c' } & ApnsRegistration)
  /** Subscriptions of this seed accept only messages signed with this VAPID key. */
  | {
      readonly provider: 'webpush';
      readonly seed: string;
      readonly vapidPublicKey: string;
      readonly refusesAs?: RefusalWords;
    };

/** The push service whose wording is used for a message signed with another key. Omitted: none. */
export type RefusalWords = 'fcm' | 'mozilla' | 'apple';

/** Credentials of a test application in both forms, and its registration; webpush needs none. */
export interface TestApp {
  /** The form in which users pass them to the API (provider_a: the service account JSON). */
  readonly given: Readonly<Record<string, string>>;
  /** The form for senders. */
  readonly credentials: Credentials;
  /** The ledger's `appKey` of this application. */
  readonly appKey: string;
  readonly registration: Registration | null;
}

/** New credentials. @param tokenUri the fake's OAuth endpoint, for provider_a. */
export const makeTestApp = (provider: ProviderName, tokenUri: string): TestApp => {
  switch (provider) {
    case 'provider_a':
      return makeServiceAccount(tokenUri);
    case 'provider_b':
      return makeOneSignalApp();
    case 'provider_c':
      return makeApnsApp();
    case 'webpush':
      return makeVapidKeys();
  }
};

/** Finding a key takes 0.1 s. Successive accounts have different keys, and the fifth reuses the first's. */
const RSA_KEYS = 4;
const rsaKeys: { readonly publicKey: string; readonly privateKey: string }[] = [];

const nextRsaKey = () => {
  const key =
    (rsaKeys.length === RSA_KEYS && rsaKeys.shift()) ||
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
  rsaKeys.push(key);
  return key;
};

const makeServiceAccount = (tokenUri: string): TestApp => {
  const { publicKey, privateKey } = nextRsaKey();
  const projectId = `project-${randomBytes(4).toString('hex')}`;
  const clientEmail = `pushgraph@${projectId}.iam.gserviceaccount.com`;
  const privateKeyId = randomBytes(20).toString('hex');
  const given = {
    type: 'service_account',
    project_id: projectId,
    private_key_id: privateKeyId,
    private_key: privateKey,
    client_email: clientEmail,
    client_id: `1${randomBytes(8).readBigUInt64BE()}`,
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    token_uri: tokenUri,
    universe_domain: 'googleapis.com',
  };
  return {
    given,
    credentials: { provider: 'provider_a', serviceAccount: given },
    appKey: projectId,
    registration: { provider: 'provider_a', projectId, clientEmail, privateKeyId, publicKey, tokenUri },
  };
};

const makeOneSignalApp = (): TestApp => {
  const appId = randomUUID();
  const apiKey = `os_v2_app_${randomBytes(24).toString('hex')}`;
  return {
    given: { app_id: appId, api_key: apiKey },
    credentials: { provider: 'provider_b', appId, apiKey },
    appKey: appId,
    registration: { provider: 'provider_b', appId, apiKey },
  };
};

const makeApnsApp = (): TestApp => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const topic = `com.example.app${randomBytes(4).toString('hex')}`;
  const teamId = randomBytes(5).toString('hex').toUpperCase();
  const privateKeyId = randomBytes(5).toString('hex').toUpperCase();
  return {
    given: { topic, team_id: teamId, private_key_id: privateKeyId, private_key: privateKey },
    credentials: { provider: 'provider_c', topic, teamId, privateKeyId, privateKey },
    appKey: topic,
    registration: { provider: 'provider_c', topic, teamId, keyId: privateKeyId, publicKey },
  };
};

const makeVapidKeys = (): TestApp => {
  const ecdh = createECDH('prime256v1');
  const vapidPublicKey = ecdh.generateKeys().toString('base64url');
  // Node omits leading zeros, but RFC 8292's key is 32 bytes.
  const vapidPrivateKey = Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  const subject = 'mailto:push@example.com';
  return {
    given: { vapid_public_key: vapidPublicKey, vapid_private_key: vapidPrivateKey, subject },
    credentials: { provider: 'webpush', vapidPublicKey, vapidPrivateKey, subject },
    appKey: vapidPublicKey,
    registration: null,
  };
};
