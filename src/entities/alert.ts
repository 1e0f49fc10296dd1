import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { AlertKind } from './alert-rule.js';
import { bigId, instant, json } from './column-types.js';
import { defineTable } from './table.js';

/** The numbers and texts of an alert, by the names of its kind. */
export type AlertFacts = Readonly<Record<string, string | number | null>>;

/** Something that a rule found. It stays open until the rule no longer finds it. */
@Entity({ name: 'alert' })
export class Alert {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column(bigId)
  ruleId!: number;

  @Column({ type: 'varchar', length: 24 })
  kind!: AlertKind;

  @Column({ ...bigId, nullable: true })
  appId!: number | null;

  @Column({ ...bigId, nullable: true })
  runId!: number | null;

  /** The rule and what it found. Unique, so nothing is raised twice; null once it is resolved. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  openKey!: string | null;

  @Column(json)
  facts!: AlertFacts;

  @Column(instant)
  raisedAt!: Date;

  @Column({ ...instant, nullable: true })
  resolvedAt!: Date | null;
}

export const ALERT_TABLE = defineTable(Alert, { numbered: 'id' });

export type AlertMailEvent = 'raised' | 'resolved';

/** An e-mail to one recipient of an alert. */
@Entity({ name: 'alert_mail' })
export class AlertMail {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column(bigId)
  alertId!: number;

  @Column({ type: 'varchar', length: 254 })
  recipient!: string;

  @Column({ type: 'varchar', length: 8 })
  event!: AlertMailEvent;

  /** null: the e-mail was sent or abandoned. */
  @Column({ ...instant, nullable: true })
  dueAt!: Date | null;

  @Column({ type: 'integer' })
  attempts!: number;

  @Column({ ...instant, nullable: true })
  sentAt!: Date | null;

  @Column(instant)
  createdAt!: Date;
}

export const ALERT_MAIL_TABLE = defineTable(AlertMail, { numbered: 'id' });
