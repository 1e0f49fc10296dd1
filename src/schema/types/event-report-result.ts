import { Field, Int, ObjectType } from 'type-graphql';
import { UserError } from './user-error.js';

@ObjectType({ description: 'What became of one of several reports.', simpleResolvers: true })
export class EventReportResult {
  @Field(() => Int, { description: 'Which of the reports, from 0.' })
  readonly index!: number;

  @Field(() => Int, { description: 'Events that count.' })
  readonly accepted!: number;

  @Field(() => Int, { description: 'Events that are inactive or came before.' })
  readonly ignored!: number;

  @Field(() => [UserError], { description: 'Why it was refused as a whole; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
