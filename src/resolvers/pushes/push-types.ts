import { Field, Int, ObjectType } from 'type-graphql';
import { Push } from '../../entities/push.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { DateTimeScalar, HttpsUrlScalar, LanguageTagScalar } from '../../schema/scalars/scalars.js';

/** Its values are rows of `push_translation`. */
@ObjectType('Translation', { simpleResolvers: true, description: 'A push in one language.' })
export class TranslationType {
  @Field(() => Int, { name: 'databaseId', description: 'The id in REST.' })
  readonly id!: number;

  @Field(() => LanguageTagScalar, { description: 'Its language, a 2-letter code.' })
  readonly language!: string;

  @Field(() => String, { description: 'Short text at the head.' })
  readonly title!: string;

  @Field(() => String, { description: 'Longer text under the title.' })
  readonly text!: string;

  @Field(() => HttpsUrlScalar, { nullable: true, description: 'Image in the body.' })
  readonly image!: string | null;

  @Field(() => HttpsUrlScalar, { nullable: true, description: 'Image in the preview.' })
  readonly icon!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "What a click opens: http, https or an application's own scheme.",
  })
  readonly link!: string | null;
}

/** Its values are rows of `push`. */
@ObjectType('Push', { implements: Node, simpleResolvers: true, description: 'A message in one or more languages.' })
export class PushType {
  @Field(() => Int, { name: 'databaseId', description: 'The id in REST.' })
  readonly id!: number;

  @Field(() => String, { nullable: true, description: 'What people call it, in lists; devices never see it.' })
  readonly name!: string | null;

  @Field(() => LanguageTagScalar, { description: 'For devices whose language has no translation.' })
  readonly defaultLang!: string;

  @Field(() => Boolean, { description: 'Archived: not sent until it is restored and activated.' })
  readonly archived!: boolean;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last changed.' })
  readonly updatedAt!: Date;
}

export const PushConnection = connectionType('Push', 'pushes', () => PushType);

@ObjectType({ description: 'The answer to a change of a push.', simpleResolvers: true })
export class PushPayload {
  @Field(() => PushType, { nullable: true, description: 'The push as it is now; null if nothing was changed.' })
  readonly push!: Push | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'What became of one of several inputs.', simpleResolvers: true })
export class PushCreateResult {
  @Field(() => Int, { description: 'Which of the inputs, from 0.' })
  readonly index!: number;

  @Field(() => PushType, { nullable: true, description: 'The new push; null if this input was refused.' })
  readonly push!: Push | null;

  @Field(() => [UserError], { description: 'The rules that this input breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The answer to the creation of several pushes.', simpleResolvers: true })
export class PushesPayload {
  @Field(() => [PushCreateResult], { description: 'One for each input, in that order; empty if none was looked at.' })
  readonly results!: readonly PushCreateResult[];

  @Field(() => [UserError], { description: 'What is wrong with the request as a whole; then nothing was created.' })
  readonly userErrors!: readonly UserError[];
}
