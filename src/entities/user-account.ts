import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Holdout } from '../ports/experiment.js';
import type { FrequencyCaps } from '../ports/frequency-caps.js';
import type { Attribution } from '../ports/goals.js';
import type { QuietSetting } from '../ports/quiet-hours.js';
import { instant, json } from './column-types.js';

/** An account, which owns all other rows. */
@Entity({ name: 'user_account' })
export class UserAccount {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'boolean' })
  suspended!: boolean;

  @Column({ ...instant, nullable: true })
  suspendedAt!: Date | null;

  /** `operator` or `user`; null means `operator`. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  suspendedBy!: 'operator' | 'user' | null;

  /** When the deletion of the account began. */
  @Column({ ...instant, nullable: true })
  deletedAt!: Date | null;

  /** The sealed key of the hashes in `erased_user`; null: no user was ever erased. */
  @Column({ type: 'text', nullable: true })
  erasureKey!: string | null;

  /** Canonical IANA name; null: UTC. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  timeZone!: string | null;

  /** Applies to all messages of the account; null: not set. */
  @Column({ ...json, nullable: true })
  quietHours!: QuietSetting | null;

  /** Applies to all messages of the account; null: not set. */
  @Column({ ...json, nullable: true })
  frequencyCaps!: FrequencyCaps | null;

  /** Which run is credited with an event; null: the default. */
  @Column({ ...json, nullable: true })
  attribution!: Attribution | null;

  /** null: nobody is held out. */
  @Column({ ...json, nullable: true })
  holdout!: Holdout | null;

  @Column(instant)
  createdAt!: Date;
}
