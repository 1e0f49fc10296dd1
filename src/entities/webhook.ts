import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';
import { defineTable } from './table.js';

/** SINGLE: one event per request. BATCH: up to 500 events, or those of one second. */
export const WEBHOOK_MODES = ['SINGLE', 'BATCH'] as const;
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

export const WEBHOOK_STATES = ['ENABLED', 'DISABLED'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** MANUAL: by `webhookDisable`. GONE: the endpoint answered 410. EXHAUSTED: the last retry of a message failed. */
export const WEBHOOK_REASONS = ['MANUAL', 'GONE', 'EXHAUSTED'] as const;
export type WebhookReason = (typeof WEBHOOK_REASONS)[number];

/** An address that receives the events of an account. */
@Entity({ name: 'webhook' })
export class Webhook {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column({ type: 'varchar', length: 2048 })
  url!: string;

  @Column({ type: 'varchar', length: 255 })
  description!: string;

  /** The types of events to send; empty: all. */
  @Column(json)
  types!: readonly string[];

  /** Only events of these applications, and events of none; empty: all. */
  @Column(json)
  appIds!: readonly number[];

  @Column({ type: 'varchar', length: 6 })
  mode!: WebhookMode;

  @Column({ type: 'varchar', length: 8 })
  state!: WebhookState;

  /** Why it is disabled; null while enabled. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  reason!: WebhookReason | null;

  @Column({ ...instant, nullable: true })
  disabledAt!: Date | null;

  /** The sealed keys that sign requests, current and former. */
  @Column({ type: 'text' })
  secrets!: string;

  /** `whpk_…`, if requests carry `v1a` signatures. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  publicKey!: string | null;

  /** Until this time, requests also carry signatures by the keys that the last rotation replaced. */
  @Column({ ...instant, nullable: true })
  formerUntil!: Date | null;

  /** The cursor in the event log: everything up to here has been sent, or waits as a `webhook_retry`. */
  @Column(bigId)
  position!: number;

  /** The place within the row at `position`. */
  @Column({ type: 'integer' })
  entry!: number;

  /** Failed requests since the last success. */
  @Column({ type: 'integer' })
  failures!: number;

  /** Nothing is sent before this time. */
  @Column(instant)
  pausedUntil!: Date;

  /** The webhook has work at this time even without new events; null: it has none. */
  @Column({ ...instant, nullable: true })
  wakeAt!: Date | null;

  /** The worker that serves it. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  leaseOwner!: string | null;

  @Column(instant)
  leaseUntil!: Date;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}

export const WEBHOOK_TABLE = defineTable(Webhook, { numbered: 'id' });
