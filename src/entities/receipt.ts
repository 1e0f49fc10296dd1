import { Field, ObjectType } from 'type-graphql';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { ReceiptKindEnum } from '../schema/enums/receipt-kind-enum.js';
import { DateTimeScalar } from '../schema/scalars/date-time-scalar.js';
import { bigId, instant } from './column-types.js';

export const RECEIPT_KINDS = ['delivered', 'clicked'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** A device says that a message was delivered or clicked. */
@Entity({ name: 'receipt' })
@ObjectType({ simpleResolvers: true, description: 'A device has said that a message was delivered or clicked.' })
export class Receipt {
  @PrimaryColumn(bigId)
  runId!: number;

  @PrimaryColumn(bigId)
  pushId!: number;

  @PrimaryColumn(bigId)
  deviceId!: number;

  @Field(() => ReceiptKindEnum, { description: 'What it said.' })
  @PrimaryColumn({ type: 'varchar', length: 16 })
  kind!: ReceiptKind;

  @Column(bigId)
  appId!: number;

  @Field(() => DateTimeScalar, { description: 'When it said so.' })
  @Column(instant)
  receivedAt!: Date;
}
