import { registerEnumType } from 'type-graphql';
import { Batch } from '../../entities/batch.js';
import { type Listing, number } from '../paging/listing.js';

export const BatchSortEnum = { ID: 'ID', ATTEMPTS: 'ATTEMPTS' } as const;
type BatchSort = keyof typeof BatchSortEnum;

registerEnumType(BatchSortEnum, {
  name: 'BatchSort',
  description: 'What batches can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were cut.' },
    ATTEMPTS: { description: 'How often a worker has taken it.' },
  },
});

export const batchListing: Listing<Batch, BatchSort> = {
  name: 'batch',
  entity: Batch,
  table: 'batch',
  key: [number('id')],
  sorts: { ID: [], ATTEMPTS: [number('attempts')] },
};
