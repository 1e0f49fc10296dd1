import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/** A device in travel: the zone that it had until then. Clustered by (app_id, device_id, changed_at); kept for days. */
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
