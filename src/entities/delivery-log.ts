import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** One row per checkpoint and push: members as delta-varints, with an outcome byte each (`delivery-log-codec.ts`). */
@Entity({ name: 'delivery_log' })
export class DeliveryLog {
  @PrimaryColumn(bigId)
  runId!: number;

  @PrimaryColumn(bigId)
  appId!: number;

  @PrimaryColumn(bigId)
  pushId!: number;

  @PrimaryColumn(bigId)
  firstId!: number;

  /** The batch, or for auto-push the first due send of the claim. It makes a repeated checkpoint idempotent. */
  @PrimaryColumn(bigId)
  batchId!: number;

  @Column(bigId)
  lastId!: number;

  @Column({ type: 'blob' })
  members!: Buffer;

  @Column({ type: 'blob' })
  outcomes!: Buffer;

  @Column(instant)
  loggedAt!: Date;
}

export const DELIVERY_LOG_TABLE = defineTable(DeliveryLog);
