import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/** A unit (a user, or a device without one) that got a message of a run or was left without for comparison. */
@Entity({ name: 'run_unit' })
export class RunUnit {
  @PrimaryColumn(bigId)
  runId!: number;

  /** The hash of the user, or of the device. */
  @PrimaryColumn({ type: 'varchar', length: 22 })
  unit!: string;

  @Column(bigId)
  userId!: number;

  /** The same number as `device_send.variant`; 0 for a run without variants. */
  @Column({ type: 'integer' })
  arm!: number;

  /** Bits of what was counted: one for each goal, then the opt-out and the retirement. */
  @Column({ type: 'integer' })
  marks!: number;

  @Column(instant)
  createdAt!: Date;
}
