import { App } from '../../entities/app.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CHANGE, BY_CREATION, BY_ID, BY_NAME } from '../../schema/paging/list-inputs.js';
import { number } from '../../schema/paging/listing.js';
import { anyOf, flag, partOf } from '../../schema/paging/where-fields.js';
import { AppType, PushProviderEnum } from './app-types.js';

export const appListing = defineListing({
  name: 'app',
  noun: 'App',
  plural: 'applications',
  type: () => AppType,
  entity: App,
  table: 'app',
  omit: ['credentials'],
  key: [number('id')],
  sorts: { ID: BY_ID, NAME: BY_NAME, CREATED_AT: BY_CREATION, UPDATED_AT: BY_CHANGE },
  where: {
    archived: flag('archived', 'True: only archived applications. False: only the others.'),
    pushProvider: anyOf(PushProviderEnum, 'push_provider', 'Applications with any of these providers.'),
    nameContains: partOf('name', 'Part of the name. ASCII letters match in either case.'),
  },
});
