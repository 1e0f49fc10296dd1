import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Whether a list goes on, and where (Relay).', simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean, { description: 'There is more after this page.' })
  readonly hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'There is more before this page.' })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the first item; null for an empty page.' })
  readonly startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the last item; null for an empty page.' })
  readonly endCursor!: string | null;
}
