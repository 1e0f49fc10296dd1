import { registerEnumType } from 'type-graphql';
import type { RunStatus } from '../../entities/run.js';

export const RunStatusEnum = {
  PLANNING: 'planning',
  RUNNING: 'running',
  PAUSED: 'paused',
  FINISHED: 'finished',
  CANCELLED: 'cancelled',
  MISSED: 'missed',
} as const satisfies Record<string, RunStatus>;

registerEnumType(RunStatusEnum, {
  name: 'RunStatus',
  description: 'How far a run has got.',
  valuesConfig: {
    PLANNING: { description: 'Its batches are being cut.' },
    RUNNING: { description: 'Messages are being sent.' },
    PAUSED: { description: 'A user has paused it.' },
    FINISHED: { description: 'Every message has its outcome.' },
    CANCELLED: { description: 'It was stopped before it was through; see `statusMessage`.' },
    MISSED: { description: 'The service was down for longer than the grace period at its moment; nothing was sent.' },
  },
});
