import { Column, Entity, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { messageColumns } from './message-columns.js';
import { PushTranslation } from './push-translation.js';
import { defineTable } from './table.js';

/** The `push_id` of a message that is not stored as a push: a test, or the only message of a run without a scheduler. */
export const NO_PUSH = 0;

@Entity({ name: 'push' })
export class Push extends messageColumns('push') {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  /** A label for people; REST does not have it. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  name!: string | null;

  @Column({ type: 'varchar', length: 35 })
  defaultLang!: string;

  /** 0 deactivated, 1 active. */
  @Column({ type: 'integer' })
  status!: number;

  @Column({ type: 'boolean' })
  archived!: boolean;

  /** The scheduler that the push is bound to. */
  @Column({ ...bigId, nullable: true })
  schedulerId!: number | null;

  /** The position among the scheduler's pushes, from 0, in the order of binding. */
  @Column({ type: 'integer' })
  position!: number;

  /** null: the push counts as `MARKETING`. */
  @Column({ ...bigId, nullable: true })
  categoryId!: number | null;

  /** How often it is chosen if its scheduler has an experiment; null: 1. */
  @Column({ type: 'integer', nullable: true })
  weight!: number | null;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;

  @OneToMany(
    () => PushTranslation,
    (translation) => translation.push,
  )
  translations!: Relation<PushTranslation>[];
}

export const PUSH_TABLE = defineTable(Push, { numbered: 'id', related: 'translations' });
