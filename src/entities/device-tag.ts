import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';

/** The truth about a device's tags; the bits in its row are derived from it. */
@Entity({ name: 'device_tag' })
export class DeviceTag {
  @PrimaryColumn(bigId)
  deviceId!: number;

  @PrimaryColumn(bigId)
  tagId!: number;

  @Column(bigId)
  appId!: number;
}
