import { SUBSCRIPTION_ID } from '../address.js';
import type { ProviderDefinition } from '../definition.js';
import { MAX_IDS_PER_CALL } from './group-messages.js';
import { ignoredByOneSignal, ONESIGNAL_FIELDS } from './onesignal-fields.js';
import { oneSignalProblems } from './onesignal-passthrough.js';
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
    accepted: 'OneSignal accepts the key for this application.',
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
    graphInput: {
      name: 'AppKeyInput',
      description: 'Credentials of PROVIDER_B, OneSignal. Empty strings leave them incomplete.',
    },
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
  fields: ONESIGNAL_FIELDS,
  ignores: ignoredByOneSignal,
  problemsOf: oneSignalProblems,
  size: null,
  // A call carries 2,000 devices; posting them to another thread costs more than sending.
  sending: { kind: 'direct', openSender: (parts) => new ProviderBSender(parts) },
  openPreview: ({ clock, origin, wire: client }) =>
    new ProviderBSender({ clock, origin, client, connection: {}, answerMs: 0 }),
  // Its devices are of all kinds; browsers show the least.
  shown: { title: 50, text: 120 },
  advice: [
    {
      code: 'UNKNOWN_APP',
      of: ['UNKNOWN_APP'],
      advice: 'Check `app_id` in the credentials: OneSignal does not know this application.',
    },
    {
      code: 'KEY_REFUSED',
      of: ['BAD_CREDENTIALS'],
      advice:
        'Set an API key of this OneSignal application; OneSignal rejects keys of the account or of another application.',
    },
    {
      code: 'NOT_SUBSCRIBED',
      of: ['NOT_SUBSCRIBED', 'NOBODY_REACHED'],
      advice:
        'Check that these subscriptions belong to the application `app_id`. If they do, the users have unsubscribed.',
    },
  ],
  examples: {
    app: { summary: 'An app on OneSignal', value: { name: 'My app' } },
    credentials: { app_id: '5eb5a37e-b458-11e3-ac11-000c2940e62c', api_key: 'os_v2_app_example' },
    device: {
      summary: 'A device of a provider_b application (OneSignal)',
      address: { subscription_id: '1dd608f2-c6a1-11e3-851d-000c2940e62c' },
    },
  },
};
