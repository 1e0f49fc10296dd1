import { Type } from 'typebox';
import { defineEventType } from './event-type.js';
import { APP, DEVICE, DEVICE_EXAMPLE, orNull, PUSH, RUN_EXAMPLE } from './fields.js';

const ID = Type.String({ pattern: '^[1-9][0-9]*$' });

const fields = {
  ...APP,
  run_id: orNull(ID, 'The run; null: the message was a test on one device.'),
  scheduler_id: orNull(ID, 'The scheduler of the run; null: the message was sent at once, or the run was deleted.'),
  ...PUSH,
  ...DEVICE,
};
const data = Type.Object(fields);
const clicked = Type.Object({
  ...fields,
  button: orNull(Type.String(), 'The id of the clicked button; null: the message itself was clicked.'),
});
const example = { app_id: '3', ...RUN_EXAMPLE, push_id: '8', ...DEVICE_EXAMPLE };

export const RECEIPT_EVENTS = [
  defineEventType({ type: 'message.delivered', summary: 'A device received a message.', data, example }),
  defineEventType({
    type: 'message.clicked',
    summary: 'Somebody clicked a message or one of its buttons.',
    data: clicked,
    example: { ...example, button: 'buy' },
  }),
  defineEventType({
    type: 'message.dismissed',
    summary: 'Somebody closed a message without a click.',
    data,
    example,
  }),
] as const;
