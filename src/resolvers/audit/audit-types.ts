import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { AuditEntry } from '../../entities/audit-entry.js';
import { toIds } from '../../schema/global-id.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { type Condition, compare, conditions, isOneOf, type Listing, number } from '../../schema/paging/listing.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

/** Its values are rows of `audit_entry`. */
@ObjectType('AuditEntry', {
  implements: Node,
  simpleResolvers: true,
  description: 'Something that was changed, or somebody who came in. Kept for a year.',
})
export class AuditEntryType {
  @Field(() => DateTimeScalar, { description: 'When.' })
  readonly at!: Date;

  @Field(() => String, {
    description:
      'What was done: the name of a mutation (`schedulerActivate`), of an operation of REST (`createApp`), or at the door `signIn`, `signInRefused`, `signOut`, `invitationAccept`, `passwordReset`, `consoleLink`.',
  })
  readonly action!: string;

  @Field(() => String, { description: 'One sentence, with names as they were then.' })
  readonly summary!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Who did it, as in `summary`: a member's name, or `API key` and its beginning; empty: the command line, or nobody who is known; null: an entry from before this was kept.",
  })
  readonly actor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What it was done to, as in `summary`: its name, or its number if it has none.',
  })
  readonly subject!: string | null;

  @Field(() => Int, { nullable: true, description: 'How many things it was done to, where there were several.' })
  readonly count!: number | null;

  @Field(() => String, { nullable: true, description: 'The address it came from; null: not over the network.' })
  readonly address!: string | null;
}

export const AuditEntryConnection = connectionType('AuditEntry', 'entries of the audit log', () => AuditEntryType, {
  countCost: 100,
});

export const auditListing: Listing<AuditEntry, 'ID'> = {
  name: 'auditEntry',
  entity: AuditEntry,
  table: 'audit_entry',
  isLarge: true,
  key: [number('id')],
  sorts: { ID: [] },
};

@InputType({ description: 'Which entries; all conditions must hold.' })
export class AuditWhereInput {
  @Field(() => [String], { nullable: true, description: 'With one of these actions.' })
  action?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'By one of these members, also those who have been removed.' })
  memberIds?: string[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'At or after this instant.' })
  from?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Before this instant.' })
  to?: Date | null;

  /** @throws BAD_USER_INPUT for an id that is no member's. */
  static toConditions(where: AuditWhereInput | null | undefined): Condition[] {
    return conditions(
      isOneOf('action', where?.action),
      isOneOf('member_id', toIds('Member', 'where.memberIds', where?.memberIds)),
      compare('at', '>=', where?.from),
      compare('at', '<', where?.to),
    );
  }
}
