import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { App } from '../../entities/app.js';
import { AppGroup } from '../../entities/app-group.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { type CredentialStatus, credentialStatusOf } from '../../services/apps/credential-status.js';
import { adviseOn, reasonCodeOf } from '../../services/deliveries/advise.js';
import { AppGroupType } from '../app-groups/app-group-types.js';
import { ReasonCodeEnum } from '../deliveries/reason-code.js';
import { AppOrderInput, AppWhereInput, appListing } from './app-listing.js';
import { AppConnection, AppType, CredentialStatusEnum } from './app-types.js';

@Resolver(() => AppType)
export class AppResolver {
  @Reads()
  @Query(() => AppType, { nullable: true, description: 'An application, or null if there is none with this id.' })
  async app(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Its global id.' }) globalId: string,
  ): Promise<App | null> {
    context.require('read');
    const id = databaseIdOf('App', globalId);
    return id === null ? null : context.loaders.apps.load(id);
  }

  @Reads()
  @Query(() => AppConnection, { description: 'Your applications.' })
  apps(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => AppWhereInput, { nullable: true, description: 'Which ones.' }) where?: AppWhereInput | null,
    @Arg('orderBy', () => AppOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: AppOrderInput | null,
  ): Promise<Connection<App>> {
    context.require('read');
    const request = toPageRequest(appListing, {
      parentColumn: 'user_id',
      page,
      where: AppWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Reads<App>('id')
  @FieldResolver(() => [AppGroupType], { description: 'The application groups that it is in.' })
  groups(@Root() app: App, @Ctx() context: GraphContext): Promise<AppGroup[]> {
    return context.loaders.groupsOfApps.load(app.id);
  }

  @Reads<App>('credentialsComplete', 'credentialsVersion', 'credentialsProven', 'pausedUntil', 'pauseReason')
  @FieldResolver(() => CredentialStatusEnum, { description: 'Whether its credentials work.' })
  credentialStatus(@Root() app: App): CredentialStatus {
    return credentialStatusOf(app);
  }

  @Reads<App>('pushProvider', 'pauseReason')
  @FieldResolver(() => ReasonCodeEnum, {
    nullable: true,
    description: 'What `pauseReason` means; null if it is not paused, or only the provider knows.',
  })
  pauseReasonCode(@Root() app: App): string | null {
    return reasonCodeOf(app, app.pauseReason);
  }

  @Reads<App>('pushProvider', 'pauseReason')
  @FieldResolver(() => String, { nullable: true, description: 'What to do about `pauseReason`, where that is known.' })
  pauseAdvice(@Root() app: App): string | null {
    return adviseOn(app, app.pauseReason);
  }

  @Reads<App>('id')
  @FieldResolver(() => Int, {
    description:
      'WEBPUSH: active devices that cannot be reached, since their subscription was made with a VAPID key that is none of this application; as noticed by sending in the last 30 days. They must subscribe again with `vapidKeyPublic`.',
  })
  foreignSubscriptionCount(@Root() { id }: App, @Ctx() context: GraphContext): Promise<number> {
    return context.loaders.foreignSubscriptions.load(id);
  }
}
