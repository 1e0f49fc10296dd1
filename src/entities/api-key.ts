import { Field, ObjectType } from 'type-graphql';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { ScopeEnum } from '../schema/enums/scope-enum.js';
import { DateTimeScalar } from '../schema/scalars/date-time-scalar.js';
import { Node } from '../schema/types/node.js';
import { bigId, instant } from './column-types.js';

export const SCOPES = ['read', 'write', 'send'] as const;
export type Scope = (typeof SCOPES)[number];

/** A key of a user. The key itself is shown once and never stored; only its hash is. */
@Entity({ name: 'api_key' })
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A key to this service, without the key itself, which is shown once when it is made.',
})
export class ApiKey {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  /** The key that made it, in the graph; null: the operator did. */
  @Column({ ...bigId, nullable: true })
  parentId!: number | null;

  @Field(() => String, { nullable: true, description: 'What it is for; null if it was given no name.' })
  @Column({ type: 'varchar', length: 255, nullable: true })
  name!: string | null;

  /** The first characters, to tell keys apart and to revoke one. */
  @Field(() => String, { description: 'Its first characters, to tell keys apart.' })
  @Column({ type: 'varchar', length: 16 })
  prefix!: string;

  /** SHA-256 of the whole key, hex. Keys are long and random, so a slow hash would add nothing. */
  @Column({ type: 'varchar', length: 64 })
  hash!: string;

  @Field(() => [ScopeEnum], { description: 'What it may do.' })
  @Column({ type: 'simple-array' })
  scopes!: Scope[];

  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  @Column(instant)
  createdAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'It is good until then; null: without end.' })
  @Column({ ...instant, nullable: true })
  expiresAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was revoked; null: it was not.' })
  @Column({ ...instant, nullable: true })
  revokedAt!: Date | null;
}
