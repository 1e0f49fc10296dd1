import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/** A word that devices carry, for schedulers to choose by. Made when a device first comes with it. */
@Entity({ name: 'tag' })
export class Tag {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** The application whose devices brought it first; null: its owner did, or it is older than this record. */
  @Column({ ...bigId, nullable: true })
  appId!: number | null;

  /** Dense per user from 0: its place in a device's bit words. */
  @Column({ type: 'integer' })
  ordinal!: number;

  @Column({ ...instant, nullable: true })
  createdAt!: Date | null;
}
