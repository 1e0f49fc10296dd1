import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { ApiKey } from '../../entities/api-key.js';
import { Member, type MemberRole } from '../../entities/member.js';
import { defineEnum } from '../../schema/define-enum.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CREATION, BY_ID, BY_NAME } from '../../schema/paging/list-inputs.js';
import { contains, number, text } from '../../schema/paging/listing.js';
import { anyOf, isPresent, partOf } from '../../schema/paging/where-fields.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { ApiKeyType } from '../keys/api-key-types.js';

export const MemberRoleEnum = defineEnum(
  'MemberRole',
  'The role of a member. Each role includes the permissions of the one before it.',
  {
    VIEWER: 'Views everything except members and the audit log.',
    EDITOR:
      'Creates, changes and deletes, but starts no sending. Changes to an active scheduler (audience, times, texts) do take effect.',
    SENDER: 'Sends: activates schedulers, tests pushes, pauses and cancels runs.',
    ADMIN: 'Manages members, API keys and the account, and reads the audit log.',
  },
) satisfies { readonly [role in MemberRole]: role };

/** Its values are rows of `member`. */
@ObjectType('Member', {
  implements: Node,
  simpleResolvers: true,
  description: 'A person in your account. Admins see all members; everybody else sees only themselves.',
})
export class MemberType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id, as on the command line.' })
  readonly id!: number;

  @Field(() => String, { description: 'Display name.' })
  readonly name!: string;

  @Field(() => String, { description: 'E-mail address in lower case, unique in the whole service.' })
  readonly email!: string;

  @Field(() => MemberRoleEnum, { description: 'Role.' })
  readonly role!: MemberRole;

  @Field(() => DateTimeScalar, { description: 'When the member was invited.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Last activity, to the minute; null before the first sign-in.',
  })
  readonly lastSeenAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the member accepted the invitation or first used single sign-on; null before that.',
  })
  readonly joinedAt!: Date | null;
}

export const memberListing = defineListing({
  name: 'accountMember',
  noun: 'Member',
  plural: 'members',
  type: () => MemberType,
  entity: Member,
  table: 'member',
  key: [number('id')],
  sorts: {
    ID: BY_ID,
    NAME: BY_NAME,
    EMAIL: { by: [text('email')], description: 'E-mail address.' },
    CREATED_AT: BY_CREATION,
  },
  where: {
    role: anyOf(MemberRoleEnum, 'role', 'Members with any of these roles.'),
    nameContains: partOf('name', 'Part of the name. ASCII letters match in either case.'),
    emailContains: {
      type: () => String,
      description: 'Part of the e-mail address, in either case.',
      toCondition: (part: string) => contains('email', part.toLowerCase()),
    },
    joined: isPresent('joined_at', 'True: only members who have joined. False: only open invitations.'),
  },
});

/** Its values are rows of `member_session`. */
@ObjectType('Session', {
  implements: Node,
  simpleResolvers: true,
  description: 'A browser in which you are signed in.',
})
export class SessionType {
  @Field(() => DateTimeScalar, { description: 'When you signed in.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'Last use, to the minute. A session ends after 12 unused hours.' })
  readonly lastSeenAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the session ends in any case: 30 days after sign-in.' })
  readonly expiresAt!: Date;

  @Field(() => String, { description: 'IP address from which you signed in.' })
  readonly address!: string;

  @Field(() => String, { nullable: true, description: 'User agent of the browser; null if it sent none.' })
  readonly userAgent!: string | null;
}

@InputType({ description: 'A person to invite.' })
export class MemberInviteInput {
  @Field(() => String, { description: 'Display name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => String, { description: 'E-mail address, unique in the whole service.' })
  email!: string;

  @Field(() => MemberRoleEnum, { description: 'Role.' })
  role!: MemberRole;
}

@InputType({ description: 'Changes to a member. Omitted fields keep their values.' })
export class MemberUpdateInput {
  @Field(() => String, { nullable: true, description: 'Display name, 1 to 255 printable characters.' })
  name?: string | null;

  @Field(() => MemberRoleEnum, { nullable: true, description: 'Role. Takes effect at once.' })
  role?: MemberRole | null;
}

@ObjectType({ description: 'The result of removing a member.', simpleResolvers: true })
export class MemberRemovePayload {
  @Field(() => ID, { nullable: true, description: 'Global id of the removed member; null if nothing changed.' })
  readonly deletedId!: string | null;

  @Field(() => [ApiKeyType], {
    description:
      'The valid API keys that the member created, and the keys created with those: revoked by this mutation, or still valid with `keepKeys`.',
  })
  readonly apiKeys!: readonly ApiKey[];

  @Field(() => [UserError], { description: 'The rules that the input breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The result of ending sessions.', simpleResolvers: true })
export class SessionsRevokePayload {
  @Field(() => Int, { description: 'Number of sessions that ended.' })
  readonly revoked!: number;
}
