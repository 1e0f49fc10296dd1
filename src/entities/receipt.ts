import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

export const RECEIPT_KINDS = ['delivered', 'clicked', 'dismissed'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** A device's report that a message was delivered, clicked, or closed without a click. */
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

  /** The id of the clicked button; null: the message itself was clicked, or this is another kind. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  button!: string | null;
}

export const RECEIPT_TABLE = defineTable(Receipt);
