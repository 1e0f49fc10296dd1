import { TOKEN } from '../address.js';
import { EXAMPLE_PRIVATE_KEY, type ProviderDefinition, unescapePem } from '../definition.js';
import { MAX_PAYLOAD_BYTES, payloadBytes } from './build-message.js';
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

/** Firebase Cloud Messaging. */
export const provider_a: ProviderDefinition<'provider_a', GoogleTask, Verdict> = {
  name: 'provider_a',
  words: {
    title: 'Firebase Cloud Messaging',
    short: 'Firebase Cloud Messaging',
    aliases: ['a', 'fcm', 'firebase', 'firebasecloudmessaging', 'firebaseadmin', 'google', 'gcm', 'android'],
    accepted: 'Google takes the service account and lets it send for the project.',
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
        'Credentials of PROVIDER_A, Firebase Cloud Messaging: the JSON file of a service account, key for key, each a string; a part may be empty.',
    },
    open: (values) => ({ serviceAccount: { ...values, private_key: unescapePem(values.private_key ?? '') } }),
  },
  address: TOKEN,
  baseUrl: 'https://fcm.googleapis.com',
  // https://firebase.google.com/docs/cloud-messaging/throttling-and-quotas
  pace: { quotaPerMinute: 600_000, tooManyMeans: 'application', pauses: 'application' },
  size: { limitBytes: MAX_PAYLOAD_BYTES, measure: payloadBytes },
  sending: {
    kind: 'transport',
    openTransport: (parts) => new ProviderATransport({ ...parts, limits: { answerMs: parts.answerMs } }),
    openSender: (parts, transport) => {
      if (parts.settings.providerATransport === 'http2') return new ProviderASender({ ...parts, transport });
      // Google's SDK keeps its connections to itself.
      void transport.close();
      return new FirebaseAdminSender(parts);
    },
  },
  advice: [
    {
      code: 'SENDER_ID_MISMATCH',
      words: ['SENDER_ID_MISMATCH'],
      advice:
        'Set the service account of the Firebase project that the app was built with: the tokens belong to another one.',
    },
    {
      code: 'THIRD_PARTY_AUTH_ERROR',
      words: ['THIRD_PARTY_AUTH_ERROR'],
      advice:
        'Upload the APNs key, or the key for web push, to the Firebase project: Google lacks it for these devices.',
    },
    {
      code: 'QUOTA_EXCEEDED',
      words: ['QUOTA_EXCEEDED'],
      advice: 'Ask Google for a larger quota of the project, or spread the sending over a longer time.',
    },
    {
      code: 'INVALID_ARGUMENT',
      words: ['INVALID_ARGUMENT'],
      advice:
        'Look at the image and the link of the push, and at the token of the device: Google calls one of them invalid; if it is but some devices, let them register anew.',
    },
    {
      code: 'NO_ACCESS_TOKEN',
      words: ['access token: ', 'service account is not usable', 'private key is not usable', 'token_uri refused'],
      advice:
        'Set the credentials anew from the JSON file of a service account that has not been deleted: Google gives no access token for these.',
    },
    {
      code: 'UNKNOWN_PROJECT',
      words: ['no project_id', '404 NOT_FOUND', '404 not found'],
      advice: 'Look at `project_id` of the credentials: Google knows no such project.',
    },
    {
      code: 'NOT_ALLOWED',
      words: ['401 ', '403 '],
      advice:
        'Enable the Firebase Cloud Messaging API for the project, and give the service account the right to send messages.',
    },
  ],
  examples: {
    app: {
      summary: 'An Android app by Firebase Cloud Messaging: the JSON file of a service account',
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
