import { registerEnumType } from 'type-graphql';
import { Tag } from '../../entities/tag.js';
import { type Listing, number, text } from '../paging/listing.js';

export const AudienceSortEnum = { ID: 'ID', NAME: 'NAME' } as const;
type AudienceSort = keyof typeof AudienceSortEnum;

registerEnumType(AudienceSortEnum, {
  name: 'AudienceSort',
  description: 'What audiences can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name.' },
  },
});

export const audienceListing: Listing<Tag, AudienceSort> = {
  name: 'audience',
  entity: Tag,
  table: 'tag',
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name')],
  },
};
