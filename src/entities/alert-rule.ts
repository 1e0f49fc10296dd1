import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';
import { defineTable } from './table.js';

/** The kinds of rules (src/services/alerts/kinds). */
export const ALERT_KINDS = ['RUN_FAILURES', 'NO_DELIVERIES', 'APP_PAUSED'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Watches runs or applications of an account. */
@Entity({ name: 'alert_rule' })
export class AlertRule {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column({ type: 'varchar', length: 24 })
  kind!: AlertKind;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'boolean' })
  enabled!: boolean;

  /** null: all applications. */
  @Column({ ...bigId, nullable: true })
  appId!: number | null;

  /** The smallest share of failures, 0 to 1; null: the kind has none. */
  @Column({ type: 'double', nullable: true })
  share!: number | null;

  /** An alert needs at least this many messages; null: the kind has no minimum. */
  @Column({ type: 'integer', nullable: true })
  minCount!: number | null;

  /** null: the kind has none. */
  @Column({ type: 'integer', nullable: true })
  minutes!: number | null;

  /** E-mail addresses. */
  @Column(json)
  recipients!: readonly string[];

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}

export const ALERT_RULE_TABLE = defineTable(AlertRule, { numbered: 'id' });
