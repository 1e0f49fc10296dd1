import webPush from 'web-push';
import { NO_SOUND } from '../../ports/field-values.js';
import { SUBSCRIPTION } from '../address.js';
import type { MadeKeys, ProviderDefinition } from '../definition.js';
import { MASK } from '../recorded-wire.js';
import { MAX_PLAINTEXT_BYTES } from './encrypt-message.js';
import { WEB_PUSH_ADVICE } from './foreign-key.js';
import type { Refused } from './origin-memory.js';
import { PayloadRenderer } from './render-payload.js';
import type { FormerVapidKeys, VapidCredentials } from './vapid-keys-for.js';
import { WEB_PUSH_FIELDS } from './web-push-fields.js';
import { webPushProblems } from './web-push-problems.js';
import { WebPushSender } from './webpush-sender.js';
import { WebPushTransport, type WebTask } from './webpush-transport.js';

declare module '../../ports/provider-name.js' {
  interface ProviderCredentials {
    webpush: VapidCredentials;
  }
}

/** Each may cost one request for a subscription whose key is unknown. */
const MAX_FORMER_KEYS = 3;
/** The address that opens for a message without a link: a host name has at most 253 characters. */
const LONGEST_ORIGIN = `https://${'a'.repeat(253)}/`;
const SUBJECT = 'mailto:push@localhost.localdomain';

/** Browsers. */
export const webpush: ProviderDefinition<'webpush', WebTask, Refused> = {
  name: 'webpush',
  words: {
    title: "the browsers' push services",
    short: 'browsers',
    aliases: [
      'web',
      'browser',
      'browsers',
      'vapid',
      'pwa',
      'chrome',
      'firefox',
      'mozilla',
      'safari',
      'website',
      'unifiedpush',
      'ntfy',
    ],
    accepted:
      'The keys are a valid pair. Only a message can show whether a browser subscribed with this key; no push service was contacted.',
    graph: 'The push services of the browsers, by the Web Push protocol; in REST `webpush`. It needs no credentials.',
  },
  credentials: {
    kind: 'made',
    rest: 'A webpush application; this service generates its VAPID key.',
    graph: 'WEBPUSH: the push services of the browsers; this service generates its VAPID keys.',
    make: () => makeKeys([]),
    renew: (present, now) => {
      if (present?.provider !== 'webpush') return makeKeys([]);
      const { vapidPublicKey, vapidPrivateKey, previous = [] } = present;
      return makeKeys([{ vapidPublicKey, vapidPrivateKey, until: now }, ...previous].slice(0, MAX_FORMER_KEYS));
    },
    open: ({ vapid_private_key: vapidPrivateKey = '', previous_keys: previous = '' }, vapidPublicKey) => ({
      vapidPublicKey,
      vapidPrivateKey,
      subject: SUBJECT,
      previous: JSON.parse(previous || '[]') as FormerVapidKeys[],
    }),
  },
  address: SUBSCRIPTION,
  baseUrl: null,
  // A 429 concerns one push service.
  pace: { quotaPerMinute: null, tooManyMeans: 'message', pauses: 'push-service' },
  fields: WEB_PUSH_FIELDS,
  // A browser plays its own sound or none.
  ignores: ({ sound }) => (sound && sound.name !== NO_SOUND ? ['sound'] : []),
  problemsOf: webPushProblems,
  size: {
    limitBytes: MAX_PLAINTEXT_BYTES,
    measure: (message, appLink = LONGEST_ORIGIN) => {
      const { collapseKey } = message.content;
      return new PayloadRenderer({ collapseKey, appLink }).render(message).length;
    },
  },
  sending: {
    kind: 'transport',
    // Encryption gains from a second thread; HTTP/2 hardly does.
    openTransport: (parts) => new WebPushTransport({ ...parts, hosts: parts.settings.webPushHosts }),
    openSender: ({ clock }, transport) => new WebPushSender({ clock, transport }),
  },
  openPreview: ({ clock, wire: client }) => {
    const vapid = { headerFor: () => `vapid ${MASK}`, renew: () => null };
    const recorded = { client, vapid, encrypt: (plaintext: Buffer) => plaintext };
    const limits = { answerMs: 0, unprovenConnectMs: 0, connection: {} };
    const transport = new WebPushTransport({ ...limits, clock, recorded, allowPrivate: false, hosts: null });
    return new WebPushSender({ clock, transport });
  },
  // A notification of Chrome on a desktop.
  shown: { title: 50, text: 120 },
  advice: WEB_PUSH_ADVICE,
  examples: {
    app: { summary: 'A web site', value: { name: 'My site', link: 'https://shop.example' } },
    credentials: null,
    device: {
      summary: "A browser, of a webpush application (the browsers' push services)",
      address: {
        subscription: {
          endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/example',
          keys: {
            p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
            auth: 'BTBZMqHH6r4Tts7J_aSIgg',
          },
        },
      },
    },
  },
};

const makeKeys = (former: readonly FormerVapidKeys[]): MadeKeys => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const values = { vapid_private_key: privateKey };
  if (former.length === 0) return { values, publicKey };
  return { values: { ...values, previous_keys: JSON.stringify(former) }, publicKey };
};
