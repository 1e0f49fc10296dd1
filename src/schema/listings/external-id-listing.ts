import { SchedulerFilter } from '../../entities/scheduler-filter.js';
import { type Listing, number, text } from '../paging/listing.js';

/** The external ids of a one-time scheduler, as they were written; up to 100,000, so never loaded whole. */
export const externalIdListing: Listing<SchedulerFilter, 'POSITION'> = {
  name: 'externalId',
  entity: SchedulerFilter,
  table: 'scheduler_filter',
  key: [text('value')],
  sorts: { POSITION: [number('position')] },
};
