import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** A browser in which a member is signed in. */
@Entity({ name: 'member_session' })
export class MemberSession {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column(bigId)
  memberId!: number;

  /** SHA-256 of the token in the cookie, hex. */
  @Column({ type: 'varchar', length: 64 })
  hash!: string;

  @Column(instant)
  createdAt!: Date;

  /** To the minute. A session expires after some hours without use. */
  @Column(instant)
  lastSeenAt!: Date;

  /** The session expires at this time even if it is in use. */
  @Column(instant)
  expiresAt!: Date;

  /** The address from which the member signed in. */
  @Column({ type: 'varchar', length: 64 })
  address!: string;

  @Column({ type: 'varchar', length: 255, nullable: true })
  userAgent!: string | null;
}

export const MEMBER_SESSION_TABLE = defineTable(MemberSession, { numbered: 'id' });
