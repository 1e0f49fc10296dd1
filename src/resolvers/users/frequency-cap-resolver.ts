import { Arg, Ctx, Field, FieldResolver, ID, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { UserAccount } from '../../entities/user-account.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { requireDatabaseId } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import type { CapPreview as Previewed } from '../../services/audiences/cap-preview-service.js';
import { FrequencyCapsType, toCapType } from './frequency-cap-types.js';
import { UserType } from './user-types.js';

@ObjectType({ description: 'The messages that one frequency cap would refuse.', simpleResolvers: true })
export class CapPreviewCount {
  @Field(() => String, { description: 'The cap as in `deliveryTrace`, such as `3 per 24h, USER`.' })
  readonly cap!: string;

  @Field(() => Int, { description: 'Number of messages that this cap is the first to refuse.' })
  readonly count!: number;
}

@ObjectType({
  description: 'What the frequency caps would do to the messages of a scheduler now.',
  simpleResolvers: true,
})
export class CapPreview {
  @Field(() => Int, {
    description:
      'Number of messages judged, at most 50,000: one for each device and push, or for each device that gets a variant.',
  })
  readonly judged!: number;

  @Field(() => Int, { description: 'Number of them that would end as `CAPPED`.' })
  readonly capped!: number;

  @Field(() => Int, { description: 'Number of them that would be held until every cap allows them.' })
  readonly deferred!: number;

  @Field(() => Boolean, { description: 'False if the audience is larger, or the 3 seconds were over.' })
  readonly isComplete!: boolean;

  @Field(() => [CapPreviewCount], { description: 'Refused messages by cap, most first.' })
  readonly byCap!: readonly CapPreviewCount[];
}

@Resolver(() => UserType)
export class FrequencyCapResolver {
  @Reads<UserAccount>('frequencyCaps')
  @FieldResolver(() => FrequencyCapsType, {
    nullable: true,
    description: 'The frequency caps of the account; null if it has none.',
  })
  frequencyCaps(@Root() { frequencyCaps }: UserAccount): FrequencyCapsType | null {
    return frequencyCaps && { onCapped: frequencyCaps.onCapped, caps: frequencyCaps.caps.map(toCapType) };
  }

  @Costly(1_000)
  @Query(() => CapPreview, {
    description:
      'Checks the messages that a scheduler would send now against the frequency caps. Sends and counts nothing.',
  })
  async capPreview(
    @Ctx() context: GraphContext,
    @Arg('schedulerId', () => ID, { description: 'Global id of a scheduler of any kind.' }) schedulerId: string,
  ): Promise<CapPreview> {
    context.require('read');
    const id = requireDatabaseId('Scheduler', schedulerId, 'scheduler');
    return toCapPreview(await context.services.capPreview.preview(context.caller, id, context.signal));
  }
}

export const toCapPreview = ({ messages, dropped, byCap, ...rest }: Previewed): CapPreview => {
  const counts = [...byCap].map(([cap, count]) => ({ cap, count })).sort((a, b) => b.count - a.count);
  return { ...rest, judged: messages, capped: dropped, byCap: counts };
};
