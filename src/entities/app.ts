import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MessageDefaults } from '../ports/message-fields.js';
import type { ProviderName } from '../ports/provider-name.js';
import type { QuietSetting } from '../ports/quiet-hours.js';
import { bigId, instant, json } from './column-types.js';
import { defineTable } from './table.js';

export type IdentityVerification = 'OFF' | 'REQUIRED';

/**
 * An application of a user, whose devices receive messages. Applications and groups share one sequence of ids
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

  /** The picture on the hosted preferences page. */
  @Column({ type: 'varchar', length: 2048, nullable: true })
  icon!: string | null;

  @Column({ type: 'boolean' })
  archived!: boolean;

  /** The encrypted credentials of the current provider; for webpush, the VAPID private key. */
  @Column({ type: 'text', nullable: true })
  credentials!: string | null;

  /** Every component of the credentials is non-empty. */
  @Column({ type: 'boolean' })
  credentialsComplete!: boolean;

  /** Increases with every change of the credentials, so that caches notice. */
  @Column({ type: 'integer' })
  credentialsVersion!: number;

  /** base64url, for webpush only. */
  @Column({ type: 'varchar', length: 120, nullable: true })
  vapidKeyPublic!: string | null;

  @Column({ type: 'varchar', length: 8 })
  identityVerification!: IdentityVerification;

  /** Sealed; null: no secret has been created yet. */
  @Column({ type: 'text', nullable: true })
  identitySecrets!: string | null;

  /** Devices last seen before this are inactive. Archiving sets it to now, so that no device row has to change. */
  @Column(instant)
  devicesActiveSince!: Date;

  /** The version of the credentials with which a message was last accepted; null: none yet. */
  @Column({ type: 'integer', nullable: true })
  credentialsProven!: number | null;

  /** The provider refused the whole application; nothing is sent before this time. */
  @Column({ ...instant, nullable: true })
  pausedUntil!: Date | null;

  /** Also null for pauses that began before this column existed. */
  @Column({ ...instant, nullable: true })
  pausedSince!: Date | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  pauseReason!: string | null;

  /** `pauseReason` for programs, with `pauseDetail` (src/providers/codes.ts). Ignored if it contradicts `pauseReason`. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  pauseCode!: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  pauseDetail!: string | null;

  /** Fields for pushes that leave them out; null: none. */
  @Column({ ...json, nullable: true })
  messageDefaults!: MessageDefaults | null;

  /** null: those of the account. */
  @Column({ ...json, nullable: true })
  quietHours!: QuietSetting | null;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}

export const APP_TABLE = defineTable(App);
