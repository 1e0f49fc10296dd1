import { Field, ObjectType } from 'type-graphql';
import { CustomEvent } from '../../entities/custom-event.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to a change of a custom event.', simpleResolvers: true })
export class CustomEventPayload {
  @Field(() => CustomEvent, { nullable: true, description: 'The event as it is now; null if nothing was changed.' })
  readonly customEvent!: CustomEvent | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
