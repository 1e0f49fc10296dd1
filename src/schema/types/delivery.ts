import { Field, ObjectType } from 'type-graphql';
import type { OutcomeName } from '../../entities/outcome.js';
import type { DeliveryRecord } from '../../services/deliveries/delivery-record.js';
import { OutcomeEnum } from '../enums/outcome-enum.js';
import { DateTimeScalar } from '../scalars/date-time-scalar.js';

/** Its values are `DeliveryRecord`s. */
@ObjectType({ description: 'One push for one device in one run, and what became of it.', simpleResolvers: true })
export class Delivery implements DeliveryRecord {
  readonly runId!: number;
  readonly appId!: number;
  readonly pushId!: number;
  readonly deviceId!: number;
  readonly logKey!: number;
  readonly place!: number;

  @Field(() => OutcomeEnum, { description: 'What became of it so far.' })
  readonly outcome!: OutcomeName;

  @Field(() => DateTimeScalar, { description: 'When its first try was recorded.' })
  readonly recordedAt!: Date;
}
