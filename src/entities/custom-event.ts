import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/**
 * The system events have these ids on every installation (docs/rules.md#event-codes); their ordinals are 0, 1, 2 for
 * every user.
 */
export const SYSTEM_EVENTS = [
  { id: 1, code: 'install', name: 'Install', ordinal: 0 },
  { id: 2, code: 'reg', name: 'Registration', ordinal: 1 },
  { id: 3, code: 'dep', name: 'Deposit', ordinal: 2 },
] as const;

@Entity({ name: 'custom_event' })
export class CustomEvent {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  /** null: a system event, there for everybody. */
  @Column({ ...bigId, nullable: true })
  userId!: number | null;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'varchar', length: 64 })
  code!: string;

  /** 0 inactive, 1 active. */
  @Column({ type: 'integer' })
  status!: number;

  /** Dense per user from 0; the event's place in a device's bit words. Never used again after a deletion. */
  @Column({ type: 'integer' })
  ordinal!: number;

  @Column(instant)
  createdAt!: Date;
}
