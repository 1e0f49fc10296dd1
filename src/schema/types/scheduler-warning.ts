import { Field, ObjectType } from 'type-graphql';
import type { RunStatusReason } from '../../entities/run.js';
import { RunStatusReasonEnum } from '../enums/run-status-reason-enum.js';

@ObjectType({ description: 'Why a scheduler would send nothing as it is now.', simpleResolvers: true })
export class SchedulerWarning {
  @Field(() => RunStatusReasonEnum, { description: 'For programs: the `statusReason` that its next run would have.' })
  readonly code!: RunStatusReason;

  @Field(() => String, { description: 'One sentence for people: what is wrong and what to do.' })
  readonly message!: string;
}
