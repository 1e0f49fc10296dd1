import { Field, Int, ObjectType } from 'type-graphql';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DateTimeScalar } from '../schema/scalars/date-time-scalar.js';
import { Node } from '../schema/types/node.js';
import { bigId, instant } from './column-types.js';

/** A word that devices carry, for schedulers to choose by. Made when a device first comes with it. */
@Entity({ name: 'tag' })
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'A word that devices carry, for schedulers to choose by. Made when a device first comes with it. REST and the SDK call it an audience.',
})
export class Tag {
  @Field(() => Int, { name: 'databaseId', description: 'The number of the tag.' })
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Field(() => String, { description: 'The tag itself, as devices and schedulers write it.' })
  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** The application whose devices brought it first; null: its owner did, or it is older than this record. */
  @Column({ ...bigId, nullable: true })
  appId!: number | null;

  /** Dense per user from 0: its place in a device's bit words. */
  @Column({ type: 'integer' })
  ordinal!: number;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it was first used; null for those older than this record.',
  })
  @Column({ ...instant, nullable: true })
  createdAt!: Date | null;
}
