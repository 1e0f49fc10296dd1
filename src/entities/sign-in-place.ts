import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** A network from which a member has signed in. */
@Entity({ name: 'sign_in_place' })
export class SignInPlace {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column(bigId)
  memberId!: number;

  /** HMAC of the member and the network, so that the database alone does not reveal locations. */
  @Column({ type: 'varchar', length: 22 })
  hash!: string;

  /** To the day. */
  @Column(instant)
  lastAt!: Date;
}

export const SIGN_IN_PLACE_TABLE = defineTable(SignInPlace, { numbered: 'id' });
