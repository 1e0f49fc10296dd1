import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Media } from '../../entities/media.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import { answerDeletion, DeletePayload } from '../../schema/mutations/answer.js';
import { MediaTotals, MediaType, mediaListing } from './media-types.js';

const NAMES = { root: 'input', places: { id: 'id', even_if_used: 'evenIfUsed' } };

@Resolver(() => MediaType)
export class MediaResolver {
  @Reads<Media>('hash', 'state')
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Public address, valid until the image is deleted. Its content never changes. Null while the image is being stored or deleted.',
  })
  url(@Root() { hash, state }: Media, @Ctx() { origin }: GraphContext): string | null {
    return state === 'stored' ? `${origin}/media/${hash}` : null;
  }

  @Costly(2)
  @Reads<Media>('id')
  @FieldResolver(() => Int, {
    description: 'Number of stored pushes of the account that show the image in any of their translations.',
  })
  pushCount(@Root() { id }: Media, @Ctx() { loaders }: GraphContext): Promise<number> {
    return loaders.pushesUsingMedia.load(id);
  }

  @Costly(10)
  @Query(() => MediaTotals, { description: 'How much space the images of the account take, and its limits.' })
  mediaUsage(@Ctx() context: GraphContext): Promise<MediaTotals> {
    context.require('read');
    return context.services.media.usage(context.caller);
  }

  @Mutation(() => DeletePayload, {
    description:
      'Deletes an image and its file. Its address then answers 404, also in messages that were already sent. Irreversible.',
  })
  mediaDelete(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Global id of the image.' }) id: string,
    @Arg('evenIfUsed', () => Boolean, {
      defaultValue: false,
      description: 'Whether to delete an image that stored pushes show. Otherwise the error is CONFLICT.',
    })
    evenIfUsed: boolean,
  ) {
    const { services, caller } = context;
    const target = { type: 'Media', noun: 'image', globalId: id } as const;
    const work = (number: number) => services.media.delete(caller, number, { evenIfUsed });
    return answerDeletion(context, { names: NAMES, target, work });
  }
}

mediaListing.addQuery(MediaResolver, 'media', {
  description: 'The uploaded images of the account.',
  orderBy: { field: 'CREATED_AT', direction: 'DESC' },
});
