import { Field, ObjectType } from 'type-graphql';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OutcomeEnum } from '../schema/enums/outcome-enum.js';
import { DateTimeScalar } from '../schema/scalars/date-time-scalar.js';
import { bigId, instant } from './column-types.js';
import type { OutcomeName } from './outcome.js';

/** Why one message did not arrive. */
@Entity({ name: 'delivery_failure' })
@ObjectType('Failure', { simpleResolvers: true, description: 'Why one message did not arrive.' })
export class DeliveryFailure {
  @PrimaryColumn(bigId)
  runId!: number;

  @PrimaryColumn(bigId)
  pushId!: number;

  @PrimaryColumn(bigId)
  deviceId!: number;

  /** 0, or for auto-push the due send: one device may have several in a run. */
  @PrimaryColumn(bigId)
  occurrence!: number;

  @Column(bigId)
  appId!: number;

  @Field(() => OutcomeEnum, { description: 'What became of the message.' })
  @Column({ type: 'varchar', length: 16 })
  outcome!: OutcomeName;

  @Field(() => String, { description: "The provider's answer, or ours." })
  @Column({ type: 'varchar', length: 255 })
  reason!: string;

  @Field(() => DateTimeScalar, { description: 'When it was settled.' })
  @Column(instant)
  failedAt!: Date;
}
