import { ArgsType, Field, Int } from 'type-graphql';
import { badInput } from '../../errors.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './page-args.js';

/** The arguments of lists that can only be read forwards. */
@ArgsType()
export class ForwardPageArgs {
  @Field(() => Int, { nullable: true, description: 'How many from the start, 0 to 100; 20 if left out.' })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'A cursor: only what comes after it.' })
  after?: string | null;

  /** @throws BAD_USER_INPUT for a size out of range. */
  static size({ first }: ForwardPageArgs): number {
    const size = first ?? DEFAULT_PAGE_SIZE;
    if (size >= 0 && size <= MAX_PAGE_SIZE) return size;
    throw badInput('first', `\`first\` must be 0 to ${MAX_PAGE_SIZE}.`);
  }
}
