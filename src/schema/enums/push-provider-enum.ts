import { registerEnumType } from 'type-graphql';
import type { ProviderName } from '../../providers/sender.js';

export const PushProviderEnum = {
  PROVIDER_A: 'provider_a',
  PROVIDER_B: 'provider_b',
  PROVIDER_C: 'provider_c',
  WEBPUSH: 'webpush',
} as const satisfies Record<string, ProviderName>;

registerEnumType(PushProviderEnum, {
  name: 'PushProvider',
  description: 'Who carries the messages of an application.',
  valuesConfig: {
    PROVIDER_A: {
      description: 'Firebase Cloud Messaging; in REST `provider_a`. Its credentials are a service account.',
    },
    PROVIDER_B: {
      description: 'OneSignal; in REST `provider_b`. Its credentials are an application id and an API key.',
    },
    PROVIDER_C: {
      description: 'Apple (APNs); in REST `provider_c`. Its credentials are a topic, a team and a signing key.',
    },
    WEBPUSH: {
      description:
        'The push services of the browsers, by the Web Push protocol; in REST `webpush`. It needs no credentials.',
    },
  },
});
