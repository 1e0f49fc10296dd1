import { TOKEN } from '../address.js';
import { EXAMPLE_PRIVATE_KEY, http2Options, type ProviderDefinition, unescapePem } from '../definition.js';
import { MASK } from '../recorded-wire.js';
import { APNS_FIELDS, ignoredByApns } from './apns-fields.js';
import { apnsProblems } from './apns-passthrough.js';
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
    accepted: 'Apple accepts the key. Only a message can show whether the topic is the bundle id of the app.',
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
      description: 'Credentials of PROVIDER_C, Apple (APNs). Empty strings leave them incomplete.',
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
  fields: APNS_FIELDS,
  ignores: ignoredByApns,
  problemsOf: apnsProblems,
  size: {
    limitBytes: MAX_PAYLOAD_BYTES,
    measure: (message) => new PayloadRenderer().render(message).length,
  },
  sending: {
    kind: 'transport',
    openTransport: (parts) => new ProviderCTransport({ ...parts, ...http2Options(parts) }),
    openSender: ({ clock }, transport) => new ProviderCSender({ clock, transport }),
  },
  openPreview: ({ clock, origin, wire }) => {
    const transport = new ProviderCTransport({ clock, origin, pool: wire });
    return new ProviderCSender({ clock, transport, tokens: { tokenFor: () => MASK, renew: () => MASK } });
  },
  // Four lines on the lock screen.
  shown: { title: 50, text: 178 },
  advice: [
    {
      code: 'WRONG_TOPIC',
      of: ['WRONG_TOPIC'],
      advice: 'Set the bundle id of the app as `topic` of the credentials: the tokens belong to another app.',
    },
    {
      code: 'SANDBOX_TOKEN',
      of: ['BAD_TOKEN'],
      advice:
        "Check whether the app is a development build: its tokens belong to Apple's sandbox, and PROVIDER_C_URL sets which environment is used.",
    },
    {
      code: 'CLOCK',
      of: ['EXPIRED_PROVIDER_TOKEN'],
      advice: "Correct the server's clock: Apple considers a token that was just created expired.",
    },
    {
      code: 'TOKEN_UPDATES',
      of: ['TOO_MANY_TOKEN_UPDATES'],
      advice:
        'Let only one installation send with this key: Apple accepts a new token for a key only every 20 minutes.',
    },
    {
      code: 'KEY_REFUSED',
      of: ['BAD_CREDENTIALS', 'UNUSABLE_PRIVATE_KEY'],
      advice:
        'Set key, key id and team id again as the Apple developer account shows them. The key must be for APNs and must not be revoked.',
    },
  ],
  examples: {
    app: { summary: 'An iPhone app on Apple (APNs)', value: { name: 'My iPhone app' } },
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
