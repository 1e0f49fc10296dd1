import type { Keyring } from '../crypto/keyring.js';
import type { App } from '../entities/app.js';
import type { Credentials, FormerVapidKeys, ProviderName, SenderApp } from '../providers/sender.js';

/** Each may cost a request for a subscription whose key is not known. */
const MAX_FORMER_KEYS = 3;
const VAPID_SUBJECT = 'mailto:push@localhost.localdomain';

/** Seals credentials for the database and opens them for senders, once per change. */
export class CredentialVault {
  private readonly opened = new Map<number, SenderApp>();

  constructor(private readonly keyring: Keyring) {}

  seal(appId: number, values: Readonly<Record<string, string>>): string {
    return this.keyring.seal(JSON.stringify(values), credentialsContext(appId));
  }

  /** The values of a webpush application, whose present key pair becomes the latest of the former ones. */
  renewVapidKeys(app: SealedApp, { privateKey, now }: { privateKey: string; now: number }): Record<string, string> {
    const { credentials } = this.open(app) ?? {};
    if (credentials?.provider !== 'webpush') return { vapid_private_key: privateKey };
    const { vapidPublicKey, vapidPrivateKey, previous = [] } = credentials;
    const former = [{ vapidPublicKey, vapidPrivateKey, until: now }, ...previous].slice(0, MAX_FORMER_KEYS);
    return { vapid_private_key: privateKey, previous_keys: JSON.stringify(former) };
  }

  /** null if there are none or a component is missing: nothing can be sent. */
  open(app: SealedApp): SenderApp | null {
    const known = this.opened.get(app.id);
    if (known?.credentialsVersion === app.credentialsVersion) return known;
    if (!app.credentials || !app.credentialsComplete) return null;
    const values = JSON.parse(this.keyring.open(app.credentials, credentialsContext(app.id))) as Record<string, string>;
    const credentials = toCredentials(app.pushProvider, values, app.vapidKeyPublic ?? '');
    const opened = { id: app.id, credentialsVersion: app.credentialsVersion, credentials };
    this.opened.set(app.id, opened);
    return opened;
  }
}

export type SealedApp = Pick<
  App,
  'id' | 'pushProvider' | 'credentials' | 'credentialsComplete' | 'credentialsVersion' | 'vapidKeyPublic'
>;

/** See `Keyring.seal`. */
export const credentialsContext = (appId: number): string => `app:${appId}`;

const toCredentials = (
  provider: ProviderName,
  values: Readonly<Record<string, string>>,
  vapidPublicKey: string,
): Credentials => {
  const field = (name: string): string => values[name] ?? '';
  switch (provider) {
    case 'provider_a':
      return { provider, serviceAccount: { ...values, private_key: unescapePem(field('private_key')) } };
    case 'provider_b':
      return { provider, appId: field('app_id'), apiKey: field('api_key') };
    case 'provider_c':
      return {
        provider,
        topic: field('topic'),
        teamId: field('team_id'),
        privateKeyId: field('private_key_id'),
        privateKey: unescapePem(field('private_key')),
      };
    case 'webpush':
      return {
        provider,
        vapidPublicKey,
        vapidPrivateKey: field('vapid_private_key'),
        subject: VAPID_SUBJECT,
        previous: JSON.parse(field('previous_keys') || '[]') as FormerVapidKeys[],
      };
  }
};

/** Keys pasted out of environment files carry `\n` as two characters. */
const unescapePem = (pem: string): string => pem.replaceAll('\\n', '\n');
