import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderName } from '../ports/provider-name.js';
import { bigId, instant } from './column-types.js';

export type IdentityVerification = 'OFF' | 'REQUIRED';

/**
 * An application of a user; its devices receive. Shares one sequence of ids with application groups
 * (docs/rules.md#shared-ids).
 */
@Entity({ name: 'app' })
export class App {
  @PrimaryColumn(bigId)
  id!: number;

  @Column(bigId)
  userId!: number;

  /** Public identifier for SDKs. */
  @Column({ type: 'varchar', length: 36 })
  serviceId!: string;

  @Column({ type: 'varchar', length: 16 })
  pushProvider!: ProviderName;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'varchar', length: 2048, nullable: true })
  link!: string | null;

  @Column({ type: 'boolean' })
  archived!: boolean;

  /** Encrypted credentials of the current provider, or for webpush the VAPID private key. */
  @Column({ type: 'text', nullable: true })
  credentials!: string | null;

  /** Every component of the credentials is non-empty. */
  @Column({ type: 'boolean' })
  credentialsComplete!: boolean;

  /** Grows with every change of the credentials, so that caches notice. */
  @Column({ type: 'integer' })
  credentialsVersion!: number;

  /** base64url; webpush alone. */
  @Column({ type: 'varchar', length: 120, nullable: true })
  vapidKeyPublic!: string | null;

  @Column({ type: 'varchar', length: 8 })
  identityVerification!: IdentityVerification;

  /** Sealed; null: none was ever made. */
  @Column({ type: 'text', nullable: true })
  identitySecrets!: string | null;

  /** Devices last seen before this are inactive: archiving moves it to now, so no device row need be touched. */
  @Column(instant)
  devicesActiveSince!: Date;

  /** The version of the credentials with which a message last went through; null: none has yet. */
  @Column({ type: 'integer', nullable: true })
  credentialsProven!: number | null;

  /** The provider refused the whole application; nothing is sent until then. */
  @Column({ ...instant, nullable: true })
  pausedUntil!: Date | null;

  /** null also for pauses that were there before this was kept. */
  @Column({ ...instant, nullable: true })
  pausedSince!: Date | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  pauseReason!: string | null;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}
