import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { Push } from '../../entities/push.js';
import { Scheduler } from '../../entities/scheduler.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Costly, CostlyToScan } from '../../schema/limits/costly.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import type { TranslationRow } from '../../services/pushes/push-listing.js';
import { SchedulerType } from '../schedulers/scheduler-types.js';
import { PUSH_SCAN, PushOrderInput, PushWhereInput, pushListingFor } from './push-listing.js';
import { PushConnection, PushType, TranslationType } from './push-types.js';

@Resolver(() => PushType)
export class PushResolver {
  @Reads()
  @Query(() => PushType, { nullable: true, description: 'A push, or null if there is none with this id.' })
  async push(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Its global id.' }) globalId: string,
  ): Promise<Push | null> {
    context.require('read');
    const id = databaseIdOf('Push', globalId);
    return id === null ? null : context.loaders.pushes.load(id);
  }

  @CostlyToScan(PUSH_SCAN)
  @Reads()
  @Query(() => PushConnection, { description: 'Your pushes.' })
  pushes(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => PushWhereInput, { nullable: true, description: 'Which ones.' }) where?: PushWhereInput | null,
    @Arg('orderBy', () => PushOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: PushOrderInput | null,
  ): Promise<Connection<Push>> {
    context.require('read');
    const request = toPageRequest(pushListingFor(where), {
      parentColumn: 'user_id',
      page,
      where: PushWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Reads<Push>('status')
  @FieldResolver(() => Boolean, { description: 'Active; a deactivated push is not sent.' })
  active(@Root() push: Push): boolean {
    return push.status === 1;
  }

  @Costly(20)
  @Reads<Push>('id')
  @FieldResolver(() => [TranslationType], { description: 'The message in each language.' })
  translations(@Root() push: Push, @Ctx() context: GraphContext): Promise<TranslationRow[]> {
    return context.loaders.translations.load(push.id);
  }

  @Reads<Push>('schedulerId')
  @FieldResolver(() => SchedulerType, {
    nullable: true,
    description: 'The scheduler that sends it; null if it is not bound.',
  })
  async scheduler(@Root() push: Push, @Ctx() context: GraphContext): Promise<Scheduler | null> {
    return push.schedulerId === null ? null : context.loaders.schedulers.load(push.schedulerId);
  }
}
