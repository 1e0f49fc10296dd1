import { registerEnumType } from 'type-graphql';
import { App } from '../../entities/app.js';
import { type Listing, number, text } from '../paging/listing.js';

export const AppSortEnum = {
  ID: 'ID',
  NAME: 'NAME',
  CREATED_AT: 'CREATED_AT',
  UPDATED_AT: 'UPDATED_AT',
} as const;
type AppSort = keyof typeof AppSortEnum;

registerEnumType(AppSortEnum, {
  name: 'AppSort',
  description: 'What applications can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name.' },
    CREATED_AT: { description: 'When it was created.' },
    UPDATED_AT: { description: 'When it was last changed.' },
  },
});

export const appListing: Listing<App, AppSort> = {
  name: 'app',
  entity: App,
  table: 'app',
  omit: ['credentials'],
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name')],
    CREATED_AT: [number('created_at')],
    UPDATED_AT: [number('updated_at')],
  },
};
