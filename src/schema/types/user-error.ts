import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A rule that the input breaks. Nothing was changed.', simpleResolvers: true })
export class UserError {
  @Field(() => String, {
    nullable: true,
    description: 'Where in the arguments, for example `input.translations[0].title`; null if it is about no one place.',
  })
  readonly field!: string | null;

  @Field(() => String, { description: 'One sentence for people: what is wrong and what to do.' })
  readonly message!: string;

  @Field(() => String, {
    description: 'For programs: `INVALID`, `NOT_FOUND`, `CONFLICT`, `UNKNOWN`, `DUPLICATE` and others; more may come.',
  })
  readonly code!: string;
}
