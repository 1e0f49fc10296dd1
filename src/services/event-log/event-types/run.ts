import { Type } from 'typebox';
import { defineEventType } from './event-type.js';
import { REASON, RUN, RUN_EXAMPLE } from './fields.js';

const data = Type.Object({ ...RUN, ...REASON });

const defineRunEvent = <const Name extends string>(type: Name, summary: string, reason: string | null = null) =>
  defineEventType({ type, summary, data, example: { ...RUN_EXAMPLE, reason } });

export const RUN_EVENTS = [
  defineRunEvent('run.started', 'A run has started.'),
  defineRunEvent(
    'run.paused',
    'A run was paused by a user, or because too many messages failed.',
    'its owner paused it',
  ),
  defineRunEvent('run.resumed', 'A run continues.'),
  defineRunEvent('run.finished', 'Every message of a run has a final outcome.'),
  defineRunEvent('run.cancelled', 'A run was stopped before it was finished.', 'its owner cancelled it'),
  defineRunEvent('run.missed', 'A run sent nothing because the service was down when it was due.'),
] as const;
