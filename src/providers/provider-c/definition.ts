import { TOKEN } from '../address.js';
import { EXAMPLE_PRIVATE_KEY, type ProviderDefinition, unescapePem } from '../definition.js';
import { ProviderCSender } from './provider-c-sender.js';
import { type AppleTask, ProviderCTransport } from './provider-c-transport.js';
import type { Verdict } from './read-answer.js';
import { MAX_PAYLOAD_BYTES, PayloadRenderer } from './render-payload.js';

declare module '../../ports/provider-name.js' {
  interface ProviderCredentials {
    provider_c: {
      readonly topic: string;
      readonly teamId: string;
      readonly privateKeyId: string;
      /** PEM (PKCS#8) P-256 private key. */
      readonly privateKey: string;
    };
  }
}

/** Apple's push service. */
export const provider_c: ProviderDefinition<'provider_c', AppleTask, Verdict> = {
  name: 'provider_c',
  words: {
    title: 'Apple (APNs)',
    short: 'Apple',
    aliases: ['c', 'apns', 'apn', 'apple', 'applepush', 'applepushnotificationservice', 'ios', 'iphone'],
    accepted: 'Apple takes the key. Whether the topic is that of the app shows with the first message.',
    graph: 'Apple (APNs); in REST `provider_c`. Its credentials are a topic, a team and a signing key.',
  },
  credentials: {
    kind: 'given',
    fields: [
      {
        name: 'topic',
        rest: 'The topic: the bundle id of the application.',
        graph: 'The topic: the bundle id of the application.',
      },
      {
        name: 'team_id',
        rest: 'The id of the Apple team.',
        graph: 'The id of the Apple team that the key belongs to.',
      },
      { name: 'private_key_id', rest: 'The id of the private key.', graph: 'The id of the key.' },
      {
        name: 'private_key',
        isPrivateKey: true,
        rest: 'The private key in PEM form.',
        graph: 'The private key in PEM form: the text of the .p8 file.',
      },
    ],
    graphInput: {
      name: 'SigningKeyInput',
      description: 'Credentials of PROVIDER_C, Apple (APNs). A part may be empty.',
    },
    open: ({ topic = '', team_id: teamId = '', private_key_id: privateKeyId = '', private_key: privateKey = '' }) => ({
      topic,
      teamId,
      privateKeyId,
      privateKey: unescapePem(privateKey),
    }),
  },
  address: TOKEN,
  baseUrl: 'https://api.push.apple.com',
  // 429 is about one device or the tokens of its provider.
  pace: { quotaPerMinute: null, tooManyMeans: 'message', pauses: 'application' },
  size: {
    limitBytes: MAX_PAYLOAD_BYTES,
    measure: (message) => new PayloadRenderer().render(message).length,
  },
  sending: {
    kind: 'transport',
    openTransport: (parts) => new ProviderCTransport({ ...parts, limits: { answerMs: parts.answerMs } }),
    openSender: ({ clock }, transport) => new ProviderCSender({ clock, transport }),
  },
  advice: [
    {
      code: 'WRONG_TOPIC',
      words: ['DeviceTokenNotForTopic', 'BadTopic', 'TopicDisallowed', 'MissingTopic'],
      advice: 'Set the bundle id of the app as `topic` of the credentials: the tokens are of another app.',
    },
    {
      code: 'SANDBOX_TOKEN',
      words: ['BadDeviceToken'],
      advice:
        'Look whether the app is a build for development: its tokens are of the sandbox of Apple, and PROVIDER_C_URL says which of the two is asked.',
    },
    {
      code: 'CLOCK',
      words: ['ExpiredProviderToken'],
      advice: 'Set the clock of the server: Apple calls a token that was just made expired.',
    },
    {
      code: 'TOKEN_UPDATES',
      words: ['TooManyProviderTokenUpdates'],
      advice: 'Let only one installation send with this key: Apple takes a new token of a key but every 20 minutes.',
    },
    {
      code: 'KEY_REFUSED',
      words: ['InvalidProviderToken', 'MissingProviderToken', 'private key is not usable', '401 ', '403 '],
      advice:
        'Set key, key id and team id anew as the Apple developer account shows them; the key must be for APNs and must not be revoked.',
    },
  ],
  examples: {
    app: { summary: 'An iPhone app by Apple (APNs)', value: { name: 'My iPhone app' } },
    credentials: {
      topic: 'com.example.app',
      team_id: 'ABCDE12345',
      private_key_id: 'FGHIJ67890',
      private_key: EXAMPLE_PRIVATE_KEY,
    },
    device: {
      summary: 'A device of a provider_c application (Apple)',
      address: { token: '740f4707bebcf74f9b7c25d48e3358945f6aa01da5ddb387462c7eaf61bb78ad' },
      more: { platform: 'ios', audiences: ['vip'] },
    },
  },
};
