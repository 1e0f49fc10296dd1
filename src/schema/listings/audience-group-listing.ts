import { registerEnumType } from 'type-graphql';
import { AudienceGroup } from '../../entities/audience-group.js';
import { type Listing, number, text } from '../paging/listing.js';

export const AudienceGroupSortEnum = {
  ID: 'ID',
  NAME: 'NAME',
  CREATED_AT: 'CREATED_AT',
  UPDATED_AT: 'UPDATED_AT',
} as const;
type AudienceGroupSort = keyof typeof AudienceGroupSortEnum;

registerEnumType(AudienceGroupSortEnum, {
  name: 'AudienceGroupSort',
  description: 'What audience groups can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name.' },
    CREATED_AT: { description: 'When it was created.' },
    UPDATED_AT: { description: 'When it was last changed.' },
  },
});

export const audienceGroupListing: Listing<AudienceGroup, AudienceGroupSort> = {
  name: 'audienceGroup',
  entity: AudienceGroup,
  table: 'audience_group',
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name')],
    CREATED_AT: [number('created_at')],
    UPDATED_AT: [number('updated_at')],
  },
};
