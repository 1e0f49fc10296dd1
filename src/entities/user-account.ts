import { Field, Int, ObjectType } from 'type-graphql';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DateTimeScalar } from '../schema/scalars/date-time-scalar.js';
import { Node } from '../schema/types/node.js';
import { instant } from './column-types.js';

/** Who owns everything else. */
@Entity({ name: 'user_account' })
@ObjectType('User', {
  implements: Node,
  simpleResolvers: true,
  description: 'Who owns applications, pushes, schedulers and everything else.',
})
export class UserAccount {
  @Field(() => Int, { name: 'databaseId', description: 'The number of the user.' })
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Field(() => String, { description: 'The name.' })
  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'boolean' })
  suspended!: boolean;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Since when it is suspended: nothing is sent, and its keys are refused, except to resume it; else null.',
  })
  @Column({ ...instant, nullable: true })
  suspendedAt!: Date | null;

  /** `operator` (as is null) or `user`. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  suspendedBy!: 'operator' | 'user' | null;

  /** Since when it is being deleted. */
  @Column({ ...instant, nullable: true })
  deletedAt!: Date | null;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  @Column(instant)
  createdAt!: Date;
}
