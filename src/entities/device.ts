import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Attributes } from '../ports/attributes.js';
import { attributes, bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** The number of 60-bit words that a device row has for tags, and again for events (src/audience/mark-condition.ts). */
export const BIT_WORDS = 4;

/** Replaces the secret hash of an unregistered device, which only its owner still sees. */
export const UNREGISTERED = 'unregistered';

/**
 * One installation of an application on one device. Clustered by (app_id, id). The bit words `tag_w0…` and `event_w0…`
 * are derived from `device_tag` and `device_event`. Only SQL uses them, since they do not fit a number.
 */
@Entity({ name: 'device' })
export class Device {
  @PrimaryColumn(bigId)
  appId!: number;

  @PrimaryColumn(bigId)
  id!: number;

  /** SHA-256 of the token, subscription id or endpoint, hex; unique in the application. */
  @Column({ type: 'varchar', length: 64 })
  tokenHash!: string;

  /** Token (providers a, c), subscription id (b) or endpoint (webpush); empty after unregistering. */
  @Column({ type: 'text' })
  token!: string;

  @Column({ type: 'varchar', length: 120, nullable: true })
  p256dh!: string | null;

  @Column({ type: 'varchar', length: 60, nullable: true })
  auth!: string | null;

  /** When the device last confirmed the token. An older report that the token is dead does not count. */
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

  /** The last change of the zone; null: none since the registration. Earlier zones are in `device_zone_change`. */
  @Column({ ...instant, nullable: true })
  timezoneChangedAt!: Date | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  externalUserId!: string | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  platform!: string | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  appVersion!: string | null;

  /** Merged from `end_user.attributes` and `ownAttributes`, which win. */
  @Column({ ...attributes, nullable: true })
  attributes!: Attributes | null;

  /** The attributes that the device itself has; null: none. */
  @Column({ ...attributes, nullable: true })
  ownAttributes!: Attributes | null;

  /** Its own quiet window as text, such as `22:00-07:00 MON,TUE` (src/schedule/quiet-hours.ts). */
  @Column({ type: 'varchar', length: 40, nullable: true })
  quietHours!: string | null;

  @Column({ type: 'boolean' })
  active!: boolean;

  /** Why the device became inactive: the provider's answer, or `unregistered`. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  inactiveReason!: string | null;

  /** `inactiveReason` for programs, with `inactiveDetail` (src/providers/codes.ts). Ignored if it contradicts it. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  inactiveCode!: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  inactiveDetail!: string | null;

  @Column({ ...instant, nullable: true })
  inactiveAt!: Date | null;

  @Column({ type: 'boolean' })
  hasTags!: boolean;

  @Column(instant)
  registeredAt!: Date;

  /** A keyed hash of the network from which a browser first registered; null: a server registered the device. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  registeredFrom!: string | null;

  /** Last activity of its SDK. */
  @Column(instant)
  seenAt!: Date;
}

export const DEVICE_TABLE = defineTable(Device);

/** The facts that a device or its server may set at any time. */
export const DEVICE_ATTRIBUTES = [
  'language',
  'country',
  'timezone',
  'externalUserId',
  'platform',
  'appVersion',
  'quietHours',
] as const satisfies readonly (keyof Device)[];
export type DeviceAttributes = Pick<Device, (typeof DEVICE_ATTRIBUTES)[number]>;

/** A column that a page of devices reads only if its filters, its provider, its content or a rule needs it. */
export type DeviceNeed = Exclude<keyof Device, 'appId' | 'id' | 'token' | 'language'>;

/** A device of a page. Instants are epoch ms and flags are numbers; a column that was not read is undefined. */
export type DeviceValues = Readonly<Pick<Device, 'id' | 'token' | 'language'>> & {
  readonly [Need in DeviceNeed]?: Device[Need] extends Date | boolean
    ? number
    : Device[Need] extends Date | null
      ? number | null
      : Device[Need];
};

/** A whole device in the form that pages use. */
export const deviceValuesOf = (device: Device): DeviceValues =>
  Object.fromEntries(
    DEVICE_TABLE.columns.map(({ property, toStored }) => [property, toStored(device[property as keyof Device])]),
  ) as unknown as DeviceValues;

/** The address of a device and its proof of identity, which the graph never reads. */
export const DEVICE_SECRETS: readonly string[] = ['token', 'p256dh', 'auth', 'secret_hash', 'registered_from'];
