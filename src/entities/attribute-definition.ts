import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { AttributeType } from '../ports/attributes.js';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** A key of attributes in an account. It is created with the first value, whose type later values must have. */
@Entity({ name: 'attribute_definition' })
export class AttributeDefinition {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  /** Unique in the account. */
  @Column({ type: 'varchar', length: 40 })
  name!: string;

  @Column({ type: 'varchar', length: 16 })
  type!: AttributeType;

  /** Whether devices may set it through the device API. */
  @Column({ type: 'boolean' })
  writableByDevice!: boolean;

  @Column(instant)
  createdAt!: Date;
}

export const ATTRIBUTE_DEFINITION_TABLE = defineTable(AttributeDefinition, { numbered: 'id' });
