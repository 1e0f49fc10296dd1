import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigId } from './column-types.js';

/** The position of each user's latest event; stays when the events themselves are past their retention. */
@Entity({ name: 'outbox_head' })
export class OutboxHead {
  @PrimaryColumn(bigId)
  userId!: number;

  @Column(bigId)
  position!: number;
}
