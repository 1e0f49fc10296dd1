import { Column, type ColumnOptions, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { BestHour } from '../ports/best-hour.js';
import type { Experiment } from '../ports/experiment.js';
import type { Goal } from '../ports/goals.js';
import type { QuietSetting } from '../ports/quiet-hours.js';
import type { Speed } from '../ports/speed.js';
import { bigId, instant, json, type RowOf } from './column-types.js';

/** The kinds, and their names in columns. Entities use the kinds, plain SQL the stored names. */
export const STORED_KINDS = { 'auto-push': 'conversion', 'one-time': 'onesend', weekly: 'smartweekly' } as const;
export type SchedulerKind = keyof typeof STORED_KINDS;
export type StoredKind = (typeof STORED_KINDS)[SchedulerKind];

const KINDS = { conversion: 'auto-push', onesend: 'one-time', smartweekly: 'weekly' } as const satisfies Record<
  StoredKind,
  SchedulerKind
>;

export const readKind = (stored: StoredKind): SchedulerKind => KINDS[stored];

export const kindColumn = {
  type: 'varchar',
  length: 16,
  transformer: { to: (kind: SchedulerKind) => STORED_KINDS[kind], from: readKind },
} as const satisfies ColumnOptions;

/** When and to whom its bound pushes are sent. Filter lists are rows of `scheduler_filter`, weekly times of `scheduler_slot`. */
@Entity({ name: 'scheduler' })
export class Scheduler {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column(kindColumn)
  kind!: SchedulerKind;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** The name in lower case, for matching and sorting alike on both databases. */
  @Column({ type: 'varchar', length: 512 })
  nameFolded!: string;

  @Column({ type: 'boolean' })
  active!: boolean;

  @Column({ type: 'boolean' })
  archived!: boolean;

  @Column({ type: 'boolean' })
  allApps!: boolean;

  @Column({ type: 'boolean' })
  allCountries!: boolean;

  @Column({ type: 'boolean' })
  allLanguages!: boolean;

  @Column({ type: 'boolean' })
  allAudiences!: boolean;

  /** Auto-push: as written by the user (docs/rules.md#delay). */
  @Column({ type: 'varchar', length: 64, nullable: true })
  delay!: string | null;

  /** One-time: `YYYY-MM-DD`. */
  @Column({ type: 'varchar', length: 10, nullable: true })
  sendDate!: string | null;

  /** One-time: minutes after midnight. */
  @Column({ type: 'integer', nullable: true })
  sendMinute!: number | null;

  /** One-time and weekly: each device is sent to at its own local time. */
  @Column({ type: 'boolean', nullable: true })
  localTime!: boolean | null;

  /** `+HH:MM` or an IANA name; null with local time. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  timezone!: string | null;

  /** The next moment of an active scheduler, which the sweep looks for. */
  @Column({ ...instant, nullable: true })
  nextDueAt!: Date | null;

  /** How late a moment may be sent; null: the grace period of the service. */
  @Column({ type: 'integer', nullable: true })
  graceSeconds!: number | null;

  /** null: those of the application. */
  @Column({ ...json, nullable: true })
  quietHours!: QuietSetting | null;

  /** How fast each of its runs sends; null: as fast as it can. */
  @Column({ ...json, nullable: true })
  speed!: Speed | null;

  /** null: its messages wait for no hour. */
  @Column({ ...json, nullable: true })
  bestHour!: BestHour | null;

  /** The events that its messages aim at; null: no conversions are counted. */
  @Column({ ...json, nullable: true })
  goals!: readonly Goal[] | null;

  /** null: every device gets every push. */
  @Column({ ...json, nullable: true })
  experiment!: Experiment | null;

  /** One-time by local time: zones whose moment had passed when it was activated (docs/rules.md#activation). */
  @Column({ ...json, nullable: true })
  leftOutZones!: string[] | null;

  /** The release of the tz database behind `nextDueAt`; null: the timing does not depend on it. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  tzRelease!: string | null;

  /** When the scheduler was activated or its timing last changed. Earlier moments are not sent. */
  @Column({ ...instant, nullable: true })
  activeFrom!: Date | null;

  /** The clocks of all zones at that time, as a row of `zone_clocks`; null: not recorded. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  clocksId!: string | null;

  /** When `nextDueAt` was last recalculated under another release. */
  @Column({ ...instant, nullable: true })
  replannedAt!: Date | null;

  /** null: never activated, so the scheduler is a draft. */
  @Column({ ...instant, nullable: true })
  firstActivatedAt!: Date | null;

  /** One-time: when the last moment made the scheduler inactive; null after it is activated again. */
  @Column({ ...instant, nullable: true })
  endedAt!: Date | null;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}

export type SchedulerRow = Omit<RowOf<Scheduler>, 'kind'> & { readonly kind: StoredKind };
