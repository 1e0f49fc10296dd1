import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CategoryKind, Choice } from '../ports/preferences.js';
import { bigId, instant, json } from './column-types.js';
import { defineTable } from './table.js';

/** A text of a category in one language. */
export interface CategoryText {
  /** Canonical BCP 47. */
  readonly language: string;
  readonly text: string;
}

/** A kind of message that people can turn on and off. */
@Entity({ name: 'category' })
export class Category {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  /** Unique in the account; the `key` of the graph, which is a reserved word of MySQL. */
  @Column({ type: 'varchar', length: 40 })
  code!: string;

  /** At least one; the first is for all other languages. */
  @Column(json)
  names!: readonly CategoryText[];

  @Column(json)
  descriptions!: readonly CategoryText[];

  @Column({ type: 'varchar', length: 16 })
  kind!: CategoryKind;

  /** The choice that applies to everyone who has not chosen. */
  @Column({ type: 'varchar', length: 3 })
  defaultChoice!: Choice;

  /** The notification channel for its pushes that set none. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  androidChannel!: string | null;

  /** Whether people see it among their preferences. */
  @Column({ type: 'boolean' })
  listed!: boolean;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}

export const CATEGORY_TABLE = defineTable(Category, { numbered: 'id' });
