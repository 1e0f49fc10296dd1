import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { defineTable } from './table.js';

/** The recent messages of 64 users or devices that frequency caps count (docs/decisions/frequency-caps.md). */
@Entity({ name: 'cap_block' })
export class CapBlock {
  /** The account. */
  @PrimaryColumn(bigId)
  userId!: number;

  /** Its users or devices have neighbouring numbers (src/delivery/judgement/cap-sends.ts). */
  @PrimaryColumn(bigId)
  block!: number;

  /** The sends, packed by src/delivery/judgement/cap-block-codec.ts. */
  @Column('blob')
  sends!: Buffer;

  /** No cap counts the row after this time. */
  @Column(instant)
  expiresAt!: Date;
}

export const CAP_BLOCK_TABLE = defineTable(CapBlock);
