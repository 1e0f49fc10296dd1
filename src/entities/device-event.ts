import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** An event in the history of a device. The bits of the device row are derived from it. */
@Entity({ name: 'device_event' })
export class DeviceEvent {
  @PrimaryColumn(bigId)
  deviceId!: number;

  @PrimaryColumn(bigId)
  eventId!: number;

  @Column(bigId)
  appId!: number;

  @Column({ type: 'integer' })
  count!: number;

  @Column(instant)
  firstAt!: Date;

  @Column(instant)
  lastAt!: Date;
}

export const DEVICE_EVENT_TABLE = defineTable(DeviceEvent);
