import { Type } from 'typebox';
import { defineEventType } from './event-type.js';
import { APP, DEVICE, DEVICE_EXAMPLE, orNull, REASON } from './fields.js';

export const DEVICE_EVENTS = [
  defineEventType({
    type: 'device.registered',
    summary: 'A device is new, or a retired one is active again.',
    data: Type.Object({
      ...APP,
      ...DEVICE,
      is_new: Type.Boolean({ description: 'false: the device was known, and had been retired.' }),
    }),
    example: { app_id: '3', ...DEVICE_EXAMPLE, is_new: true },
  }),
  defineEventType({
    type: 'device.retired',
    summary: 'A device gets no more messages: its token is dead, or its SDK or you retired it.',
    data: Type.Object({ ...APP, ...DEVICE, ...REASON, code: orNull(Type.String(), 'The code of the reason.') }),
    example: { app_id: '3', ...DEVICE_EXAMPLE, reason: '410 Unregistered', code: 'UNREGISTERED' },
  }),
] as const;
