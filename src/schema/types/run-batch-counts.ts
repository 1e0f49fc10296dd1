import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'The batches that a run was cut into, for a progress bar.', simpleResolvers: true })
export class RunBatchCounts {
  @Field(() => Int, { description: 'How many there are; 0 for auto-push, and more may come while the run is planned.' })
  readonly total!: number;

  @Field(() => Int, { description: 'How many are through.' })
  readonly done!: number;
}
