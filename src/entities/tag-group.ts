import { Field, Int, ObjectType } from 'type-graphql';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DateTimeScalar } from '../schema/scalars/date-time-scalar.js';
import { Node } from '../schema/types/node.js';
import { bigId, instant, json } from './column-types.js';

/** A named set of tags: a device belongs if it has any of them. */
@Entity({ name: 'audience_group' })
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A named set of tags; a device belongs if it has any of them.',
})
export class TagGroup {
  @Field(() => Int, { name: 'databaseId', description: 'The id in REST.' })
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Field(() => String, { description: 'The name, 1 to 255 characters.' })
  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Field(() => [String], { description: 'The tags.' })
  @Column(json)
  tags!: string[];

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  @Column(instant)
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last changed.' })
  @Column(instant)
  updatedAt!: Date;
}
