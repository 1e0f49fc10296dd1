import { Field, Int, ObjectType } from 'type-graphql';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { BatchStatusEnum } from '../schema/enums/batch-status-enum.js';
import { Node } from '../schema/types/node.js';
import { bigId, instant } from './column-types.js';

export const BATCH_STATUSES = ['pending', 'running', 'done', 'cancelled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** A range of device ids of one application in one run: `from_id < id <= to_id`, done up to `cursor_id`. */
@Entity({ name: 'batch' })
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A part of a run: the devices of one application within a range of ids, sent by one worker at a time.',
})
export class Batch {
  @Field(() => Int, { name: 'databaseId', description: 'The number of the batch.' })
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  runId!: number;

  @Column(bigId)
  appId!: number;

  @Column(bigId)
  fromId!: number;

  @Column(bigId)
  toId!: number;

  @Column(bigId)
  cursorId!: number;

  @Field(() => BatchStatusEnum, { description: 'How far it has got.' })
  @Column({ type: 'varchar', length: 16 })
  status!: BatchStatus;

  /** The worker that holds it; its checkpoints count only while this is its name and the lease has not passed to another. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  leaseOwner!: string | null;

  @Column({ ...instant, nullable: true })
  leaseUntil!: Date | null;

  /** Not before this: an error made it wait. */
  @Column({ ...instant, nullable: true })
  notBefore!: Date | null;

  @Field(() => Int, {
    description: 'How often a worker has taken it; more than once after a pause, an error or a crash.',
  })
  @Column({ type: 'integer' })
  attempts!: number;
}
