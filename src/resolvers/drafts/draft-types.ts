import { Field, Int, ObjectType } from 'type-graphql';
import { CampaignDraft } from '../../entities/campaign-draft.js';
import { Costly } from '../../schema/limits/costly.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CREATION, BY_ID, BY_NAME } from '../../schema/paging/list-inputs.js';
import { number } from '../../schema/paging/listing.js';
import { before, from, partOf } from '../../schema/paging/where-fields.js';
import { DateTimeScalar, JSONObjectScalar } from '../../schema/scalars/scalars.js';

/** Its values are rows of `campaign_draft`. */
@ObjectType('CampaignDraft', {
  implements: Node,
  simpleResolvers: true,
  description: 'An unfinished campaign, as saved by the console. Drafts are never sent.',
})
export class CampaignDraftType {
  @Field(() => String, { description: 'Name, 1 to 255 characters.' })
  readonly name!: string;

  @Costly(100)
  @Field(() => JSONObjectScalar, { description: 'The saved content, in the form that the client chose.' })
  readonly content!: Readonly<Record<string, unknown>>;

  @Field(() => Int, { description: 'Starts at 1 and increases by one with each save.' })
  readonly version!: number;

  @Field(() => DateTimeScalar, { description: 'When the draft was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the draft was last saved.' })
  readonly updatedAt!: Date;
}

export const draftListing = defineListing({
  name: 'campaignDraft',
  noun: 'CampaignDraft',
  plural: 'drafts',
  type: () => CampaignDraftType,
  entity: CampaignDraft,
  table: 'campaign_draft',
  key: [number('id')],
  sorts: {
    ID: BY_ID,
    NAME: BY_NAME,
    CREATED_AT: BY_CREATION,
    UPDATED_AT: { by: [number('updated_at')], description: 'Time of the last save.' },
  },
  where: {
    nameContains: partOf('name', 'Part of the name. ASCII letters match in either case.'),
    updatedFrom: from('updated_at', 'Earliest time of the last save, inclusive.'),
    updatedBefore: before('updated_at', 'Latest time of the last save, exclusive.'),
  },
});
