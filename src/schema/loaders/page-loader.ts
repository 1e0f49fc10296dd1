import DataLoader from 'dataloader';
import type { Database } from '../../database/database.js';
import type { NeededColumns } from '../columns/needed-columns.js';
import type { Connection } from '../paging/connection.js';
import type { PageRequest } from '../paging/listing.js';
import { countRows, paginate } from '../paging/paginate.js';

type PageOfMany = DataLoader<number, Connection<object>>;

/** Reads equal pages of many parents together: a nested list costs one statement, not one per row. */
export class PageLoader {
  private readonly loaders = new Map<string, PageOfMany>();
  private readonly counts = new Map<string, DataLoader<number, number>>();
  private last: { readonly request: PageRequest<object>; readonly loader: PageOfMany } | null = null;

  constructor(
    private readonly database: Database,
    private readonly needed: NeededColumns | null,
    private readonly userId: number,
  ) {}

  load<T extends object>(request: PageRequest<T>, parentId: number): Promise<Connection<T>> {
    const asked = request as PageRequest<object>;
    const { last } = this;
    const loader = last && isSame(last.request, asked) ? last.loader : this.loaderOf(asked);
    return loader.load(parentId) as Promise<Connection<T>>;
  }

  /** Counts the rows on all pages without reading a page. */
  count<T extends object>(request: PageRequest<T>, parentId: number): Promise<number> {
    return this.countsOf(request as PageRequest<object>).load(parentId);
  }

  private loaderOf(request: PageRequest<object>): PageOfMany {
    const key = keyOf(request);
    const loader = this.loaders.get(key) ?? this.createLoader(request);
    this.loaders.set(key, loader);
    this.last = { request, loader };
    return loader;
  }

  private createLoader(request: PageRequest<object>): PageOfMany {
    const { needed, userId } = this;
    let counts: DataLoader<number, number> | null = null;
    const countOf = (parentId: number): Promise<number> => {
      counts ??= this.countsOf(request);
      return counts.load(parentId);
    };
    return new DataLoader(async (parentIds) => {
      const pages = await paginate(this.database, { request, needed, userId, countOf }, parentIds);
      return parentIds.map((id) => pages.get(id) ?? new Error(`There is no page for parent ${id}.`));
    });
  }

  /** Pages of a list share their count, whatever their order and alias. */
  private countsOf(request: PageRequest<object>): DataLoader<number, number> {
    const { listing, parentColumn, within, where } = request;
    const key = `${listing.name} ${parentColumn} ${JSON.stringify([within, where])}`;
    const known = this.counts.get(key);
    if (known) return known;
    const loader = new DataLoader<number, number>((parentIds) =>
      countRows(this.database, { request, userId: this.userId }, parentIds),
    );
    this.counts.set(key, loader);
    return loader;
  }
}

/** Recognizes the repeated requests of a nested list. Requests with conditions count as different. */
const isSame = (one: PageRequest<object>, other: PageRequest<object>): boolean =>
  one.listing === other.listing &&
  one.parentColumn === other.parentColumn &&
  one.sort === other.sort &&
  one.direction === other.direction &&
  one.where.length + other.where.length === 0 &&
  one.within === other.within &&
  one.range.size === other.range.size &&
  one.range.walk === other.range.walk &&
  one.range.after === other.range.after &&
  one.range.before === other.range.before;

/** Concatenates the parts, because it runs once per parent. Input from clients is quoted. */
const keyOf = <T extends object>(request: PageRequest<T>): string => {
  const { listing, parentColumn, within, where, sort, direction, range } = request;
  const { size, walk, after, before } = range;
  const fixed = `${listing.name} ${parentColumn} ${sort} ${direction} ${size} ${walk}`;
  const isWhole = after === null && before === null && where.length === 0 && within === undefined;
  return isWhole ? fixed : `${fixed} ${JSON.stringify([after, before, within, where])}`;
};
