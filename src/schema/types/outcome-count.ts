import { Field, Int, ObjectType } from 'type-graphql';
import type { OutcomeName } from '../../entities/outcome.js';
import { OutcomeEnum } from '../enums/outcome-enum.js';

@ObjectType({ description: 'Messages with one outcome in a run.', simpleResolvers: true })
export class OutcomeCount {
  @Field(() => OutcomeEnum, { description: 'What became of them.' })
  readonly outcome!: OutcomeName;

  @Field(() => Int, { description: 'How many.' })
  readonly count!: number;
}
