import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** A deleted category whose choices still exist, because runs that were planned before may have to honour them. */
@Entity({ name: 'category_deletion' })
export class CategoryDeletion {
  @PrimaryColumn(bigId)
  categoryId!: number;

  @Column(bigId)
  userId!: number;

  @Column(instant)
  deletedAt!: Date;
}

export const CATEGORY_DELETION_TABLE = defineTable(CategoryDeletion);
