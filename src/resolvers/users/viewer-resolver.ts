import { Arg, Args, Ctx, FieldResolver, Query, Resolver } from 'type-graphql';
import { ApiKey } from '../../entities/api-key.js';
import { notFound } from '../../errors.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { ApiKeyConnection, ApiKeyType, ApiKeyWhereInput, apiKeyListing } from '../keys/api-key-types.js';
import { Viewer } from './user-types.js';

@Resolver(() => Viewer)
export class ViewerResolver {
  @Reads()
  @Query(() => Viewer, { description: 'Who you are, and what you may do.' })
  async viewer(@Ctx() context: GraphContext): Promise<Viewer> {
    const user = await context.loaders.users.load(context.caller.userId);
    if (!user) throw notFound('user');
    return { user, scopes: context.caller.scopes };
  }

  @Reads()
  @FieldResolver(() => ApiKeyType, {
    nullable: true,
    description: 'The key that you are using; null for a member who has signed in.',
  })
  async apiKey(@Ctx() { caller, loaders }: GraphContext): Promise<ApiKey | null> {
    return caller.keyId === null ? null : loaders.apiKeys.load(caller.keyId);
  }

  @Reads()
  @FieldResolver(() => ApiKeyConnection, { description: 'All your API keys, in the order in which they were made.' })
  async apiKeys(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => ApiKeyWhereInput, { nullable: true, description: 'Which ones.' })
    where?: ApiKeyWhereInput | null,
  ): Promise<Connection<ApiKey>> {
    context.require('read');
    const request = toPageRequest(apiKeyListing, {
      parentColumn: 'user_id',
      page,
      where: ApiKeyWhereInput.toConditions(where, context.services.apiKeys.now()),
      orderBy: { field: 'ID', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }
}
