import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

@Entity({ name: 'app_group' })
export class AppGroup {
  @PrimaryColumn(bigId)
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** The group consists of all active applications; its member rows are then not used. */
  @Column({ type: 'boolean' })
  allApps!: boolean;

  @Column({ type: 'boolean' })
  archived!: boolean;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}
