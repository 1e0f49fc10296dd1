import { Field, InputType, registerEnumType } from 'type-graphql';
import { CampaignDraft } from '../../entities/campaign-draft.js';
import {
  type Condition,
  compare,
  conditions,
  contains,
  type Direction,
  type Listing,
  number,
  OrderDirectionEnum,
  text,
} from '../../schema/paging/listing.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

export const CampaignDraftSortEnum = {
  ID: 'ID',
  NAME: 'NAME',
  CREATED_AT: 'CREATED_AT',
  UPDATED_AT: 'UPDATED_AT',
} as const;
type CampaignDraftSort = keyof typeof CampaignDraftSortEnum;

registerEnumType(CampaignDraftSortEnum, {
  name: 'CampaignDraftSort',
  description: 'What drafts can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were made.' },
    NAME: { description: 'The name.' },
    CREATED_AT: { description: 'When it was created.' },
    UPDATED_AT: { description: 'When it was last saved.' },
  },
});

export const draftListing: Listing<CampaignDraft, CampaignDraftSort> = {
  name: 'campaignDraft',
  entity: CampaignDraft,
  table: 'campaign_draft',
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name')],
    CREATED_AT: [number('created_at')],
    UPDATED_AT: [number('updated_at')],
  },
};

@InputType({ description: 'Which drafts; all conditions must hold.' })
export class CampaignDraftWhereInput {
  @Field(() => String, {
    nullable: true,
    description: 'A part of the name, without regard to the case of ASCII letters.',
  })
  nameContains?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Last saved at this moment or later.' })
  updatedFrom?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Last saved before this moment.' })
  updatedBefore?: Date | null;

  static toConditions(where: CampaignDraftWhereInput | null | undefined): Condition[] {
    return conditions(
      contains('name', where?.nameContains),
      compare('updated_at', '>=', where?.updatedFrom),
      compare('updated_at', '<', where?.updatedBefore),
    );
  }
}

@InputType({ description: 'How to sort drafts. Equals are sorted by id.' })
export class CampaignDraftOrderInput {
  @Field(() => CampaignDraftSortEnum, { description: 'By what.' })
  field!: keyof typeof CampaignDraftSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
