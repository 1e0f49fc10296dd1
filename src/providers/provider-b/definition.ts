import { SUBSCRIPTION_ID } from '../address.js';
import type { ProviderDefinition } from '../definition.js';
import { MAX_IDS_PER_CALL } from './group-messages.js';
import { ProviderBSender } from './provider-b-sender.js';

declare module '../../ports/provider-name.js' {
  interface ProviderCredentials {
    provider_b: { readonly appId: string; readonly apiKey: string };
  }
}

/** OneSignal. */
export const provider_b: ProviderDefinition<'provider_b'> = {
  name: 'provider_b',
  words: {
    title: 'OneSignal',
    short: 'OneSignal',
    aliases: ['b', 'onesignal'],
    accepted: 'OneSignal takes the key for this application.',
    graph: 'OneSignal; in REST `provider_b`. Its credentials are an application id and an API key.',
  },
  credentials: {
    kind: 'given',
    fields: [
      {
        name: 'app_id',
        rest: "OneSignal's id of the application.",
        graph: "OneSignal's id of the application (App ID).",
      },
      {
        name: 'api_key',
        rest: "OneSignal's API key of the application.",
        graph: "OneSignal's API key of the application.",
      },
    ],
    graphInput: { name: 'AppKeyInput', description: 'Credentials of PROVIDER_B, OneSignal. A part may be empty.' },
    open: ({ app_id: appId = '', api_key: apiKey = '' }) => ({ appId, apiKey }),
  },
  address: SUBSCRIPTION_ID,
  baseUrl: 'https://api.onesignal.com',
  pace: {
    quotaPerMinute: null,
    messagesPerCall: MAX_IDS_PER_CALL,
    tooManyMeans: 'application',
    pauses: 'application',
  },
  size: null,
  // A call carries 2,000 devices, which cost more to hand to another thread than to send.
  sending: { kind: 'direct', openSender: (parts) => new ProviderBSender(parts) },
  advice: [
    {
      code: 'UNKNOWN_APP',
      words: ['400 app_id'],
      advice: 'Look at `app_id` of the credentials: OneSignal knows no such application.',
    },
    {
      code: 'KEY_REFUSED',
      words: ['401 ', '403 '],
      advice:
        'Set an API key of this application at OneSignal; one of the account or of another application is refused.',
    },
    {
      code: 'NOT_SUBSCRIBED',
      words: ['not subscribed', 'nobody reached'],
      advice:
        'Look whether `app_id` names the application that these subscriptions are of; else the users have unsubscribed.',
    },
  ],
  examples: {
    app: { summary: 'An app by OneSignal', value: { name: 'My app' } },
    credentials: { app_id: '5eb5a37e-b458-11e3-ac11-000c2940e62c', api_key: 'os_v2_app_example' },
    device: {
      summary: 'A device of a provider_b application (OneSignal)',
      address: { subscription_id: '1dd608f2-c6a1-11e3-851d-000c2940e62c' },
    },
  },
};
