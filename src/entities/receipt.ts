import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

export const RECEIPT_KINDS = ['delivered', 'clicked'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** A device says that a message was delivered or clicked. */
@Entity({ name: 'receipt' })
export class Receipt {
  @PrimaryColumn(bigId)
  runId!: number;

  @PrimaryColumn(bigId)
  pushId!: number;

  @PrimaryColumn(bigId)
  deviceId!: number;

  @PrimaryColumn({ type: 'varchar', length: 16 })
  kind!: ReceiptKind;

  @Column(bigId)
  appId!: number;

  @Column(instant)
  receivedAt!: Date;
}
