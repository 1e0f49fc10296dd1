import { Field, ObjectType } from 'type-graphql';
import type { ViolationCode } from '../../errors.js';
import { UserErrorCodeEnum } from '../enums/user-error-code-enum.js';

@ObjectType({ description: 'A rule that the input breaks. Nothing was changed.', simpleResolvers: true })
export class UserError {
  @Field(() => [String], {
    nullable: true,
    description:
      'Where in the arguments, as you wrote them: `["input", "translations", "0", "title"]`; null if it is about no one place.',
  })
  readonly field!: readonly string[] | null;

  @Field(() => String, { description: 'One sentence for people: what is wrong and what to do.' })
  readonly message!: string;

  @Field(() => UserErrorCodeEnum, { description: 'For programs.' })
  readonly code!: ViolationCode;
}
