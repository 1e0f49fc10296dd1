import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

export const INVITATION_KINDS = ['FIRST_ADMIN', 'INVITATION', 'PASSWORD_RESET'] as const;
export type InvitationKind = (typeof INVITATION_KINDS)[number];

/** A single-use link for the first admin, a new member, or a member who sets a new password. */
@Entity({ name: 'member_invitation' })
export class MemberInvitation {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  /** null: the person who uses the link becomes an admin. */
  @Column({ ...bigId, nullable: true })
  memberId!: number | null;

  @Column({ type: 'varchar', length: 16 })
  kind!: InvitationKind;

  /** SHA-256 of the token in the link, hex. */
  @Column({ type: 'varchar', length: 64 })
  hash!: string;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  expiresAt!: Date;

  @Column({ ...instant, nullable: true })
  usedAt!: Date | null;
}

export const MEMBER_INVITATION_TABLE = defineTable(MemberInvitation, { numbered: 'id' });
