import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Attributes } from '../ports/attributes.js';
import { attributes, bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** A person who uses the applications of an account, under the id that the account gave. */
@Entity({ name: 'end_user' })
export class EndUser {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  /** The account. */
  @Column(bigId)
  userId!: number;

  /** Unique in the account; `device.external_user_id` names it. */
  @Column({ type: 'varchar', length: 255 })
  externalUserId!: string;

  /** null: none. Devices keep a copy, merged with their own (`device.attributes`). */
  @Column({ ...attributes, nullable: true })
  attributes!: Attributes | null;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}

export const END_USER_TABLE = defineTable(EndUser, { numbered: 'id' });
