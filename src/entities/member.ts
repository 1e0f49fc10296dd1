import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/** From those who may only look to those who decide; each may do what the one before it may. */
export const MEMBER_ROLES = ['VIEWER', 'EDITOR', 'SENDER', 'ADMIN'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** A person who works in the account of a user. */
@Entity({ name: 'member' })
export class Member {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** In lower case and NFC; no two members of the whole service share one. */
  @Column({ type: 'varchar', length: 254 })
  email!: string;

  @Column({ type: 'varchar', length: 8 })
  role!: MemberRole;

  /** As `PasswordHasher` writes it; null: no password. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  passwordHash!: string | null;

  /** Who vouches for the person at single sign-on; null: nobody yet. */
  @Column({ type: 'varchar', length: 512, nullable: true })
  oidcIssuer!: string | null;

  /** The person's id there. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  oidcSubject!: string | null;

  @Column(instant)
  createdAt!: Date;

  /** null: invited, has not joined. */
  @Column({ ...instant, nullable: true })
  joinedAt!: Date | null;

  /** To the minute. */
  @Column({ ...instant, nullable: true })
  lastSeenAt!: Date | null;
}
