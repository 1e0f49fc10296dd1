import { registerEnumType } from 'type-graphql';
import { Scheduler } from '../../entities/scheduler.js';
import { type Listing, number, text } from '../paging/listing.js';

export const SchedulerSortEnum = {
  ID: 'ID',
  NAME: 'NAME',
  ACTIVE: 'ACTIVE',
  CREATED_AT: 'CREATED_AT',
  UPDATED_AT: 'UPDATED_AT',
} as const;
type SchedulerSort = keyof typeof SchedulerSortEnum;

registerEnumType(SchedulerSortEnum, {
  name: 'SchedulerSort',
  description: 'What schedulers can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name, without regard to case.' },
    ACTIVE: { description: 'Inactive before active.' },
    CREATED_AT: { description: 'When it was created.' },
    UPDATED_AT: { description: 'When it was last changed.' },
  },
});

export const schedulerListing: Listing<Scheduler, SchedulerSort> = {
  name: 'scheduler',
  entity: Scheduler,
  table: 'scheduler',
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name_folded')],
    ACTIVE: [number('active')],
    CREATED_AT: [number('created_at')],
    UPDATED_AT: [number('updated_at')],
  },
};
