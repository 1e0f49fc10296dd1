import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import type { OutcomeName } from './outcome.js';
import { defineTable } from './table.js';

/** The reason why one message did not arrive. */
@Entity({ name: 'delivery_failure' })
export class DeliveryFailure {
  @PrimaryColumn(bigId)
  runId!: number;

  @PrimaryColumn(bigId)
  pushId!: number;

  @PrimaryColumn(bigId)
  deviceId!: number;

  /** 0; for auto-push the id of the due send, since a device may have several in a run. */
  @PrimaryColumn(bigId)
  occurrence!: number;

  @Column(bigId)
  appId!: number;

  @Column({ type: 'varchar', length: 16 })
  outcome!: OutcomeName;

  @Column({ type: 'varchar', length: 255 })
  reason!: string;

  /** `reason` for programs, with `detail` (src/providers/codes.ts). Ignored if it contradicts `reason`. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  code!: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  detail!: string | null;

  @Column(instant)
  failedAt!: Date;
}

export const DELIVERY_FAILURE_TABLE = defineTable(DeliveryFailure);
