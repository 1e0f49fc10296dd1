import { ArgsType, Field, Int } from 'type-graphql';
import { badInput } from '../../errors.js';
import type { Condition, Direction, Listing, PageRange, PageRequest } from './listing.js';

/** The arguments of lists that can only be read forwards. */
@ArgsType()
export class ForwardPageArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'How many from the start; 20 if left out, at most 100: more is cut to that, and `hasNextPage` tells.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor: only what comes after it.' })
  after?: string | null;
}

const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

/** The arguments of every connection (Relay). */
@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description:
      'How many from the start; 20 if neither is given, at most 100: more is cut to that, and `hasNextPage` tells.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor: only what comes after it.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many from the end, at most 100, as with `first`; not together with it.',
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor: only what comes before it.' })
  before?: string | null;
}

/** @throws BAD_USER_INPUT for sizes below 0 or both ends at once. */
export const toPageRange = ({ first, last, after, before }: PageArgs): PageRange => {
  if (isGiven(first) && isGiven(last)) throw badInput('last', 'Give `first` or `last`, not both.');
  return {
    size: pageSize(isGiven(last) ? 'last' : 'first', first ?? last),
    walk: isGiven(last) ? 'backward' : 'forward',
    after: after ?? null,
    before: before ?? null,
  };
};

/**
 * What is too much is cut, for an error here would take the lists around it with it.
 * @throws BAD_USER_INPUT for a size below 0.
 */
export const pageSize = (field: 'first' | 'last', size: number | null | undefined): number => {
  if (!isGiven(size)) return DEFAULT_PAGE_SIZE;
  if (size < 0) throw badInput(field, `\`${field}\` must be 0 or more.`);
  return Math.min(size, MAX_PAGE_SIZE);
};

const isGiven = (size: number | null | undefined): size is number => size !== null && size !== undefined;

interface Order<Sort extends string> {
  readonly field: Sort;
  readonly direction: Direction;
}

export interface Asked<Sort extends string> {
  /** The column that says whose rows they are. */
  readonly parentColumn: string;
  readonly page: PageArgs;
  readonly within?: readonly number[];
  readonly where?: readonly Condition[];
  readonly orderBy: Order<Sort>;
}

/** @throws BAD_USER_INPUT for a page that cannot be. */
export const toPageRequest = <T extends object, Sort extends string>(
  listing: Listing<T, Sort>,
  { parentColumn, page, within, where = [], orderBy }: Asked<Sort>,
): PageRequest<T> => ({
  listing,
  parentColumn,
  ...(within ? { within: within.toSorted((a, b) => a - b) } : {}),
  where,
  sort: orderBy.field,
  direction: orderBy.direction,
  range: toPageRange(page),
});
