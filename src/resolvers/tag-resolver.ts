import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { Tag } from '../entities/tag.js';
import { Reads } from '../schema/columns/reads.js';
import { TagConnection } from '../schema/connections.js';
import { GraphContext } from '../schema/context.js';
import { databaseIdOf } from '../schema/global-id.js';
import { TagOrderInput } from '../schema/inputs/tag-order-input.js';
import { TagWhereInput } from '../schema/inputs/tag-where-input.js';
import { Costly } from '../schema/limits/costly.js';
import { tagListing } from '../schema/listings/tag-listing.js';
import type { Connection } from '../schema/paging/connection.js';
import { PageArgs } from '../schema/paging/page-args.js';
import { toPageRequest } from '../schema/paging/to-page-request.js';

@Resolver(() => Tag)
export class TagResolver {
  @Reads()
  @Query(() => Tag, { nullable: true, description: 'A tag, or null if there is none with this id.' })
  async tag(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Its global id.' }) globalId: string,
  ): Promise<Tag | null> {
    context.require('read');
    const id = databaseIdOf('Tag', globalId);
    return id === null ? null : context.loaders.tags.load(id);
  }

  @Reads()
  @Query(() => TagConnection, { description: 'The tags that your devices have ever carried.' })
  tags(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => TagWhereInput, { nullable: true, description: 'Which ones.' })
    where?: TagWhereInput | null,
    @Arg('orderBy', () => TagOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: TagOrderInput | null,
  ): Promise<Connection<Tag>> {
    context.require('read');
    const request = toPageRequest(tagListing, {
      parentColumn: 'user_id',
      page,
      where: TagWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Reads<Tag>('id')
  @Costly(20)
  @FieldResolver(() => Int, {
    description: 'How many devices carry it, also those that are not active; counted only if asked for.',
  })
  deviceCount(@Root() { id }: Tag, @Ctx() context: GraphContext): Promise<number> {
    return context.loaders.devicesOfTags.load(id);
  }
}
