import type { PushProvider } from '../../graph/generated/graphql.js';

type Line = Readonly<Record<string, string>>;

/** Two devices of each provider, with valid addresses that reach no device. */
const ADDRESSES: Readonly<Record<PushProvider, readonly [Line, Line]>> = {
  PROVIDER_A: [{ token: 'example-token-of-the-first-device' }, { token: 'example-token-of-the-second-device' }],
  PROVIDER_B: [
    { subscription_id: '00000000-0000-4000-8000-000000000001' },
    { subscription_id: '00000000-0000-4000-8000-000000000002' },
  ],
  PROVIDER_C: [{ token: `${'0'.repeat(63)}1` }, { token: `${'0'.repeat(63)}2` }],
  // The keys are those of the example in RFC 8291.
  WEBPUSH: [
    {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/example-1',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/example-2',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  ],
};

const ATTRIBUTES: readonly [Line, Line] = [
  {
    language: 'en',
    country: 'GB',
    timezone: 'Europe/London',
    external_user_id: 'customer-1',
    audiences: 'vip;news',
    platform: 'phone',
    app_version: '1.0',
  },
  {
    language: 'de',
    country: 'DE',
    timezone: 'Europe/Berlin',
    external_user_id: 'customer-2',
    audiences: 'news',
    platform: 'phone',
    app_version: '1.1',
  },
];

/** The columns with the address of a device. Each line needs them. */
export const neededColumns = (provider: PushProvider): readonly string[] => Object.keys(ADDRESSES[provider][0]);

/** The columns that a file may also have. */
export const OTHER_COLUMNS: readonly string[] = Object.keys(ATTRIBUTES[0]);

/** A CSV file that an application of this provider can import unchanged. */
export const sampleFile = (provider: PushProvider): string => {
  const lines = ADDRESSES[provider].map((address, index) => ({ ...address, ...ATTRIBUTES[index] }));
  const header = [...neededColumns(provider), ...OTHER_COLUMNS].join(',');
  // No value contains a comma or a quote.
  return [header, ...lines.map((line) => Object.values(line).join(','))].map((line) => `${line}\r\n`).join('');
};
