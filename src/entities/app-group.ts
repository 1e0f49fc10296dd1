import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

@Entity({ name: 'app_group' })
export class AppGroup {
  @PrimaryColumn(bigId)
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** The group contains every active application; its member rows are ignored. */
  @Column({ type: 'boolean' })
  allApps!: boolean;

  @Column({ type: 'boolean' })
  archived!: boolean;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}

export const APP_GROUP_TABLE = defineTable(AppGroup);
