import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** The zone that a device had before a change. Clustered by (app_id, device_id, changed_at) and kept for days. */
@Entity({ name: 'device_zone_change' })
export class DeviceZoneChange {
  @PrimaryColumn(bigId)
  appId!: number;

  @PrimaryColumn(bigId)
  deviceId!: number;

  @PrimaryColumn(instant)
  changedAt!: Date;

  /** Canonical IANA name; `UTC` for a device that had none. */
  @Column({ type: 'varchar', length: 64 })
  zoneBefore!: string;
}

export const DEVICE_ZONE_CHANGE_TABLE = defineTable(DeviceZoneChange);
