import { TOKEN } from '../address.js';
import { EXAMPLE_PRIVATE_KEY, http2Options, type ProviderDefinition, unescapePem } from '../definition.js';
import { MASK } from '../recorded-wire.js';
import { MAX_PAYLOAD_BYTES, payloadBytes } from './build-message.js';
import { FCM_FIELDS, ignoredByFcm } from './fcm-fields.js';
import { fcmProblems } from './fcm-passthrough.js';
import { FirebaseAdminSender } from './firebase-admin-sender.js';
import { ProviderASender } from './provider-a-sender.js';
import { type GoogleTask, ProviderATransport } from './provider-a-transport.js';
import type { Verdict } from './read-answer.js';

declare module '../../ports/provider-name.js' {
  interface ProviderCredentials {
    provider_a: { readonly serviceAccount: Readonly<Record<string, string>> };
  }
}

const field = (name: string, more: { isPrivateKey?: true; rest?: string; graph?: string } = {}) => ({
  name,
  graph: `\`${name}\` of the file.`,
  ...more,
});

const ACCESS = { kind: 'token', token: MASK } as const;
const MASKED = { tokenFor: async () => ACCESS, renew: async () => ACCESS, close: async () => undefined };

/** Firebase Cloud Messaging. */
export const provider_a: ProviderDefinition<'provider_a', GoogleTask, Verdict> = {
  name: 'provider_a',
  words: {
    title: 'Firebase Cloud Messaging',
    short: 'Firebase Cloud Messaging',
    aliases: ['a', 'fcm', 'firebase', 'firebasecloudmessaging', 'firebaseadmin', 'google', 'gcm', 'android'],
    accepted: 'Google accepts the service account and lets it send for the project.',
    graph: 'Firebase Cloud Messaging; in REST `provider_a`. Its credentials are a service account.',
  },
  credentials: {
    kind: 'given',
    fields: [
      field('type'),
      field('project_id'),
      field('private_key_id', { rest: 'The id of the private key.' }),
      field('private_key', {
        isPrivateKey: true,
        rest: 'The private key in PEM form.',
        graph: '`private_key` of the file: a private key in PEM form.',
      }),
      field('client_email'),
      field('client_id'),
      field('auth_uri'),
      field('token_uri'),
      field('auth_provider_x509_cert_url'),
      field('client_x509_cert_url'),
      field('universe_domain'),
    ],
    graphInput: {
      name: 'ServiceAccountInput',
      description:
        'Credentials of PROVIDER_A, Firebase Cloud Messaging: the keys of the JSON file of a service account, all strings. Empty strings leave the credentials incomplete.',
    },
    open: (values) => ({ serviceAccount: { ...values, private_key: unescapePem(values.private_key ?? '') } }),
  },
  address: TOKEN,
  baseUrl: 'https://fcm.googleapis.com',
  // https://firebase.google.com/docs/cloud-messaging/throttling-and-quotas
  pace: { quotaPerMinute: 600_000, tooManyMeans: 'application', pauses: 'application' },
  fields: FCM_FIELDS,
  ignores: ignoredByFcm,
  problemsOf: fcmProblems,
  size: { limitBytes: MAX_PAYLOAD_BYTES, measure: payloadBytes },
  sending: {
    kind: 'transport',
    openTransport: (parts) => new ProviderATransport({ ...parts, ...http2Options(parts) }),
    openSender: (parts, transport) => {
      if (parts.settings.providerATransport === 'http2') return new ProviderASender({ ...parts, transport });
      // Google's SDK manages its own connections.
      void transport.close();
      return new FirebaseAdminSender(parts);
    },
  },
  openPreview: ({ clock, origin, wire }) => {
    const transport = new ProviderATransport({ clock, origin, pool: wire });
    return new ProviderASender({ clock, transport, tokens: MASKED, allowPrivate: false, connection: {} });
  },
  // The expanded notification on a phone in portrait.
  shown: { title: 50, text: 450 },
  advice: [
    {
      code: 'SENDER_ID_MISMATCH',
      of: ['SENDER_ID_MISMATCH'],
      advice:
        'Set the service account of the Firebase project that the app was built with: the tokens belong to another project.',
    },
    {
      code: 'THIRD_PARTY_AUTH_ERROR',
      of: ['THIRD_PARTY_AUTH_ERROR'],
      advice: 'Upload the APNs key or the web push key to the Firebase project: Google needs it for these devices.',
    },
    {
      code: 'QUOTA_EXCEEDED',
      of: ['QUOTA_EXCEEDED'],
      advice: 'Ask Google for a larger quota, or spread the sending over a longer time.',
    },
    {
      code: 'INVALID_ARGUMENT',
      of: ['INVALID_ARGUMENT'],
      advice:
        'Check the image and link of the push and the token of the device: Google rejects one of them. If only some devices are affected, register them again.',
    },
    {
      code: 'NO_ACCESS_TOKEN',
      of: [
        'ACCESS_TOKEN_REFUSED',
        'TOKEN_URI_REFUSED',
        'NO_ACCESS_TOKEN',
        'UNUSABLE_SERVICE_ACCOUNT',
        'UNUSABLE_PRIVATE_KEY',
      ],
      advice:
        'Set the credentials again from the JSON file of an existing service account: Google issues no access token for these.',
    },
    {
      code: 'UNKNOWN_PROJECT',
      of: ['UNKNOWN_PROJECT', 'NO_PROJECT_ID'],
      advice: 'Check `project_id` in the credentials: Google does not know this project.',
    },
    {
      code: 'NOT_ALLOWED',
      of: ['BAD_CREDENTIALS'],
      advice:
        'Enable the Firebase Cloud Messaging API for the project, and allow the service account to send messages.',
    },
  ],
  examples: {
    app: {
      summary: 'An Android app on Firebase Cloud Messaging, with the JSON file of a service account',
      value: { name: 'My Android app' },
    },
    credentials: {
      type: 'service_account',
      project_id: 'my-project',
      private_key_id: '0a1b2c3d4e5f',
      private_key: EXAMPLE_PRIVATE_KEY,
      client_email: 'pushes@my-project.iam.gserviceaccount.com',
      client_id: '1234567890',
      auth_uri: 'https://accounts.google.com/o/oauth2/auth',
      token_uri: 'https://oauth2.googleapis.com/token',
      auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
      client_x509_cert_url:
        'https://www.googleapis.com/robot/v1/metadata/x509/pushes%40my-project.iam.gserviceaccount.com',
      universe_domain: 'googleapis.com',
    },
    device: {
      summary: 'A device of a provider_a application (Firebase Cloud Messaging)',
      address: { token: 'fMEP0vJqS0:APA91bHqX-example' },
      more: { platform: 'android', app_version: '2.4.1' },
    },
  },
};
