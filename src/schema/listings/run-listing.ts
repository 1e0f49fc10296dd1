import { registerEnumType } from 'type-graphql';
import { Run } from '../../entities/run.js';
import { RUN_SNAPSHOT_COLUMNS } from '../../services/runs/run-query-service.js';
import { type Listing, number } from '../paging/listing.js';

export const RunSortEnum = { ID: 'ID', DUE_AT: 'DUE_AT', CREATED_AT: 'CREATED_AT' } as const;
type RunSort = keyof typeof RunSortEnum;

registerEnumType(RunSortEnum, {
  name: 'RunSort',
  description: 'What runs can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they began.' },
    DUE_AT: { description: 'The moment that they were due.' },
    CREATED_AT: { description: 'When it began.' },
  },
});

export const runListing: Listing<Run, RunSort> = {
  name: 'run',
  entity: Run,
  table: 'run',
  omit: RUN_SNAPSHOT_COLUMNS,
  key: [number('id')],
  sorts: { ID: [], DUE_AT: [number('due_at')], CREATED_AT: [number('created_at')] },
};
