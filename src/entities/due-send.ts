import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/** Auto-push: one event of one device has started the delay of one scheduler. */
@Entity({ name: 'due_send' })
export class DueSend {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  schedulerId!: number;

  @Column(bigId)
  appId!: number;

  @Column(bigId)
  deviceId!: number;

  @Column(bigId)
  eventId!: number;

  @Column(instant)
  dueAt!: Date;

  /** Its delay is over, but its application is paused: new credentials let it go on before `dueAt`. */
  @Column({ type: 'boolean', default: false })
  waitsForApp!: boolean;

  @Column({ type: 'varchar', length: 64, nullable: true })
  leaseOwner!: string | null;

  @Column({ ...instant, nullable: true })
  leaseUntil!: Date | null;
}
