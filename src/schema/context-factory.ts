import { GraphContext, type Requester } from './context.js';
import type { GraphqlDeps } from './graphql-deps.js';
import { createLoaders } from './loaders/create-loaders.js';

/** Makes the context of each operation. */
export class ContextFactory {
  constructor(private readonly deps: GraphqlDeps) {}

  create(requester: Requester): GraphContext {
    const { services, status } = this.deps;
    const newLoaders = () => createLoaders(this.deps, requester.caller.userId);
    return new GraphContext({ services, status, createLoaders: newLoaders }, requester);
  }
}
