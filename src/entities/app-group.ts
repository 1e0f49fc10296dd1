import { Field, Int, ObjectType } from 'type-graphql';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DateTimeScalar } from '../schema/scalars/date-time-scalar.js';
import { Node } from '../schema/types/node.js';
import { bigId, instant } from './column-types.js';

@Entity({ name: 'app_group' })
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A set of applications that schedulers can name as one.',
})
export class AppGroup {
  @Field(() => Int, { name: 'databaseId', description: 'The id in REST.' })
  @PrimaryColumn(bigId)
  id!: number;

  @Column(bigId)
  userId!: number;

  @Field(() => String, { description: 'The name, 1 to 255 characters.' })
  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** The group consists of all active applications; its member rows are then not used. */
  @Field(() => Boolean, { description: 'It consists of all applications that are not archived.' })
  @Column({ type: 'boolean' })
  allApps!: boolean;

  @Field(() => Boolean, { description: 'Archived: it contributes no applications until it is restored.' })
  @Column({ type: 'boolean' })
  archived!: boolean;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  @Column(instant)
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last changed.' })
  @Column(instant)
  updatedAt!: Date;
}
