import { registerEnumType } from 'type-graphql';
import type { PushTestResult } from '../../services/pushes/push-test-service.js';

export const PushTestOutcomeEnum = {
  SENT: 'sent',
  INVALID_TOKEN: 'invalid-token',
  TRY_AGAIN: 'retry-after',
  APP_REFUSED: 'app-paused',
  FAILED: 'failed',
  UNKNOWN: 'unknown',
} as const satisfies Record<string, PushTestResult['outcome']>;

registerEnumType(PushTestOutcomeEnum, {
  name: 'PushTestOutcome',
  description: 'What a provider said of a test.',
  valuesConfig: {
    SENT: { description: 'It took the message.' },
    INVALID_TOKEN: { description: 'The token is dead; the device has been retired.' },
    TRY_AGAIN: { description: 'Not now: a run would try again by itself; a test is tried once.' },
    APP_REFUSED: { description: 'It refuses the application as a whole: its credentials, or its quota.' },
    FAILED: { description: 'It will never take this message.' },
    UNKNOWN: { description: 'It did not answer within 10 seconds; the message may still arrive.' },
  },
});
