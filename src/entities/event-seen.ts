import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/** Client-given ids of events that were taken, so that one delivered twice counts once. Swept after its retention. */
@Entity({ name: 'event_seen' })
export class EventSeen {
  @PrimaryColumn(bigId)
  deviceId!: number;

  @PrimaryColumn({ type: 'varchar', length: 128 })
  eventUid!: string;

  @Column(instant)
  seenAt!: Date;
}
