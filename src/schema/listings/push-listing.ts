import { registerEnumType } from 'type-graphql';
import { Push } from '../../entities/push.js';
import { type Listing, number } from '../paging/listing.js';

export const PushSortEnum = {
  ID: 'ID',
  POSITION: 'POSITION',
  CREATED_AT: 'CREATED_AT',
  UPDATED_AT: 'UPDATED_AT',
} as const;
type PushSort = keyof typeof PushSortEnum;

registerEnumType(PushSortEnum, {
  name: 'PushSort',
  description: 'What pushes can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    POSITION: { description: 'The order in which they were bound to their scheduler and are sent.' },
    CREATED_AT: { description: 'When it was created.' },
    UPDATED_AT: { description: 'When it was last changed.' },
  },
});

export const pushListing: Listing<Push, PushSort> = {
  name: 'push',
  entity: Push,
  table: 'push',
  key: [number('id')],
  sorts: {
    ID: [],
    POSITION: [number('position')],
    CREATED_AT: [number('created_at')],
    UPDATED_AT: [number('updated_at')],
  },
};
