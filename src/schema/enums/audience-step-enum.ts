import { registerEnumType } from 'type-graphql';
import type { StageName } from '../../services/audiences/audience-stages.js';

export const AudienceStepEnum = {
  REGISTERED: 'registered',
  EXTERNAL_ID: 'externalIds',
  ACTIVE: 'active',
  COUNTRY: 'country',
  LANGUAGE: 'language',
  TAGS: 'tags',
  EVENTS: 'events',
} as const satisfies Record<string, StageName>;

registerEnumType(AudienceStepEnum, {
  name: 'AudienceStep',
  description: 'What devices must pass, one after the other; filters that are not used are left out.',
  valuesConfig: {
    REGISTERED: { description: 'Registered with one of the applications.' },
    EXTERNAL_ID: { description: 'Of one of the users that were given, in place of REGISTERED.' },
    ACTIVE: { description: 'Not retired, and heard of since their application was last archived.' },
    COUNTRY: { description: 'The filter by country.' },
    LANGUAGE: { description: 'The filter by language.' },
    TAGS: { description: 'The filter by tag.' },
    EVENTS: { description: 'The filter by history of events.' },
  },
});
