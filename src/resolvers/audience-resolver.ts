import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { Tag } from '../entities/tag.js';
import { Reads } from '../schema/columns/reads.js';
import { AudienceConnection } from '../schema/connections.js';
import { GraphContext } from '../schema/context.js';
import { databaseIdOf } from '../schema/global-id.js';
import { AudienceOrderInput } from '../schema/inputs/audience-order-input.js';
import { AudienceWhereInput } from '../schema/inputs/audience-where-input.js';
import { audienceListing } from '../schema/listings/audience-listing.js';
import type { Connection } from '../schema/paging/connection.js';
import { PageArgs } from '../schema/paging/page-args.js';
import { toPageRequest } from '../schema/paging/to-page-request.js';

@Resolver(() => Tag)
export class AudienceResolver {
  @Reads()
  @Query(() => Tag, { nullable: true, description: 'An audience, or null if there is none with this id.' })
  async audience(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Its global id.' }) globalId: string,
  ): Promise<Tag | null> {
    context.require('read');
    const id = databaseIdOf('Audience', globalId);
    return id === null ? null : context.loaders.audiences.load(id);
  }

  @Reads()
  @Query(() => AudienceConnection, { description: 'The tags that your devices have ever carried.' })
  audiences(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => AudienceWhereInput, { nullable: true, description: 'Which ones.' })
    where?: AudienceWhereInput | null,
    @Arg('orderBy', () => AudienceOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: AudienceOrderInput | null,
  ): Promise<Connection<Tag>> {
    context.require('read');
    const request = toPageRequest(audienceListing, {
      parentColumn: 'user_id',
      page,
      where: AudienceWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Reads<Tag>('id')
  @FieldResolver(() => Int, {
    description: 'How many devices carry it, also those that are not active; counted only if asked for.',
  })
  deviceCount(@Root() { id }: Tag, @Ctx() context: GraphContext): Promise<number> {
    return context.loaders.devicesOfTags.load(id);
  }
}
