import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/** The truth about which events a device has in its history; the bits in its row are derived from it. */
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
