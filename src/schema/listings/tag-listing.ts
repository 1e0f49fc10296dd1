import { registerEnumType } from 'type-graphql';
import { Tag } from '../../entities/tag.js';
import { type Listing, number, text } from '../paging/listing.js';

export const TagSortEnum = { ID: 'ID', NAME: 'NAME' } as const;
type TagSort = keyof typeof TagSortEnum;

registerEnumType(TagSortEnum, {
  name: 'TagSort',
  description: 'What tags can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name.' },
  },
});

export const tagListing: Listing<Tag, TagSort> = {
  name: 'tag',
  entity: Tag,
  table: 'tag',
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name')],
  },
};
