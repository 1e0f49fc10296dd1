import { PROVIDERS, type ProviderName } from './sender.js';

/** What people call the providers; REST and the graph have names of their own for them. */
export const PROVIDER_TITLES: Readonly<Record<ProviderName, string>> = {
  provider_a: 'Firebase Cloud Messaging',
  provider_b: 'OneSignal',
  provider_c: 'Apple (APNs)',
  webpush: "the browsers' push services",
};

/** `provider_a (Firebase Cloud Messaging)` */
export const titledProvider = (provider: ProviderName): string => `${provider} (${PROVIDER_TITLES[provider]})`;

/** All of them in one sentence part, for descriptions. */
export const PROVIDER_LEGEND = PROVIDERS.map((name) => `\`${name}\` is ${PROVIDER_TITLES[name]}`).join(', ');

/** The words that people try, in small letters and without anything between them. */
const ALIASES: Readonly<Record<ProviderName, readonly string[]>> = {
  provider_a: ['a', 'fcm', 'firebase', 'firebasecloudmessaging', 'firebaseadmin', 'google', 'gcm', 'android'],
  provider_b: ['b', 'onesignal'],
  provider_c: ['c', 'apns', 'apn', 'apple', 'applepush', 'applepushnotificationservice', 'ios', 'iphone'],
  webpush: ['web', 'browser', 'browsers', 'vapid', 'pwa', 'chrome', 'firefox', 'mozilla', 'safari', 'website'],
};

/** The provider that somebody means who writes `fcm`, `Apple` or `PROVIDER-A`; null: no idea. */
export const guessProvider = (word: unknown): ProviderName | null => {
  if (typeof word !== 'string' || word.length > 64) return null;
  const plain = word.toLowerCase().replace(/[^a-z]/g, '');
  const isMeant = (name: ProviderName): boolean =>
    plain === name.replace('_', '') || ALIASES[name].some((alias) => plain === alias);
  return PROVIDERS.find(isMeant) ?? null;
};
