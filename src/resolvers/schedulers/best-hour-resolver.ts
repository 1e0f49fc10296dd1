import { Arg, Ctx, Field, ID, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { requireDatabaseId } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';

@ObjectType({ description: 'The devices that would get a message in one local hour.', simpleResolvers: true })
export class BestHourCount {
  @Field(() => Int, { description: 'The hour by the clock of the device, 0 to 23.' })
  readonly hour!: number;

  @Field(() => Int, { description: 'Number of devices.' })
  readonly count!: number;
}

@ObjectType({ description: 'When the devices of a scheduler would get its messages.', simpleResolvers: true })
export class BestHourPreview {
  @Field(() => Int, { description: 'Number of devices examined, at most about 50,000.' })
  readonly devices!: number;

  @Field(() => Int, { description: 'Number of them whose own users have a best hour.' })
  readonly byUser!: number;

  @Field(() => Int, { description: 'Number of them in the best hour of their application.' })
  readonly byApplication!: number;

  @Field(() => Int, {
    description:
      'Number of them at the configured time, because nothing else is known, or because their best hour lies in quiet hours or after the message expires.',
  })
  readonly byConfiguredTime!: number;

  @Field(() => Int, { description: 'Number of them at the configured time for comparison.' })
  readonly inControl!: number;

  @Field(() => Int, {
    description:
      'Number of them that get no message: they opted out, are in the control group of the experiment or in the holdout, or quiet hours drop it.',
  })
  readonly withoutMessage!: number;

  @Field(() => [BestHourCount], {
    description: 'The devices by local hour, without those at the configured time. Hours without devices are left out.',
  })
  readonly byHour!: readonly BestHourCount[];

  @Field(() => Boolean, { description: 'False if the audience is larger, or the 3 seconds were over.' })
  readonly isComplete!: boolean;
}

@Resolver()
export class BestHourResolver {
  @Costly(1_000)
  @Query(() => BestHourPreview, {
    nullable: true,
    description:
      'The local hours in which the audience of a scheduler would get a message of its next moment, or of the present without one. Null if its messages do not wait for a best hour. Sends nothing.',
  })
  async bestHourPreview(
    @Ctx() context: GraphContext,
    @Arg('schedulerId', () => ID, { description: 'Global id of a scheduler.' }) schedulerId: string,
  ): Promise<BestHourPreview | null> {
    context.require('read');
    const id = requireDatabaseId('Scheduler', schedulerId, 'scheduler');
    const { bestHourPreview } = context.services;
    const preview = await bestHourPreview.preview(context.caller, id, context.signal);
    if (preview === null) return null;
    const { devices, by, byHour, isComplete } = preview;
    return {
      ...{ devices, isComplete },
      byUser: by.USER,
      byApplication: by.APPLICATION,
      byConfiguredTime: by.CONFIGURED,
      inControl: by.CONTROL,
      withoutMessage: by.NONE,
      byHour: byHour.map((count, hour) => ({ hour, count })).filter(({ count }) => count > 0),
    };
  }
}
