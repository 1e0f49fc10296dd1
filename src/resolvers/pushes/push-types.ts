import { Field, Int, ObjectType } from 'type-graphql';
import { Push } from '../../entities/push.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { DateTimeScalar, LanguageTagScalar } from '../../schema/scalars/scalars.js';
import { addOutputFields } from './message-fields.js';

/** Its values are rows of `push_translation`. */
@ObjectType('Translation', { simpleResolvers: true, description: 'A push in one language.' })
export class TranslationType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id, as in REST.' })
  readonly id!: number;

  @Field(() => LanguageTagScalar, { description: 'Language as a 2-letter code.' })
  readonly language!: string;
}

addOutputFields('translation', TranslationType);

/** Its values are rows of `push`. */
@ObjectType('Push', { implements: Node, simpleResolvers: true, description: 'A message in one or more languages.' })
export class PushType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id, as in REST.' })
  readonly id!: number;

  @Field(() => String, { nullable: true, description: 'Name for use in lists; never shown on devices.' })
  readonly name!: string | null;

  @Field(() => LanguageTagScalar, { description: 'Language for devices whose own language has no translation.' })
  readonly defaultLang!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'How often the push is chosen if its scheduler has an experiment; null counts as 1.',
  })
  readonly weight!: number | null;

  @Field(() => Boolean, { description: 'True if archived: it is not sent until it is restored and activated.' })
  readonly archived!: boolean;

  @Field(() => DateTimeScalar, { description: 'When the push was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the push was last changed.' })
  readonly updatedAt!: Date;
}

addOutputFields('push', PushType);

@ObjectType({ description: 'The result for one push of a bulk creation.', simpleResolvers: true })
export class PushCreateResult {
  @Field(() => Int, { description: 'Position in `inputs`, from 0.' })
  readonly index!: number;

  @Field(() => PushType, { nullable: true, description: 'The new push; null if the input was refused.' })
  readonly push!: Push | null;

  @Field(() => [UserError], { description: 'The rules that this input breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The result of a bulk creation.', simpleResolvers: true })
export class PushesPayload {
  @Field(() => [PushCreateResult], {
    description: 'One result for each input, in the same order. Empty if the whole request was refused.',
  })
  readonly results!: readonly PushCreateResult[];

  @Field(() => [UserError], { description: 'Errors of the whole request. If there are any, nothing was created.' })
  readonly userErrors!: readonly UserError[];
}
