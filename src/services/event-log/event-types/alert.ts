import { Type } from 'typebox';
import { defineEventType } from './event-type.js';
import { orNull } from './fields.js';

const ID = Type.String({ pattern: '^[1-9][0-9]*$' });

export const ALERT_EVENTS = [
  defineEventType({
    type: 'alert.raised',
    summary: 'An alert rule found something wrong.',
    data: Type.Object({
      alert_id: Type.String({ description: 'The alert.' }),
      kind: Type.String({ description: 'The kind of the rule.' }),
      app_id: orNull(ID, 'The application concerned; null if none.'),
      run_id: orNull(ID, 'The run concerned; null if none.'),
      message: Type.String({ description: 'What is wrong, as a sentence.' }),
    }),
    example: {
      alert_id: '5',
      kind: 'RUN_FAILURES',
      app_id: null,
      run_id: '310',
      message: '40 of 100 messages of the run failed.',
    },
  }),
] as const;
