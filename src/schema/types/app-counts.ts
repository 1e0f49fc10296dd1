import { Field, Int, ObjectType } from 'type-graphql';
import { App } from '../../entities/app.js';
import { RunCounts } from './run-counts.js';

@ObjectType({ description: 'Messages of one application in a run.', simpleResolvers: true })
export class AppCounts {
  @Field(() => Int, { description: 'The REST id of the application, also of one that has been deleted since.' })
  readonly appDatabaseId!: number;

  @Field(() => App, { nullable: true, description: 'The application; null if it has been deleted since.' })
  readonly app!: unknown;

  @Field(() => RunCounts, { description: 'Its messages by outcome.' })
  readonly counts!: RunCounts;
}
