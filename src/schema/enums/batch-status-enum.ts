import { registerEnumType } from 'type-graphql';
import type { BatchStatus } from '../../entities/batch.js';

export const BatchStatusEnum = {
  PENDING: 'pending',
  RUNNING: 'running',
  DONE: 'done',
  CANCELLED: 'cancelled',
} as const satisfies Record<string, BatchStatus>;

registerEnumType(BatchStatusEnum, {
  name: 'BatchStatus',
  description: 'How far a batch has got.',
  valuesConfig: {
    PENDING: { description: 'Waits for a worker, or for `waitsUntil`.' },
    RUNNING: { description: 'A worker has it, until `leasedUntil` at least; after that another may take it over.' },
    DONE: { description: 'It has come to the end of its range; single messages may wait for another try.' },
    CANCELLED: { description: 'Its run was stopped before it was through.' },
  },
});
