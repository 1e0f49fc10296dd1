import { ArgsType, Field, Int } from 'type-graphql';

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
