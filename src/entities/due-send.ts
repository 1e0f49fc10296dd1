import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

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

  /** The JSON that the report gave, for the templates of the message; null: none. */
  @Column({ type: 'text', nullable: true })
  eventData!: string | null;

  @Column(instant)
  dueAt!: Date;

  /** The delay has ended but the application is paused; new credentials make the row due before `dueAt`. */
  @Column({ type: 'boolean', default: false })
  waitsForApp!: boolean;

  @Column({ type: 'varchar', length: 64, nullable: true })
  leaseOwner!: string | null;

  @Column({ ...instant, nullable: true })
  leaseUntil!: Date | null;
}

export const DUE_SEND_TABLE = defineTable(DueSend, { numbered: 'id' });
