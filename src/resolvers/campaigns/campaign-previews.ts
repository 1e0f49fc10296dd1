import { Arg, Ctx, Field, ID, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { COUNT_OF_DEVICES, Costly } from '../../schema/limits/costly.js';
import { settle, UserError } from '../../schema/mutations/user-errors.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { CapPreview, toCapPreview } from '../users/frequency-cap-resolver.js';
import { CampaignSchedulerInput, readPreviewed } from './campaign-inputs.js';

const SCHEDULER = 'The scheduler as in `campaignCreate`.';
const BROKEN = 'The rules that the campaign would break.';

@ObjectType({ description: 'How long a campaign takes at its speed.', simpleResolvers: true })
export class SpeedPreview {
  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the last message of its next moment is sent. Null if its speed sets no limit, without a next moment, and for auto-push.',
  })
  readonly lastMessageAt!: Date | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Seconds from the first to the last message of a moment, or of a wave in local time. Null if its speed sets no limit, and for auto-push.',
  })
  readonly seconds!: number | null;

  @Field(() => Boolean, {
    description: 'True if messages would expire before they are sent; activation is then refused with `TOO_SLOW`.',
  })
  readonly isTooSlow!: boolean;
}

@ObjectType({ description: 'The result of `speedPreview`.', simpleResolvers: true })
export class SpeedPreviewPayload {
  @Field(() => SpeedPreview, { nullable: true, description: 'The preview; null if the campaign breaks rules.' })
  readonly preview!: SpeedPreview | null;

  @Field(() => [UserError], { description: BROKEN })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The result of `campaignCapPreview`.', simpleResolvers: true })
export class CampaignCapPreviewPayload {
  @Field(() => CapPreview, { nullable: true, description: 'The preview; null if the campaign breaks rules.' })
  readonly preview!: CapPreview | null;

  @Field(() => [UserError], { description: BROKEN })
  readonly userErrors!: readonly UserError[];
}

/** Answers questions about a campaign before it is saved. */
@Resolver()
export class CampaignPreviews {
  @Costly(COUNT_OF_DEVICES)
  @Query(() => SpeedPreviewPayload, {
    description:
      'When the last message of a campaign would be sent, estimated from the devices that it reaches now and its speed. Saves nothing.',
  })
  async speedPreview(
    @Ctx() context: GraphContext,
    @Arg('scheduler', () => CampaignSchedulerInput, { description: SCHEDULER }) scheduler: CampaignSchedulerInput,
    @Arg('pushes', () => Int, { defaultValue: 1, description: 'Number of its pushes, 1 to 20.' }) pushes: number,
  ): Promise<SpeedPreviewPayload> {
    context.require('read');
    const { caller, services, signal } = context;
    const { names, toScheduler } = readPreviewed(scheduler);
    const work = async () => services.lastMessage.preview(caller, toScheduler(), { pushes, signal });
    const { value, userErrors } = await settle(names, work);
    return { preview: value, userErrors };
  }

  @Costly(1_000)
  @Query(() => CampaignCapPreviewPayload, {
    description:
      'Checks the messages that a campaign would send now against the frequency caps, as `capPreview` does. Saves, sends and counts nothing.',
  })
  async campaignCapPreview(
    @Ctx() context: GraphContext,
    @Arg('scheduler', () => CampaignSchedulerInput, { description: SCHEDULER }) scheduler: CampaignSchedulerInput,
    @Arg('categoryIds', () => [ID], {
      nullable: 'items',
      description: 'Global id of the category of each push, 20 at most; null for a push without one.',
    })
    categoryIds: (string | null)[],
  ): Promise<CampaignCapPreviewPayload> {
    context.require('read');
    const { caller, services, signal } = context;
    const { names, toScheduler } = readPreviewed(scheduler);
    const ids = categoryIds.map((id) => (id === null ? null : databaseIdOf('Category', id)));
    const work = async () => services.capPreview.previewDraft(caller, toScheduler(), { categoryIds: ids, signal });
    const { value, userErrors } = await settle(names, work);
    return { preview: value && toCapPreview(value), userErrors };
  }
}
