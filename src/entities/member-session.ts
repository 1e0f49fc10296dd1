import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/** One browser in which a member is signed in. */
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

  /** To the minute: a session that is not used for some hours is over. */
  @Column(instant)
  lastSeenAt!: Date;

  /** However much it is used. */
  @Column(instant)
  expiresAt!: Date;

  /** Where it was begun from. */
  @Column({ type: 'varchar', length: 64 })
  address!: string;

  @Column({ type: 'varchar', length: 255, nullable: true })
  userAgent!: string | null;
}
