import { registerEnumType } from 'type-graphql';
import { TagGroup } from '../../entities/tag-group.js';
import { type Listing, number, text } from '../paging/listing.js';

export const TagGroupSortEnum = {
  ID: 'ID',
  NAME: 'NAME',
  CREATED_AT: 'CREATED_AT',
  UPDATED_AT: 'UPDATED_AT',
} as const;
type TagGroupSort = keyof typeof TagGroupSortEnum;

registerEnumType(TagGroupSortEnum, {
  name: 'TagGroupSort',
  description: 'What tag groups can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name.' },
    CREATED_AT: { description: 'When it was created.' },
    UPDATED_AT: { description: 'When it was last changed.' },
  },
});

export const tagGroupListing: Listing<TagGroup, TagGroupSort> = {
  name: 'tagGroup',
  entity: TagGroup,
  table: 'audience_group',
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name')],
    CREATED_AT: [number('created_at')],
    UPDATED_AT: [number('updated_at')],
  },
};
