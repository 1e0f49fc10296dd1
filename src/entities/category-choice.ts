import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Choice, ChoiceSource, SubjectKind } from '../ports/preferences.js';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** The choice of a user or a device about a category. Clustered, so that a page of devices finds its choices together. */
@Entity({ name: 'category_choice' })
export class CategoryChoice {
  @PrimaryColumn(bigId)
  userId!: number;

  @PrimaryColumn({ type: 'varchar', length: 6 })
  subjectKind!: SubjectKind;

  /** An external user id, or the number of a device. */
  @PrimaryColumn({ type: 'varchar', length: 255 })
  subject!: string;

  /** `ALL_MARKETING`, or a category. */
  @PrimaryColumn(bigId)
  categoryId!: number;

  @Column({ type: 'varchar', length: 3 })
  choice!: Choice;

  @Column({ type: 'varchar', length: 6 })
  source!: ChoiceSource;

  @Column(instant)
  changedAt!: Date;
}

export const CATEGORY_CHOICE_TABLE = defineTable(CategoryChoice);
