import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** A word that devices carry and filters select by. Created when a device first names it. */
@Entity({ name: 'tag' })
export class Tag {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** The application whose device named the tag first; null: the owner did, or the tag is older than this column. */
  @Column({ ...bigId, nullable: true })
  appId!: number | null;

  /** The tag's place in a device's bit words, dense per user from 0. */
  @Column({ type: 'integer' })
  ordinal!: number;

  @Column({ ...instant, nullable: true })
  createdAt!: Date | null;
}

export const TAG_TABLE = defineTable(Tag, { numbered: 'id' });
