import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** A message that waits for another attempt, independently of its batch. */
@Entity({ name: 'retry_send' })
export class RetrySend {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  runId!: number;

  @Column(bigId)
  batchId!: number;

  @Column(bigId)
  appId!: number;

  @Column(bigId)
  pushId!: number;

  @Column(bigId)
  deviceId!: number;

  @Column(bigId)
  occurrence!: number;

  /** The data of the event that started an auto-push, for the templates of the message; null: none. */
  @Column({ type: 'text', nullable: true })
  eventData!: string | null;

  /** The language of the translation that was chosen at the first attempt. */
  @Column({ type: 'varchar', length: 35 })
  language!: string;

  /** Attempts so far. */
  @Column({ type: 'integer' })
  attempt!: number;

  /** Attempts that were fully written and not answered: the device may have the message already. */
  @Column({ type: 'integer', default: 0 })
  unanswered!: number;

  @Column({ type: 'varchar', length: 255 })
  reason!: string;

  /** `reason` for programs, with `detail` (src/providers/codes.ts). Ignored if it contradicts `reason`. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  code!: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  detail!: string | null;

  @Column(instant)
  dueAt!: Date;

  @Column(instant)
  expiresAt!: Date;

  /** The provider refused the whole application; new credentials make the row due before `dueAt`. */
  @Column({ type: 'boolean', default: false })
  waitsForApp!: boolean;

  /** The application and the unproven or failing push service that the message waits for. `waits_for_origin` tells whether. */
  @Column({ type: 'varchar', length: 40, nullable: true })
  heldFor!: string | null;

  /** A judgement rule holds the message, and `batch_count` counts it as `held`. Null: an earlier release wrote the row. */
  @Column({ type: 'boolean', nullable: true })
  held!: boolean | null;

  /**
   * The users and devices that stop counting the message for caps if it is refused, separated by a space; empty: it stays
   * counted, because it may have arrived; null: no cap counts it.
   */
  @Column({ type: 'varchar', length: 45, nullable: true })
  capSubjects!: string | null;

  /** The index of the variant, or an `…_ARM` of `ports/experiment.ts`; null: the run has no experiment. */
  @Column({ type: 'integer', nullable: true })
  variant!: number | null;

  /** The run was cancelled: the message ends as cancelled even if an auto-push run continues. */
  @Column({ type: 'boolean', default: false })
  stopped!: boolean;

  @Column({ type: 'varchar', length: 64, nullable: true })
  leaseOwner!: string | null;

  @Column({ ...instant, nullable: true })
  leaseUntil!: Date | null;
}

export const RETRY_SEND_TABLE = defineTable(RetrySend, { numbered: 'id' });
