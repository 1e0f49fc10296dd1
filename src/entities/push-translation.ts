import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { bigId } from './column-types.js';
import { messageColumns } from './message-columns.js';
import { Push } from './push.js';
import { defineTable } from './table.js';

/** A push in one language. */
@Entity({ name: 'push_translation' })
export class PushTranslation extends messageColumns('translation') {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  pushId!: number;

  @Column({ type: 'varchar', length: 35 })
  language!: string;

  @ManyToOne(
    () => Push,
    (push) => push.translations,
  )
  @JoinColumn({ name: 'push_id' })
  push!: Relation<Push>;
}

export const PUSH_TRANSLATION_TABLE = defineTable(PushTranslation, { numbered: 'id', related: 'push' });
