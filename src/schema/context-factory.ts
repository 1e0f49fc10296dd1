import type { NeededColumns } from './columns/needed-columns.js';
import { GraphContext, type Requester } from './context.js';
import type { GraphqlDeps } from './graphql-deps.js';
import { createLoaders, type Loaders } from './loaders/create-loaders.js';

/** Makes the context of each operation. */
export class ContextFactory {
  private readonly shared = new WeakMap<object, Loaders>();

  constructor(private readonly deps: Omit<GraphqlDeps, 'costs' | 'addresses'>) {}

  create(requester: Requester): GraphContext {
    const { database, services, runs, status } = this.deps;
    const { userId } = requester.caller;
    const newLoaders = (needed: NeededColumns | null) => createLoaders({ database, services, runs, userId, needed });
    const loadersFor = (shared: object) => this.loadersFor(shared, () => newLoaders(null));
    return new GraphContext({ services, status, createLoaders: newLoaders, loadersFor }, requester);
  }

  private loadersFor(shared: object, create: () => Loaders): Loaders {
    const known = this.shared.get(shared);
    if (known) return known;
    const made = create();
    this.shared.set(shared, made);
    return made;
  }
}
