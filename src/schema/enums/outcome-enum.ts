import { registerEnumType } from 'type-graphql';
import type { OutcomeName } from '../../entities/outcome.js';

export const OutcomeEnum = {
  SENT: 'sent',
  INVALID_TOKEN: 'invalid_token',
  FAILED: 'failed',
  RETRYING: 'retrying',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
} as const satisfies Record<string, OutcomeName>;

registerEnumType(OutcomeEnum, {
  name: 'Outcome',
  description: 'What became of one message to one device.',
  valuesConfig: {
    SENT: { description: 'The provider took it.' },
    INVALID_TOKEN: { description: 'The provider says that the token is dead; the device is retired.' },
    FAILED: { description: 'Refused for good.' },
    RETRYING: { description: 'Waits for another try.' },
    EXPIRED: { description: 'Its time to live ended before a try succeeded.' },
    CANCELLED: { description: 'Its run was cancelled before it was sent.' },
  },
});
