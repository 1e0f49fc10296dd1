import type { CredentialsInput, PushProvider } from '../../graph/generated/graphql.js';
import type { MessageKey } from '../../i18n/catalogue/index.js';

/** Credentials as entered or read from a file, by their field names in the graph. */
export type CredentialValues = Readonly<Record<string, string>>;

export interface CredentialField {
  readonly name: string;
  readonly label: MessageKey;
  readonly hint?: MessageKey;
  readonly placeholder?: string;
  /** The extension of a file that contains exactly this value. */
  readonly file?: string;
}

interface ProviderSetUp {
  /** Steps for finding each credential. */
  readonly steps: readonly MessageKey[];
  /** The address of the provider's console. */
  readonly console?: string;
  readonly fields: readonly CredentialField[];
}

/** The credentials of each provider, and where to find them. Web push needs none. */
export const SET_UPS: Readonly<Record<PushProvider, ProviderSetUp>> = {
  PROVIDER_A: {
    steps: ['apps.guide.a.1', 'apps.guide.a.2', 'apps.guide.a.3', 'apps.guide.a.4'],
    console: 'https://console.firebase.google.com/',
    // One file contains all of them; see `readServiceAccount`.
    fields: [],
  },
  PROVIDER_B: {
    steps: ['apps.guide.b.1', 'apps.guide.b.2', 'apps.guide.b.3'],
    console: 'https://dashboard.onesignal.com/',
    fields: [
      { name: 'appId', label: 'apps.field.appId', placeholder: '5eb5a37e-b458-11e3-ac11-000c2940e62c' },
      { name: 'apiKey', label: 'apps.field.apiKey', placeholder: 'os_v2_app_…' },
    ],
  },
  PROVIDER_C: {
    steps: ['apps.guide.c.1', 'apps.guide.c.2', 'apps.guide.c.3', 'apps.guide.c.4', 'apps.guide.c.5'],
    console: 'https://developer.apple.com/account/resources/authkeys/list',
    fields: [
      { name: 'privateKey', label: 'apps.field.p8', hint: 'apps.field.p8.hint', file: '.p8' },
      { name: 'privateKeyId', label: 'apps.field.keyId', hint: 'apps.field.keyId.hint', placeholder: 'FGHIJ67890' },
      { name: 'teamId', label: 'apps.field.teamId', hint: 'apps.field.teamId.hint', placeholder: 'ABCDE12345' },
      { name: 'topic', label: 'apps.field.topic', hint: 'apps.field.topic.hint', placeholder: 'com.example.app' },
    ],
  },
  WEBPUSH: { steps: [], fields: [] },
};

const SERVICE_ACCOUNT = {
  type: 'type',
  projectId: 'project_id',
  privateKeyId: 'private_key_id',
  privateKey: 'private_key',
  clientEmail: 'client_email',
  clientId: 'client_id',
  authUri: 'auth_uri',
  tokenUri: 'token_uri',
  authProviderX509CertUrl: 'auth_provider_x509_cert_url',
  clientX509CertUrl: 'client_x509_cert_url',
  universeDomain: 'universe_domain',
} as const;

/** Reads a Google service account file. Null for any other file, such as the google-services.json of the app. */
export const readServiceAccount = (text: string): CredentialValues | null => {
  const file = parseObject(text);
  if (file === null || file.type !== 'service_account' || typeof file.private_key !== 'string') return null;
  return Object.fromEntries(
    Object.entries(SERVICE_ACCOUNT).map(([name, key]) => [name, typeof file[key] === 'string' ? file[key] : '']),
  );
};

const parseObject = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

export const areComplete = (provider: PushProvider, values: CredentialValues): boolean =>
  provider === 'PROVIDER_A'
    ? values.privateKey !== undefined
    : SET_UPS[provider].fields.every(({ name }) => (values[name] ?? '').trim() !== '');

/** Null for web push, whose keys the service generates. */
export const toCredentials = (provider: PushProvider, values: CredentialValues): CredentialsInput | null => {
  const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
  switch (provider) {
    case 'PROVIDER_A':
      return { providerA: trimmed } as CredentialsInput;
    case 'PROVIDER_B':
      return { providerB: trimmed } as CredentialsInput;
    case 'PROVIDER_C':
      return { providerC: trimmed } as CredentialsInput;
    case 'WEBPUSH':
      return null;
  }
};
