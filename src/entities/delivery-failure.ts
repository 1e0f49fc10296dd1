import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import type { OutcomeName } from './outcome.js';

/** Why one message did not arrive. */
@Entity({ name: 'delivery_failure' })
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

  @Column({ type: 'varchar', length: 16 })
  outcome!: OutcomeName;

  @Column({ type: 'varchar', length: 255 })
  reason!: string;

  @Column(instant)
  failedAt!: Date;
}
