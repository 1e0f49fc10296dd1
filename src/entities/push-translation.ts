import { Field, Int, ObjectType } from 'type-graphql';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { HttpsUrlScalar } from '../schema/scalars/https-url-scalar.js';
import { LanguageTagScalar } from '../schema/scalars/language-tag-scalar.js';
import { bigId } from './column-types.js';
import { Push } from './push.js';

@Entity({ name: 'push_translation' })
@ObjectType('Translation', { simpleResolvers: true, description: 'A push in one language.' })
export class PushTranslation {
  @Field(() => Int, { name: 'databaseId', description: 'The id in REST.' })
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column(bigId)
  pushId!: number;

  @Field(() => LanguageTagScalar, { description: 'Its language, a 2-letter code.' })
  @Column({ type: 'varchar', length: 35 })
  language!: string;

  @Field(() => String, { description: 'Short text at the head.' })
  @Column({ type: 'varchar', length: 255 })
  title!: string;

  @Field(() => String, { description: 'Longer text under the title.' })
  @Column({ type: 'text' })
  text!: string;

  @Field(() => HttpsUrlScalar, { nullable: true, description: 'Image in the body.' })
  @Column({ type: 'varchar', length: 2048, nullable: true })
  image!: string | null;

  @Field(() => HttpsUrlScalar, { nullable: true, description: 'Image in the preview.' })
  @Column({ type: 'varchar', length: 2048, nullable: true })
  icon!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "What a click opens: http, https or an application's own scheme.",
  })
  @Column({ type: 'varchar', length: 2048, nullable: true })
  link!: string | null;

  @ManyToOne(
    () => Push,
    (push) => push.translations,
  )
  @JoinColumn({ name: 'push_id' })
  push!: Relation<Push>;
}
