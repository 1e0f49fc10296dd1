import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** The roles in ascending order; each includes the rights of the role before it. */
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

  /** In lower case and NFC; unique in the whole service. */
  @Column({ type: 'varchar', length: 254 })
  email!: string;

  @Column({ type: 'varchar', length: 8 })
  role!: MemberRole;

  /** The text that `PasswordHasher` writes; null: no password. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  passwordHash!: string | null;

  /** The identity provider of single sign-on; null: not linked yet. */
  @Column({ type: 'varchar', length: 512, nullable: true })
  oidcIssuer!: string | null;

  /** The person's id at the identity provider. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  oidcSubject!: string | null;

  @Column(instant)
  createdAt!: Date;

  /** null: the person was invited and has not joined yet. */
  @Column({ ...instant, nullable: true })
  joinedAt!: Date | null;

  /** To the minute. */
  @Column({ ...instant, nullable: true })
  lastSeenAt!: Date | null;
}

/** A member who has not joined yet. */
export const NEW_MEMBER = {
  passwordHash: null,
  oidcIssuer: null,
  oidcSubject: null,
  joinedAt: null,
  lastSeenAt: null,
} as const satisfies Partial<Member>;

export const MEMBER_TABLE = defineTable(Member, { numbered: 'id' });
