import { Ctx, Query, Resolver } from 'type-graphql';
import { notFound } from '../errors.js';
import { GraphContext } from '../schema/context.js';
import { Viewer } from '../schema/types/viewer.js';

@Resolver()
export class ViewerResolver {
  @Query(() => Viewer, { description: 'Who you are, and what your key may do.' })
  async viewer(@Ctx() context: GraphContext): Promise<Viewer> {
    const user = await context.loaders.users.load(context.caller.userId);
    if (!user) throw notFound('user');
    return { user, scopes: context.caller.scopes };
  }
}
