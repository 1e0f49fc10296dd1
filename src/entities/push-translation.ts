import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { bigId } from './column-types.js';
import { Push } from './push.js';

@Entity({ name: 'push_translation' })
export class PushTranslation {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  pushId!: number;

  @Column({ type: 'varchar', length: 35 })
  language!: string;

  @Column({ type: 'varchar', length: 255 })
  title!: string;

  @Column({ type: 'text' })
  text!: string;

  @Column({ type: 'varchar', length: 2048, nullable: true })
  image!: string | null;

  @Column({ type: 'varchar', length: 2048, nullable: true })
  icon!: string | null;

  @Column({ type: 'varchar', length: 2048, nullable: true })
  link!: string | null;

  @ManyToOne(
    () => Push,
    (push) => push.translations,
  )
  @JoinColumn({ name: 'push_id' })
  push!: Relation<Push>;
}
