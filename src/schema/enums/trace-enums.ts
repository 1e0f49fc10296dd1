import { registerEnumType } from 'type-graphql';
import type { TraceOutcome, TraceStepName, TraceVerdict } from '../../services/deliveries/trace-step.js';

export const TraceStepEnum = {
  RUN: 'run',
  REGISTRATION: 'registration',
  TRIGGER: 'trigger',
  ACTIVITY: 'activity',
  APPLICATION: 'application',
  COUNTRY: 'country',
  LANGUAGE: 'language',
  TAGS: 'tags',
  EVENTS: 'events',
  TIME_ZONE: 'timeZone',
  EXTERNAL_ID: 'externalIds',
  BATCH: 'batch',
  TRANSLATION: 'translation',
  TRY: 'try',
  RECEIPT: 'receipt',
  HISTORY: 'history',
} as const satisfies Record<string, TraceStepName>;

registerEnumType(TraceStepEnum, {
  name: 'DeliveryTraceStepKind',
  description: 'What decides whether a device gets the messages of a run.',
  valuesConfig: {
    RUN: { description: 'What became of the run itself.' },
    REGISTRATION: { description: 'Whether the device was registered in time.' },
    TRIGGER: { description: 'Of auto-push: whether an event has started the delay.' },
    ACTIVITY: { description: 'Whether the device is active, or was retired.' },
    APPLICATION: { description: 'Whether its application is one of the run, and may be sent to.' },
    COUNTRY: { description: 'The filter by country.' },
    LANGUAGE: { description: 'The filter by language.' },
    TAGS: { description: 'The filter by tag.' },
    EVENTS: { description: 'The filter by history of events.' },
    TIME_ZONE: { description: 'By local time: whether the time of its zone came with this run.' },
    EXTERNAL_ID: { description: 'The list of external user ids.' },
    BATCH: { description: 'The batch that has the device, and how far it has come.' },
    TRANSLATION: { description: 'The language in which a push is shown.' },
    TRY: { description: 'What became of a message, with the answer of the provider.' },
    RECEIPT: { description: 'What the device said of a message that it got.' },
    HISTORY: { description: 'What was recorded has been deleted, past its retention.' },
  },
});

export const TraceVerdictEnum = {
  PASSED: 'passed',
  STOPPED: 'stopped',
  WAITING: 'waiting',
  NOTE: 'note',
} as const satisfies Record<string, TraceVerdict>;

registerEnumType(TraceVerdictEnum, {
  name: 'DeliveryTraceVerdict',
  description: 'What a step of a trace comes to.',
  valuesConfig: {
    PASSED: { description: 'It lets the message pass.' },
    STOPPED: { description: 'The message goes no further.' },
    WAITING: { description: 'The message waits, and may still come.' },
    NOTE: { description: 'Worth knowing; it decides nothing.' },
  },
});

export const TraceOutcomeEnum = {
  SENT: 'sent',
  WAITING: 'waiting',
  FAILED: 'failed',
  NOT_SENT: 'not_sent',
  UNKNOWN: 'unknown',
} as const satisfies Record<string, TraceOutcome>;

registerEnumType(TraceOutcomeEnum, {
  name: 'DeliveryTraceOutcome',
  description: 'What a trace comes to.',
  valuesConfig: {
    SENT: { description: 'The provider took at least one message for the device.' },
    WAITING: { description: 'Nothing was sent yet, and something may still be.' },
    FAILED: { description: 'It was tried, and no message got through.' },
    NOT_SENT: { description: 'No message was tried.' },
    UNKNOWN: { description: 'What was recorded has been deleted, past its retention: it may have been sent or not.' },
  },
});
