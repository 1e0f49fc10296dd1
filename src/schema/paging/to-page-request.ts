import type { Condition, Direction, Listing, PageRequest } from './listing.js';
import { type PageArgs, toPageRange } from './page-args.js';

interface Order<Sort extends string> {
  readonly field: Sort;
  readonly direction: Direction;
}

export interface Asked<Sort extends string> {
  /** The column that says whose rows they are. */
  readonly parentColumn: string;
  readonly page: PageArgs;
  readonly where?: readonly Condition[];
  readonly orderBy: Order<Sort>;
}

/** @throws BAD_USER_INPUT for a page that cannot be. */
export const toPageRequest = <T extends object, Sort extends string>(
  listing: Listing<T, Sort>,
  { parentColumn, page, where = [], orderBy }: Asked<Sort>,
): PageRequest<T> => ({
  listing,
  parentColumn,
  where,
  sort: orderBy.field,
  direction: orderBy.direction,
  range: toPageRange(page),
});
