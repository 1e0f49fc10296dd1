import { Field, ObjectType } from 'type-graphql';
import { EventReportResult } from './event-report-result.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to reports of events.', simpleResolvers: true })
export class EventReportsPayload {
  @Field(() => [EventReportResult], {
    description: 'One for each report, in that order; empty if none was looked at.',
  })
  readonly results!: readonly EventReportResult[];

  @Field(() => [UserError], { description: 'What is wrong with the request as a whole; then nothing was recorded.' })
  readonly userErrors!: readonly UserError[];
}
