import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId } from './column-types.js';

/** A word for devices, used by audiences. Made when first used, by a device or a scheduler. */
@Entity({ name: 'tag' })
export class Tag {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** Dense per user from 0: its place in a device's bit words. */
  @Column({ type: 'integer' })
  ordinal!: number;
}
