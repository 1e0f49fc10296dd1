import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** `update`: changes an activity that is shown. `start`: starts one; Apple issues it for a type of activity. */
export const ACTIVITY_TOKENS = ['update', 'start'] as const;
export type ActivityToken = (typeof ACTIVITY_TOKENS)[number];

/** A token of a device for a Live Activity. Clustered by (app_id, activity, kind, device_id). */
@Entity({ name: 'live_activity' })
export class LiveActivity {
  @PrimaryColumn(bigId)
  appId!: number;

  /** The app's own name for the activity; for `start`, the type of its attributes. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  activity!: string;

  @PrimaryColumn({ type: 'varchar', length: 6 })
  kind!: ActivityToken;

  @PrimaryColumn(bigId)
  deviceId!: number;

  /** Hexadecimal, as Apple issued it. */
  @Column({ type: 'varchar', length: 512 })
  token!: string;

  /** When the row is deleted. */
  @Column(instant)
  expiresAt!: Date;
}

export const LIVE_ACTIVITY_TABLE = defineTable(LiveActivity);
