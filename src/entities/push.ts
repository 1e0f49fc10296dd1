import { Field, Int, ObjectType } from 'type-graphql';
import { Column, Entity, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { DateTimeScalar } from '../schema/scalars/date-time-scalar.js';
import { LanguageTagScalar } from '../schema/scalars/language-tag-scalar.js';
import { Node } from '../schema/types/node.js';
import { bigId, instant } from './column-types.js';
import { PushTranslation } from './push-translation.js';

@Entity({ name: 'push' })
@ObjectType({ implements: Node, simpleResolvers: true, description: 'A message in one or more languages.' })
export class Push {
  @Field(() => Int, { name: 'databaseId', description: 'The id in REST.' })
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  @Field(() => LanguageTagScalar, { description: 'For devices whose language has no translation.' })
  @Column({ type: 'varchar', length: 35 })
  defaultLang!: string;

  /** 0 deactivated, 1 active. */
  @Column({ type: 'integer' })
  status!: number;

  @Field(() => Boolean, { description: 'Archived: not sent until it is restored and activated.' })
  @Column({ type: 'boolean' })
  archived!: boolean;

  /** The scheduler that it is bound to. */
  @Column({ ...bigId, nullable: true })
  schedulerId!: number | null;

  /** Its place among the scheduler's pushes, from 0, in the order in which they were bound. */
  @Column({ type: 'integer' })
  position!: number;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  @Column(instant)
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last changed.' })
  @Column(instant)
  updatedAt!: Date;

  @OneToMany(
    () => PushTranslation,
    (translation) => translation.push,
  )
  translations!: Relation<PushTranslation>[];
}
