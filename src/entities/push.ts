import { Column, Entity, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { bigId, instant } from './column-types.js';
import { PushTranslation } from './push-translation.js';

/** The `push_id` in the receipt of a test of a message that is no push. */
export const NO_PUSH = 0;

@Entity({ name: 'push' })
export class Push {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  userId!: number;

  /** What people call it; REST does not know it. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  name!: string | null;

  @Column({ type: 'varchar', length: 35 })
  defaultLang!: string;

  /** 0 deactivated, 1 active. */
  @Column({ type: 'integer' })
  status!: number;

  @Column({ type: 'boolean' })
  archived!: boolean;

  /** The scheduler that it is bound to. */
  @Column({ ...bigId, nullable: true })
  schedulerId!: number | null;

  /** Its place among the scheduler's pushes, from 0, in the order in which they were bound. */
  @Column({ type: 'integer' })
  position!: number;

  @Column(instant)
  createdAt!: Date;

  @Column(instant)
  updatedAt!: Date;

  @OneToMany(
    () => PushTranslation,
    (translation) => translation.push,
  )
  translations!: Relation<PushTranslation>[];
}
