import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';

/** A named set of tags. A device belongs to the group if it has any of them. */
@Entity({ name: 'audience_group' })
export class TagGroup {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column(json)
  tags!: string[];

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}
