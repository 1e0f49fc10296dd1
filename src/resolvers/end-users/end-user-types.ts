import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { EndUser } from '../../entities/end-user.js';
import { badInput } from '../../errors.js';
import { ATTRIBUTE_KEY, type AttributeValue } from '../../ports/attributes.js';
import { COUNT_OF_DEVICES } from '../../schema/limits/costly.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { type Condition, number, text } from '../../schema/paging/listing.js';
import { anyOf } from '../../schema/paging/where-fields.js';
import { AttributeValueScalar, DateTimeScalar, JSONObjectScalar } from '../../schema/scalars/scalars.js';
import { readAttributeValue, toStoredValue } from '../../services/attributes/attribute-rules.js';
import { isWithin } from '../../text/characters.js';

/** Its values are rows of `end_user`. */
@ObjectType('EndUser', {
  implements: Node,
  simpleResolvers: true,
  description: 'A person who uses your applications, identified by your own id. `User` is your account.',
})
export class EndUserType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id.' })
  readonly id!: number;

  @Field(() => String, { description: 'Your own id for the user, unique in your account.' })
  readonly externalUserId!: string;

  @Field(() => DateTimeScalar, { description: 'When the user was first known.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the attributes of the user last changed.' })
  readonly updatedAt!: Date;
}

@InputType({ description: 'Users with a certain value of an attribute.' })
export class AttributeFilterInput {
  @Field(() => String, { description: 'The key.' })
  key!: string;

  @Field(() => AttributeValueScalar, { description: 'The value, of the type of the key.' })
  equals!: unknown;
}

@InputType({ description: 'A user to create or change.' })
export class UserUpsertInput {
  @Field(() => String, { description: 'Your own id for the user, 1 to 255 characters.' })
  externalUserId!: string;

  @Field(() => JSONObjectScalar, {
    description:
      'Attributes to set, by key. null removes a key, and other keys stay. A value is a text, a number, true, false, or a list of texts; texts that are dates as in RFC 3339 make a key of type DATE.',
  })
  attributes!: Readonly<Record<string, unknown>>;
}

@InputType({ description: 'Users to create or change.' })
export class UsersUpsertInput {
  @Field(() => [UserUpsertInput], { description: '1 to 1,000 users.' })
  users!: UserUpsertInput[];
}

@ObjectType({ description: 'The result of a change of a user.', simpleResolvers: true })
export class UserUpsertPayload {
  @Field(() => EndUserType, {
    nullable: true,
    description: 'The user in its current state; null if it was refused or has since been deleted.',
  })
  readonly user!: unknown;

  @Field(() => Boolean, { nullable: true, description: 'True if the user is new; null if it was refused.' })
  readonly created!: boolean | null;

  @Field(() => [UserError], { description: 'The rules that this user breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The result for one user of a bulk change.', simpleResolvers: true })
export class UserUpsertResult extends UserUpsertPayload {
  @Field(() => Int, { description: 'Position in `users`, from 0.' })
  readonly index!: number;
}

@ObjectType({ description: 'The result of a bulk change of users.', simpleResolvers: true })
export class UsersUpsertPayload {
  @Field(() => [UserUpsertResult], {
    description: 'One result for each user, in the same order. Empty if the whole request was refused.',
  })
  readonly results!: readonly UserUpsertResult[];

  @Field(() => [UserError], { description: 'Errors of the whole request. If there are any, nothing was changed.' })
  readonly userErrors!: readonly UserError[];
}

export const endUserListing = defineListing({
  name: 'endUser',
  noun: 'EndUser',
  plural: 'users',
  type: () => EndUserType,
  connection: { countCost: COUNT_OF_DEVICES },
  entity: EndUser,
  table: 'end_user',
  key: [number('id')],
  sorts: {
    EXTERNAL_USER_ID: { by: [text('external_user_id')], description: 'Your own id.' },
    UPDATED_AT: { by: [number('updated_at')], description: 'Time of the last change of the attributes.' },
  },
  where: {
    externalUserIds: anyOf(String, 'external_user_id', 'Any of these users, by your own ids.'),
    externalUserIdStartsWith: {
      type: () => String,
      description: 'Users whose id begins with this text. Case matters.',
      toCondition: (part: string) => startsWith('external_user_id', part),
    },
    attribute: {
      type: () => AttributeFilterInput,
      description: 'Users with this value of an attribute. This filter uses no index.',
      toCondition: ({ key, equals }: AttributeFilterInput) => withAttribute(key, equals),
    },
  },
  slowWhere: ['attribute'],
});

const MAX_PART = 255;

/** A range, which an index serves on both databases. No id contains the last code point. */
const startsWith = (column: string, part: string): Condition | null => {
  if (part === '') return null;
  if (!isWithin(part, MAX_PART)) throw badInput('where', `A text in \`where\` has at most ${MAX_PART} characters.`);
  return {
    sql: `t.${column} >= ? AND t.${column} < ?`,
    parameters: [part, `${part}\u{10FFFF}`],
    seeks: true,
  };
};

/** Searches the stored text, in which each key has one spelling and is followed by a comma or the closing brace. */
const withAttribute = (key: string, value: unknown): Condition => {
  const given = ATTRIBUTE_KEY.test(key) ? readAttributeValue(value) : null;
  if (given === null) return { sql: '1 = 0', parameters: [] };
  const date = toStoredValue('DATE', given);
  const parts = [given, ...(date === null || date === given ? [] : [date])].flatMap((one) => toParts(key, one));
  return {
    sql: parts.map(() => 'INSTR(t.attributes, ?) > 0').join(' OR '),
    parameters: parts,
  };
};

const toParts = (key: string, value: AttributeValue): string[] =>
  [',', '}'].map((end) => `"${key}":${JSON.stringify(value)}${end}`);
