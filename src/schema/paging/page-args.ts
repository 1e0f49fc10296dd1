import { ArgsType, Field, Int } from 'type-graphql';
import { badInput } from '../../errors.js';
import type { Condition, Direction, Listing, PageRange, PageRequest } from './listing.js';

/** The arguments of lists that can only be read forward. */
@ArgsType()
export class ForwardPageArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'Number of items from the start, at most 100; 20 if omitted. Larger numbers count as 100.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Cursor: returns the items after it.' })
  after?: string | null;
}

const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

/** The arguments of every connection (Relay). */
@ArgsType()
export class PageArgs extends ForwardPageArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'Number of items from the end, at most 100. Cannot be combined with `first`.',
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Cursor: returns the items before it.' })
  before?: string | null;
}

/** @throws BAD_USER_INPUT for a negative size, and for both ends at once. */
export const toPageRange = ({ first, last, after, before }: PageArgs): PageRange => {
  if (isGiven(first) && isGiven(last)) throw badInput('last', 'Give `first` or `last`, not both.');
  return {
    size: pageSize(isGiven(last) ? 'last' : 'first', first ?? last),
    walk: isGiven(last) ? 'backward' : 'forward',
    after: after ?? null,
    before: before ?? null,
  };
};

/** Cuts large sizes: an error here would fail the enclosing lists too. @throws BAD_USER_INPUT for a negative size. */
export const pageSize = (field: 'first' | 'last', size: number | null | undefined): number => {
  if (!isGiven(size)) return DEFAULT_PAGE_SIZE;
  if (size < 0) throw badInput(field, `\`${field}\` must be 0 or more.`);
  return Math.min(size, MAX_PAGE_SIZE);
};

const isGiven = (size: number | null | undefined): size is number => size !== null && size !== undefined;

export interface Order<Sort extends string> {
  readonly field: Sort;
  readonly direction: Direction;
}

interface PageWanted<Sort extends string> {
  /** The column that names the parent of a row. */
  readonly parentColumn: string;
  readonly page: PageArgs;
  readonly within?: readonly number[] | undefined;
  readonly where?: readonly Condition[];
  readonly orderBy: Order<Sort>;
}

/** @throws BAD_USER_INPUT for a page that cannot exist. */
export const toPageRequest = <T extends object, Sort extends string>(
  listing: Listing<T, Sort>,
  { parentColumn, page, within, where = [], orderBy }: PageWanted<Sort>,
): PageRequest<T> => {
  const { field: sort, direction } = orderBy;
  const request = { listing, parentColumn, where, sort, direction, range: toPageRange(page) };
  return within ? { ...request, within: within.toSorted((a, b) => a - b) } : request;
};
