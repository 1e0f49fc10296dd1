import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ApiKey } from '../../entities/api-key.js';
import { Member, type MemberRole } from '../../entities/member.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { ApiKeyType } from '../keys/api-key-types.js';

export const MemberRoleEnum = {
  VIEWER: 'VIEWER',
  EDITOR: 'EDITOR',
  SENDER: 'SENDER',
  ADMIN: 'ADMIN',
} as const satisfies { readonly [role in MemberRole]: role };

registerEnumType(MemberRoleEnum, {
  name: 'MemberRole',
  description: 'What a member may do; each role also what the one before it may.',
  valuesConfig: {
    VIEWER: { description: 'Look at everything but members and the audit log.' },
    EDITOR: {
      description:
        'Create, change and delete, but start nothing that sends. What is active already sends what was changed in it: audience, times and texts.',
    },
    SENDER: { description: 'Send: activate schedulers, try pushes, pause and cancel runs.' },
    ADMIN: { description: 'Decide about members, API keys and the account, and read the audit log.' },
  },
});

/** Its values are rows of `member`. */
@ObjectType('Member', {
  implements: Node,
  simpleResolvers: true,
  description: 'A person who works in your account. Admins see all members, everybody else sees itself.',
})
export class MemberType {
  @Field(() => Int, { name: 'databaseId', description: 'The number of the member, as the command line has it.' })
  readonly id!: number;

  @Field(() => String, { description: 'What people call it.' })
  readonly name!: string;

  @Field(() => String, { description: 'The e-mail address, in lower case: no other member of the service has it.' })
  readonly email!: string;

  @Field(() => MemberRoleEnum, { description: 'What it may do.' })
  readonly role!: MemberRole;

  @Field(() => DateTimeScalar, { description: 'When it was invited.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it last did something, to the minute; null: it never signed in.',
  })
  readonly lastSeenAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it first came by its link, or by single sign-on; null: it has not.',
  })
  readonly joinedAt!: Date | null;
}

export const MemberConnection = connectionType('Member', 'members', () => MemberType);

/** Its values are rows of `member_session`. */
@ObjectType('Session', {
  implements: Node,
  simpleResolvers: true,
  description: 'A browser in which you are signed in.',
})
export class SessionType {
  @Field(() => DateTimeScalar, { description: 'When you signed in.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, {
    description: 'When it was last used, to the minute; after 12 hours without use it is over.',
  })
  readonly lastSeenAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it is over however much it is used: 30 days after sign-in.' })
  readonly expiresAt!: Date;

  @Field(() => String, { description: 'The address from which you signed in.' })
  readonly address!: string;

  @Field(() => String, { nullable: true, description: 'What the browser calls itself; null: it did not say.' })
  readonly userAgent!: string | null;
}

@InputType({ description: 'Somebody to invite.' })
export class MemberInviteInput {
  @Field(() => String, { description: 'What people call it: 1 to 255 printable characters.' })
  name!: string;

  @Field(() => String, { description: 'The e-mail address; each is of one member of the service.' })
  email!: string;

  @Field(() => MemberRoleEnum, { description: 'What it may do.' })
  role!: MemberRole;
}

@InputType({ description: 'What to change of a member; what is left out stays.' })
export class MemberUpdateInput {
  @Field(() => String, { nullable: true, description: 'What people call it: 1 to 255 printable characters.' })
  name?: string | null;

  @Field(() => MemberRoleEnum, { nullable: true, description: 'What it may do from now on.' })
  role?: MemberRole | null;
}

@ObjectType({ description: 'The answer to a change of a member.', simpleResolvers: true })
export class MemberPayload {
  @Field(() => MemberType, { nullable: true, description: 'The member as it is now; null if nothing was changed.' })
  readonly member!: Member | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The answer to the removal of a member.', simpleResolvers: true })
export class MemberRemovePayload {
  @Field(() => ID, { nullable: true, description: 'The id of the member; null if nobody was removed.' })
  readonly deletedId!: string | null;

  @Field(() => [ApiKeyType], {
    description:
      'The good API keys that the member made, and those that these made: revoked by this call, or still good with `keepKeys`.',
  })
  readonly apiKeys!: readonly ApiKey[];

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The answer to an invitation.', simpleResolvers: true })
export class MemberInvitePayload {
  @Field(() => MemberType, { nullable: true, description: 'The member; null if nothing was changed.' })
  readonly member!: Member | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The link to hand to it: it is good once, for 7 days, and shown this once; null if none was made, and when an `idempotencyKey` is repeated.',
  })
  readonly link!: string | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The answer to the end of sessions.', simpleResolvers: true })
export class SessionsRevokePayload {
  @Field(() => Int, { description: 'How many ended.' })
  readonly revoked!: number;
}
