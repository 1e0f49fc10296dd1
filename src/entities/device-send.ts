import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/** A message that the provider took for a device, or that its user did not get for comparison (a ghost). */
@Entity({ name: 'device_send' })
export class DeviceSend {
  @PrimaryColumn(bigId)
  appId!: number;

  @PrimaryColumn(bigId)
  deviceId!: number;

  /** When the checkpoint recorded it. */
  @PrimaryColumn(instant)
  sentAt!: Date;

  @PrimaryColumn(bigId)
  runId!: number;

  @PrimaryColumn(bigId)
  pushId!: number;

  /** 0, or the due send for auto-push, which may send a push to a device several times in a run. */
  @PrimaryColumn(bigId)
  occurrence!: number;

  /** The index of the variant, or an `…_ARM` of `ports/experiment.ts`; null: the run has no experiment. */
  @Column({ type: 'integer', nullable: true })
  variant!: number | null;

  /** The hash of the user, or of a device without one; null: the run has no goals and no experiment. */
  @Column({ type: 'varchar', length: 22, nullable: true })
  subject!: string | null;
}
