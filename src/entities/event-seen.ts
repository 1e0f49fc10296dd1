import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** An id that no application has. */
export const UNKNOWN_APP = 0;

/** Ids that clients gave to accepted events, so that a repeated event counts once. Swept after the retention. */
@Entity({ name: 'event_seen' })
export class EventSeen {
  @PrimaryColumn(bigId)
  deviceId!: number;

  @PrimaryColumn({ type: 'varchar', length: 128 })
  eventUid!: string;

  /** `UNKNOWN_APP` in rows of the previous release; they are swept within 30 days. */
  @Column({ ...bigId, default: 0 })
  appId!: number;

  @Column(instant)
  seenAt!: Date;
}

export const EVENT_SEEN_TABLE = defineTable(EventSeen);
