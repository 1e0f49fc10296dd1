import DataLoader from 'dataloader';
import type { Database } from '../../database/database.js';
import type { NeededColumns } from '../columns/needed-columns.js';
import type { Connection } from '../paging/connection.js';
import type { PageRequest } from '../paging/listing.js';
import { paginate } from '../paging/paginate.js';

/** Reads the same page of many parents' lists together: a list inside a list costs one statement, not one per row. */
export class PageLoader {
  private readonly loaders = new Map<string, DataLoader<number, Connection<object>>>();

  constructor(
    private readonly database: Database,
    private readonly needed: NeededColumns | null,
  ) {}

  load<T extends object>(request: PageRequest<T>, parentId: number): Promise<Connection<T>> {
    const key = keyOf(request);
    const known = this.loaders.get(key);
    const loader = known ?? this.createLoader(request as PageRequest<object>);
    if (!known) this.loaders.set(key, loader);
    return loader.load(parentId) as Promise<Connection<T>>;
  }

  private createLoader(request: PageRequest<object>): DataLoader<number, Connection<object>> {
    return new DataLoader(async (parentIds) => {
      const pages = await paginate(this.database, { request, needed: this.needed }, parentIds);
      return parentIds.map((id) => pages.get(id) ?? new Error(`no page for parent ${id}`));
    });
  }
}

/** By hand, since it is asked for once for each parent. What comes from outside is quoted. */
const keyOf = <T extends object>({ listing, parentColumn, where, sort, direction, range }: PageRequest<T>): string => {
  const { size, walk, after, before } = range;
  const fixed = `${listing.name} ${parentColumn} ${sort} ${direction} ${size} ${walk}`;
  const isWhole = after === null && before === null && where.length === 0;
  return isWhole ? fixed : `${fixed} ${JSON.stringify([after, before, where])}`;
};
