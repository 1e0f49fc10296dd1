import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AuditEntry } from '../../entities/audit-entry.js';
import { badInput } from '../../errors.js';
import { parseGlobalId, toIds } from '../../schema/global-id.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import {
  type Condition,
  compare,
  conditions,
  contains,
  type Direction,
  isOneOf,
  type Listing,
  number,
  OrderDirectionEnum,
} from '../../schema/paging/listing.js';
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

export const AuditSortEnum = { ID: 'ID' } as const;

registerEnumType(AuditSortEnum, {
  name: 'AuditSort',
  description: 'What entries of the audit log can be sorted by.',
  valuesConfig: { ID: { description: 'The id: the order in which they were written.' } },
});

@InputType({ description: 'How to sort entries of the audit log.' })
export class AuditOrderInput {
  @Field(() => AuditSortEnum, { description: 'By what.' })
  field!: keyof typeof AuditSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}

@InputType({ description: 'Which entries; all conditions must hold.' })
export class AuditWhereInput {
  @Field(() => [String], { nullable: true, description: 'With one of these actions.' })
  action?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'By one of these members, also those who have been removed.' })
  memberIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'By one of these API keys, also those that have been revoked.' })
  apiKeyIds?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Done to one of these things, by their global ids, also those that have been deleted; at most 100.',
  })
  nodeIds?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'A part of the summary, without regard to the case of ASCII letters.',
  })
  summaryContains?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'At or after this instant.' })
  from?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Before this instant.' })
  to?: Date | null;

  /** @throws BAD_USER_INPUT for an id of the wrong kind. */
  static toConditions(where: AuditWhereInput | null | undefined): Condition[] {
    return conditions(
      isOneOf('action', where?.action),
      isOneOf('member_id', toIds('Member', 'where.memberIds', where?.memberIds)),
      isOneOf('api_key_id', toIds('ApiKey', 'where.apiKeyIds', where?.apiKeyIds)),
      doneTo(where?.nodeIds),
      contains('summary', where?.summaryContains),
      compare('at', '>=', where?.from),
      compare('at', '<', where?.to),
    );
  }
}

const MOST_NODES = 100;

const doneTo = (globalIds: readonly string[] | null | undefined): Condition | null => {
  if (!globalIds) return null;
  if (globalIds.length > MOST_NODES) throw badInput('where', `\`nodeIds\` has at most ${MOST_NODES} ids.`);
  const nodes = globalIds.map((globalId) => {
    const node = parseGlobalId(globalId);
    if (!node) throw badInput('where.nodeIds', '`nodeIds` has a text that is not a global id.', 'NOT_FOUND');
    return node;
  });
  if (nodes.length === 0) return { sql: '1 = 0', parameters: [] };
  return {
    sql: nodes.map(() => '(t.node_type = ? AND t.node_id = ?)').join(' OR '),
    parameters: nodes.flatMap(({ type, id }) => [type, id]),
  };
};
