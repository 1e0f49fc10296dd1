import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/** No application has it. */
export const UNKNOWN_APP = 0;

/** Client-given ids of events that were taken, so that one delivered twice counts once. Swept after its retention. */
@Entity({ name: 'event_seen' })
export class EventSeen {
  @PrimaryColumn(bigId)
  deviceId!: number;

  @PrimaryColumn({ type: 'varchar', length: 128 })
  eventUid!: string;

  /** `UNKNOWN_APP` in rows of the release before; they are swept within 30 days. */
  @Column({ ...bigId, default: 0 })
  appId!: number;

  @Column(instant)
  seenAt!: Date;
}
