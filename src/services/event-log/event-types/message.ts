import { Type } from 'typebox';
import { defineEventType } from './event-type.js';
import { APP, DEVICE, DEVICE_EXAMPLE, orNull, PUSH, RUN, RUN_EXAMPLE, VARIANT } from './fields.js';

const data = Type.Object({
  ...APP,
  ...RUN,
  ...PUSH,
  ...DEVICE,
  language: Type.String({ description: 'The language of the chosen translation; empty if none was chosen.' }),
  outcome: Type.String({
    description: 'The outcome, as in the graph: `SENT`, `INVALID_TOKEN`, `OPTED_OUT` and so on.',
  }),
  code: orNull(Type.String(), 'The code of the reason; null when sent.'),
  detail: orNull(Type.String(), 'The details of the reason, such as the answer of the provider.'),
  ...VARIANT,
  occurrence: orNull(
    Type.String({ pattern: '^[1-9][0-9]*$' }),
    'Tells several messages of one push to one device in a run apart; null: there is at most one.',
  ),
});

const example = (outcome: string, code: string | null, detail: string | null) => ({
  app_id: '3',
  ...RUN_EXAMPLE,
  push_id: '8',
  ...DEVICE_EXAMPLE,
  language: 'en',
  outcome,
  code,
  detail,
  variant: null,
  occurrence: null,
});

export const MESSAGE_EVENTS = [
  defineEventType({
    type: 'message.sent',
    summary: 'The provider accepted a message.',
    data,
    example: example('SENT', null, null),
  }),
  defineEventType({
    type: 'message.failed',
    summary: 'The provider refused a message, the token is dead, or the message expired.',
    data,
    example: example('INVALID_TOKEN', 'UNREGISTERED', '410 Unregistered'),
  }),
  defineEventType({
    type: 'message.held',
    summary: 'A rule holds a message, such as quiet hours. Another event follows.',
    data,
    example: example('HELD', 'RULE:QUIET', '22:00–07:00'),
  }),
  defineEventType({
    type: 'message.dropped',
    summary: 'A rule dropped a message, or its run was cancelled.',
    data,
    example: example('OPTED_OUT', 'RULE:OPTED_OUT', 'offers'),
  }),
] as const;
