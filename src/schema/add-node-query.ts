import { Arg, Ctx, ID, Query } from 'type-graphql';
import { Reads } from './columns/reads.js';
import type { GraphContext } from './context.js';
import { databaseIdOf, type IdType } from './global-id.js';
import { NODE_KINDS } from './node-registry.js';

interface NodeQuery {
  readonly type: IdType;
  /** The name of the object in the description. */
  readonly noun: string;
  output(): object;
}

/** Adds the query for one object by its global id to a resolver: null for everything that the caller does not have. */
export const addNodeQuery = (Resolver: new () => object, name: string, { type, noun, output }: NodeQuery): void => {
  const prototype = Resolver.prototype as Record<string, unknown>;
  prototype[name] = async (context: GraphContext, globalId: string): Promise<object | null> => {
    context.require('read');
    const id = databaseIdOf(type, globalId);
    return id === null ? null : NODE_KINDS[type].load(context, id);
  };
  Ctx()(prototype, name, 0);
  Arg('id', () => ID, { description: `Global id of the ${noun}.` })(prototype, name, 1);
  Reads()(prototype, name);
  const description = `The ${noun} with this id; null if it does not exist.`;
  Query(output, { nullable: true, description })(prototype, name, {});
};
