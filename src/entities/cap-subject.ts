import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** A user or device with its recent messages that frequency caps count (docs/decisions/frequency-caps.md). */
@Entity({ name: 'cap_subject' })
export class CapSubject {
  /** The account. */
  @PrimaryColumn(bigId)
  userId!: number;

  /** A hash, so that no id of a person is stored here. */
  @PrimaryColumn({ type: 'varchar', length: 22 })
  subject!: string;

  /** JSON: instant, message and category of each. */
  @Column({ type: 'text' })
  sends!: string;

  /** No cap looks at the row after this. */
  @Column(instant)
  expiresAt!: Date;
}

export const CAP_SUBJECT_TABLE = defineTable(CapSubject);
