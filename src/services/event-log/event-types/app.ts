import { Type } from 'typebox';
import { defineEventType } from './event-type.js';
import { APP, REASON } from './fields.js';

const data = Type.Object({ ...APP, ...REASON });

export const APP_EVENTS = [
  defineEventType({
    type: 'app.paused',
    summary: 'The provider refuses a whole application, so its messages wait.',
    data,
    example: { app_id: '3', reason: '403 InvalidProviderToken' },
  }),
  defineEventType({
    type: 'app.resumed',
    summary: 'A paused application sends again.',
    data,
    example: { app_id: '3', reason: null },
  }),
] as const;
