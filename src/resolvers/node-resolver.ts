import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { badInput } from '../errors.js';
import { Reads } from '../schema/columns/reads.js';
import { GraphContext } from '../schema/context.js';
import { parseGlobalId } from '../schema/global-id.js';
import { Node } from '../schema/node.js';
import { NODE_KINDS } from '../schema/node-registry.js';

const MAX_IDS = 100;

@Resolver()
export class NodeResolver {
  @Reads()
  @Query(() => Node, { nullable: true, description: 'The object with this global id; null if it does not exist.' })
  async node(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Global id.' }) id: string,
  ): Promise<object | null> {
    context.require('read');
    return load(context, id);
  }

  @Reads()
  @Query(() => [Node], {
    nullable: 'items',
    description: 'The objects with these global ids, in the same order; null for each id without an object.',
  })
  async nodes(
    @Ctx() context: GraphContext,
    @Arg('ids', () => [ID], { description: 'Up to 100 global ids.' }) ids: string[],
  ): Promise<(object | null)[]> {
    context.require('read');
    if (ids.length > MAX_IDS) throw badInput('ids', `\`ids\` must have at most ${MAX_IDS} entries.`);
    return Promise.all(ids.map((id) => load(context, id)));
  }
}

const load = async (context: GraphContext, globalId: string): Promise<object | null> => {
  const parsed = parseGlobalId(globalId);
  return parsed && NODE_KINDS[parsed.type].load(context, parsed.id);
};
