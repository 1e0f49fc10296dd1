import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/** How many words of 60 bits a device row has for tags, and as many for events (storage.md). */
export const BIT_WORDS = 4;

/** In place of the hash of its secret: it was unregistered, and is gone for whoever held it. Its owner still sees it. */
export const UNREGISTERED = 'unregistered';

/**
 * One installation of an application on one device. Clustered by (app_id, id). The bit words `tag_w0…` and `event_w0…`
 * are derived from `device_tag` and `device_event` and are touched in SQL only, since they do not fit a number.
 */
@Entity({ name: 'device' })
export class Device {
  @PrimaryColumn(bigId)
  appId!: number;

  @PrimaryColumn(bigId)
  id!: number;

  /** SHA-256 of the token, subscription id or endpoint, hex: unique in its application. */
  @Column({ type: 'varchar', length: 64 })
  tokenHash!: string;

  /** Token (providers a, c), subscription id (b) or endpoint (webpush); empty once it was unregistered. */
  @Column({ type: 'text' })
  token!: string;

  @Column({ type: 'varchar', length: 120, nullable: true })
  p256dh!: string | null;

  @Column({ type: 'varchar', length: 60, nullable: true })
  auth!: string | null;

  /** When the device last confirmed the token: a provider's older word that it is dead does not count. */
  @Column(instant)
  tokenAt!: Date;

  /** SHA-256 of the device secret, hex; null for devices registered by a server; or `UNREGISTERED`. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  secretHash!: string | null;

  /** Canonical BCP 47. */
  @Column({ type: 'varchar', length: 35, nullable: true })
  language!: string | null;

  /** Upper-case ISO 3166-1 alpha-2. */
  @Column({ type: 'varchar', length: 2, nullable: true })
  country!: string | null;

  /** Canonical IANA name. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  timezone!: string | null;

  /** The last change; the zones before it are in `device_zone_change`. null: never since its registration. */
  @Column({ ...instant, nullable: true })
  timezoneChangedAt!: Date | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  externalUserId!: string | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  platform!: string | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  appVersion!: string | null;

  @Column({ type: 'boolean' })
  active!: boolean;

  /** Why it became inactive: the provider's answer, or `unregistered`. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  inactiveReason!: string | null;

  @Column({ ...instant, nullable: true })
  inactiveAt!: Date | null;

  @Column({ type: 'boolean' })
  hasTags!: boolean;

  @Column(instant)
  registeredAt!: Date;

  /** Of a browser: a keyed hash of the network from which it first registered; null where its server registered it. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  registeredFrom!: string | null;

  /** Last activity of its SDK. */
  @Column(instant)
  seenAt!: Date;
}

/** Never read for the graph: where a device is reached, and what it proves itself with. */
export const DEVICE_SECRETS: readonly string[] = ['token', 'p256dh', 'auth', 'secret_hash', 'registered_from'];
