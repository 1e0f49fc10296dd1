import DataLoader from 'dataloader';
import type { Database } from '../../database/database.js';
import type { Connection } from '../paging/connection.js';
import type { PageRequest } from '../paging/listing.js';
import { paginate } from '../paging/paginate.js';

/** Reads the same page of many parents' lists together: a list inside a list costs one statement, not one per row. */
export class PageLoader {
  private readonly loaders = new Map<string, DataLoader<number, Connection<object>>>();

  constructor(private readonly database: Database) {}

  async load<T extends object>(request: PageRequest<T>, parentId: number): Promise<Connection<T>> {
    const key = JSON.stringify({ ...request, listing: request.listing.name });
    const known = this.loaders.get(key);
    const loader = known ?? this.createLoader(request as PageRequest<object>);
    if (!known) this.loaders.set(key, loader);
    return (await loader.load(parentId)) as Connection<T>;
  }

  private createLoader(request: PageRequest<object>): DataLoader<number, Connection<object>> {
    return new DataLoader(async (parentIds) => {
      const pages = await paginate(this.database, request, parentIds);
      return parentIds.map((id) => pages.get(id) ?? new Error(`no page for parent ${id}`));
    });
  }
}
