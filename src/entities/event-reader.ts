import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** How far a consumer has read the events of an account. */
@Entity({ name: 'event_reader' })
export class EventReader {
  /** The name of the consumer, such as `kafka` or `webhook:12`. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  reader!: string;

  @PrimaryColumn(bigId)
  userId!: number;

  /** Every event up to this position of the outbox was delivered. */
  @Column(bigId)
  position!: number;

  /** How many events of the next position were delivered as well. */
  @Column('integer')
  entry!: number;

  /** The process that delivers now; null: none. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  leaseOwner!: string | null;

  @Column({ ...instant, nullable: true })
  leaseUntil!: Date | null;

  /** How often in a row a delivery has failed. */
  @Column('integer')
  failures!: number;

  /** No delivery begins before this instant. */
  @Column(instant)
  dueAt!: Date;
}

export const EVENT_READER_TABLE = defineTable(EventReader);
