import { registerEnumType } from 'type-graphql';
import { AppGroup } from '../../entities/app-group.js';
import { type Listing, number, text } from '../paging/listing.js';

export const AppGroupSortEnum = { ID: 'ID', NAME: 'NAME', CREATED_AT: 'CREATED_AT', UPDATED_AT: 'UPDATED_AT' } as const;
type AppGroupSort = keyof typeof AppGroupSortEnum;

registerEnumType(AppGroupSortEnum, {
  name: 'AppGroupSort',
  description: 'What application groups can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name.' },
    CREATED_AT: { description: 'When it was created.' },
    UPDATED_AT: { description: 'When it was last changed.' },
  },
});

export const appGroupListing: Listing<AppGroup, AppGroupSort> = {
  name: 'appGroup',
  entity: AppGroup,
  table: 'app_group',
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name')],
    CREATED_AT: [number('created_at')],
    UPDATED_AT: [number('updated_at')],
  },
};
