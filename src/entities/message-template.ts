import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';
import { defineTable } from './table.js';

/** A message that is saved to be used again. */
@Entity({ name: 'message_template' })
export class MessageTemplate {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** A valid `PushInput` of the graph. */
  @Column(json)
  content!: Readonly<Record<string, unknown>>;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;
}

export const MESSAGE_TEMPLATE_TABLE = defineTable(MessageTemplate, { numbered: 'id' });
