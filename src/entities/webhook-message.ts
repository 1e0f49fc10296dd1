import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';
import { defineTable } from './table.js';
import type { Webhook } from './webhook.js';

/** Events of the log after one cursor, up to another. The log keeps them, so no copy outlives an erasure. */
abstract class EventRange {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column(bigId)
  webhookId!: number;

  @Column(bigId)
  afterPosition!: number;

  @Column({ type: 'integer' })
  afterEntry!: number;

  @Column(bigId)
  untilPosition!: number;

  @Column({ type: 'integer' })
  untilEntry!: number;
}

/** A request that failed and waits for its next attempt. */
@Entity({ name: 'webhook_retry' })
export class WebhookRetry extends EventRange {
  @Column({ type: 'integer' })
  events!: number;

  /** Failed attempts so far. */
  @Column({ type: 'integer' })
  attempts!: number;

  /** What the webhook selected when the request was first sent; null: what it selects now. */
  @Column({ ...json, nullable: true })
  selection!: Pick<Webhook, 'mode' | 'types' | 'appIds'> | null;

  @Column(instant)
  dueAt!: Date;
}

export const WEBHOOK_RETRY_TABLE = defineTable(WebhookRetry, { numbered: 'id' });

/** Events that are being sent again. The range shrinks from its beginning. */
@Entity({ name: 'webhook_replay' })
export class WebhookReplay extends EventRange {
  @Column(instant)
  createdAt!: Date;
}

export const WEBHOOK_REPLAY_TABLE = defineTable(WebhookReplay, { numbered: 'id' });

export const ATTEMPT_KINDS = ['LIVE', 'RETRY', 'REPLAY', 'TEST'] as const;
export type AttemptKind = (typeof ATTEMPT_KINDS)[number];

export const ATTEMPT_RESULTS = [
  'SUCCESS',
  'REFUSED',
  'SLOWED',
  'REDIRECTED',
  'GONE',
  'TIMEOUT',
  'CONNECTION_FAILED',
  'CERTIFICATE',
  'NAME_NOT_FOUND',
  'ADDRESS_NOT_PUBLIC',
  'EXPIRED',
] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

/** One request to a webhook, or a message whose events the log no longer has. */
@Entity({ name: 'webhook_attempt' })
export class WebhookAttempt extends EventRange {
  @Column({ type: 'integer' })
  events!: number;

  @Column({ type: 'varchar', length: 8 })
  kind!: AttemptKind;

  /** 1 for the first attempt. */
  @Column({ type: 'integer' })
  attempt!: number;

  @Column({ type: 'varchar', length: 32 })
  result!: AttemptResult;

  /** The HTTP status; null without an answer. */
  @Column({ type: 'integer', nullable: true })
  httpStatus!: number | null;

  /** The code of a connection error, such as `CERT_HAS_EXPIRED`. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  detail!: string | null;

  @Column({ type: 'integer' })
  durationMs!: number;

  /** The beginning of an answer that was not a success. */
  @Column({ type: 'varchar', length: 512, nullable: true })
  answer!: string | null;

  @Column(instant)
  at!: Date;
}

export const WEBHOOK_ATTEMPT_TABLE = defineTable(WebhookAttempt, { numbered: 'id' });
