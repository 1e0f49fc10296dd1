import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';

/** The position of each user's latest event, kept after the events themselves expire. */
@Entity({ name: 'outbox_head' })
export class OutboxHead {
  @PrimaryColumn(bigId)
  userId!: number;

  @Column(bigId)
  position!: number;
}
