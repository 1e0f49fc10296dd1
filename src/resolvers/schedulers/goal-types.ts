import { Field, InputType, Int, ObjectType } from 'type-graphql';
import type { Goal } from '../../ports/goals.js';

const NAME = 'A name for people, such as `Purchase`: 1 to 64 printable characters, different for each goal.';
const EVENT = 'Code of an event that devices or servers report.';
const WINDOW = 'Seconds after a message in which the event counts: 60 to 2,592,000 (30 days).';
const VALUE = "Key of a number in the event's data, such as a price";

@ObjectType('Goal', {
  simpleResolvers: true,
  description: 'The event that a message aims at.',
})
export class GoalType {
  @Field(() => String, { description: NAME })
  readonly name!: string;

  @Field(() => String, { description: EVENT })
  readonly event!: string;

  @Field(() => Int, { description: WINDOW })
  readonly window!: number;

  @Field(() => String, { nullable: true, description: `${VALUE}; null: the goal has no value.` })
  readonly valueProperty!: string | null;
}

@InputType({ description: 'The event that a message aims at.' })
export class GoalInput {
  @Field(() => String, { description: NAME })
  name!: string;

  @Field(() => String, { description: EVENT })
  event!: string;

  @Field(() => Int, { nullable: true, description: `${WINDOW} 604,800 (7 days) if omitted.` })
  window?: number | null;

  @Field(() => String, { nullable: true, description: `${VALUE}. The goal has no value if omitted.` })
  valueProperty?: string | null;
}

const WEEK_S = 604_800;

/** Clients that do not know goals must not remove them by an update. */
export const givenGoals = (given: readonly GoalInput[] | null | undefined): { goals?: Goal[] | null } =>
  given === undefined ? {} : { goals: given?.map(toGoal) ?? null };

const toGoal = ({ name, event, window, valueProperty }: GoalInput): Goal => ({
  ...{ name, event, window: window ?? WEEK_S },
  valueProperty: valueProperty ?? null,
});
