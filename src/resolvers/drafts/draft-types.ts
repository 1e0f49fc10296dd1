import { Field, Int, ObjectType } from 'type-graphql';
import { CampaignDraft } from '../../entities/campaign-draft.js';
import { Costly } from '../../schema/limits/costly.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { DateTimeScalar, JSONObjectScalar } from '../../schema/scalars/scalars.js';

/** Its values are rows of `campaign_draft`. */
@ObjectType('CampaignDraft', {
  implements: Node,
  simpleResolvers: true,
  description: 'A campaign that is being composed, as the console keeps it; nothing of it is sent.',
})
export class CampaignDraftType {
  @Field(() => String, { description: 'The name, 1 to 255 characters.' })
  readonly name!: string;

  @Costly(100)
  @Field(() => JSONObjectScalar, { description: 'What whoever composes it has saved.' })
  readonly content!: Readonly<Record<string, unknown>>;

  @Field(() => Int, { description: 'One more each time that it is saved; from 1.' })
  readonly version!: number;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last saved.' })
  readonly updatedAt!: Date;
}

export const CampaignDraftConnection = connectionType('CampaignDraft', 'drafts', () => CampaignDraftType);

@ObjectType({ description: 'The answer to a draft that was saved.', simpleResolvers: true })
export class CampaignDraftPayload {
  @Field(() => CampaignDraftType, {
    nullable: true,
    description: 'The draft as it is now; null if nothing was saved.',
  })
  readonly draft!: CampaignDraft | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
