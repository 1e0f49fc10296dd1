import { ArgsType, Field, Int } from 'type-graphql';
import { badInput } from '../../errors.js';
import type { PageRange } from './listing.js';

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

/** The arguments of every connection (Relay). */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, description: 'How many from the start, 0 to 100; 20 if neither is given.' })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor: only what comes after it.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'How many from the end, 0 to 100; not together with `first`.' })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor: only what comes before it.' })
  before?: string | null;
}

/** @throws BAD_USER_INPUT for sizes out of range or both ends at once. */
export const toPageRange = ({ first, last, after, before }: PageArgs): PageRange => {
  checkSize('first', first);
  checkSize('last', last);
  if (isGiven(first) && isGiven(last)) throw badInput('last', 'Give `first` or `last`, not both.');
  return {
    size: first ?? last ?? DEFAULT_PAGE_SIZE,
    walk: isGiven(last) ? 'backward' : 'forward',
    after: after ?? null,
    before: before ?? null,
  };
};

const isGiven = (size: number | null | undefined): size is number => size !== null && size !== undefined;

const checkSize = (field: 'first' | 'last', size: number | null | undefined): void => {
  if (!isGiven(size) || (size >= 0 && size <= MAX_PAGE_SIZE)) return;
  throw badInput(field, `\`${field}\` must be 0 to ${MAX_PAGE_SIZE}.`);
};
