import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bigId, instant, json } from './column-types.js';

/** What happened, written with what made it happen and published after commit. */
@Entity({ name: 'outbox' })
export class Outbox {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Column({ type: 'varchar', length: 32 })
  type!: string;

  /** The run that it is about. */
  @Column(bigId)
  runId!: number;

  @Column(json)
  payload!: Record<string, unknown>;

  @Column(instant)
  occurredAt!: Date;
}
