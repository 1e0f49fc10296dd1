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
    PROVIDER_A: { description: 'The provider with a service account.' },
    PROVIDER_B: { description: 'The provider with an application id and an API key.' },
    PROVIDER_C: { description: 'The provider with a topic, a team and a signing key.' },
    WEBPUSH: { description: 'Browsers and PWAs by the Web Push protocol.' },
  },
});
