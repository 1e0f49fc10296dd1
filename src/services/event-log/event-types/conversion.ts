import { Type } from 'typebox';
import { defineEventType } from './event-type.js';
import { APP, DEVICE, DEVICE_EXAMPLE, orNull, RUN, RUN_EXAMPLE, VARIANT } from './fields.js';

export const CONVERSION_EVENTS = [
  defineEventType({
    type: 'conversion',
    summary: 'A user reached a goal of a campaign after a message, or as part of its control group.',
    data: Type.Object({
      ...APP,
      ...RUN,
      ...DEVICE,
      goal: Type.String({ description: 'The name of the goal.' }),
      event: Type.String({ description: 'The code of the event that is the goal.' }),
      ...VARIANT,
      converted: Type.Boolean({
        description: 'The run reached the user within the window, whether or not another run gets the credit.',
      }),
      attributed: Type.Boolean({ description: 'This run, and no other, gets the credit.' }),
      value: orNull(Type.Number(), 'The value of the goal; null if it has none.'),
    }),
    example: {
      app_id: '3',
      ...RUN_EXAMPLE,
      ...DEVICE_EXAMPLE,
      goal: 'purchase',
      event: 'order',
      variant: null,
      converted: true,
      attributed: true,
      value: 49.9,
    },
  }),
] as const;
