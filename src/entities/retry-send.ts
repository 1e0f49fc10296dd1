import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';

/** A message that waits for another try and no longer holds its batch. */
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

  /** Language of the translation that was chosen at the first try. */
  @Column({ type: 'varchar', length: 35 })
  language!: string;

  /** Tries so far. */
  @Column({ type: 'integer' })
  attempt!: number;

  /** Those of them that left as a whole and got no answer: the device may have the message already. */
  @Column({ type: 'integer', default: 0 })
  unanswered!: number;

  @Column({ type: 'varchar', length: 255 })
  reason!: string;

  @Column(instant)
  dueAt!: Date;

  @Column(instant)
  expiresAt!: Date;

  /** Its provider refused the whole application: new credentials let it go on before `dueAt`. */
  @Column({ type: 'boolean', default: false })
  waitsForApp!: boolean;

  /** Application and push service for which it waits, which has taken no message yet or takes none now. */
  @Column({ type: 'varchar', length: 40, nullable: true })
  heldFor!: string | null;

  /** Its run was cancelled: it ends as cancelled, also if an auto-push run goes on. */
  @Column({ type: 'boolean', default: false })
  stopped!: boolean;

  @Column({ type: 'varchar', length: 64, nullable: true })
  leaseOwner!: string | null;

  @Column({ ...instant, nullable: true })
  leaseUntil!: Date | null;
}
