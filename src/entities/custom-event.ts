import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/**
 * The built-in events. Every installation gives them these ids (docs/rules.md#event-codes), and every user has them
 * under the ordinals 0, 1 and 2.
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

  /** null: a built-in event, available to every user. */
  @Column({ ...bigId, nullable: true })
  userId!: number | null;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'varchar', length: 64 })
  code!: string;

  /** 0 inactive, 1 active. */
  @Column({ type: 'integer' })
  status!: number;

  /** The event's place in a device's bit words: dense per user from 0, and never reused. */
  @Column({ type: 'integer' })
  ordinal!: number;

  @Column(instant)
  createdAt!: Date;
}
