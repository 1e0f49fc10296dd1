import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';
import { defineTable } from './table.js';

export const DAY_MS = 86_400_000;

/** The number of days for which counts are kept, and the longest window of a segment that counts an event. */
export const EVENT_DAYS_KEPT = 90;

/** How often an event happened on a device on one day (UTC). Only events that a segment counts have rows. */
@Entity({ name: 'device_event_day' })
export class DeviceEventDay {
  @PrimaryColumn(bigId)
  deviceId!: number;

  @PrimaryColumn(bigId)
  eventId!: number;

  /** Days since 1 January 1970. */
  @PrimaryColumn({ type: 'integer' })
  day!: number;

  @Column(bigId)
  appId!: number;

  @Column({ type: 'integer' })
  count!: number;
}

export const DEVICE_EVENT_DAY_TABLE = defineTable(DeviceEventDay);
