import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';
import { defineTable } from './table.js';

/** A tag of a device. The bits of the device row are derived from it. */
@Entity({ name: 'device_tag' })
export class DeviceTag {
  @PrimaryColumn(bigId)
  deviceId!: number;

  @PrimaryColumn(bigId)
  tagId!: number;

  @Column(bigId)
  appId!: number;
}

export const DEVICE_TAG_TABLE = defineTable(DeviceTag);
