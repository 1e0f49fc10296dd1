import { Field, ID, Int, ObjectType } from 'type-graphql';
import { AuditEntry } from '../../entities/audit-entry.js';
import { badInput } from '../../errors.js';
import { parseGlobalId, toIds } from '../../schema/global-id.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_ID } from '../../schema/paging/list-inputs.js';
import { type Condition, isOneOf, number } from '../../schema/paging/listing.js';
import { anyOf, before, from, partOf } from '../../schema/paging/where-fields.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

/** Its values are rows of `audit_entry`. */
@ObjectType('AuditEntry', {
  implements: Node,
  simpleResolvers: true,
  description: 'A change, or a sign-in. Kept for one year.',
})
export class AuditEntryType {
  @Field(() => DateTimeScalar, { description: 'When it happened.' })
  readonly at!: Date;

  @Field(() => String, {
    description:
      'The action: the name of a mutation (`schedulerActivate`) or of a REST operation (`createApp`), or one of `signIn`, `signInRefused`, `signOut`, `invitationAccept`, `passwordReset`, `consoleLink`.',
  })
  readonly action!: string;

  @Field(() => String, { description: 'One sentence, with the names of that time.' })
  readonly summary!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The actor as named in `summary`: a member, or `API key` and its first characters. Empty for the command line and for unknown visitors; null in old entries, which have no actor.',
  })
  readonly actor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The object as named in `summary`: its name, or its number if it has no name.',
  })
  readonly subject!: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of objects, if the action changed several.' })
  readonly count!: number | null;

  @Field(() => String, { nullable: true, description: 'IP address of the client; null if not over the network.' })
  readonly address!: string | null;
}

const MOST_NODES = 100;

const changeTo = (globalIds: readonly string[]): Condition => {
  if (globalIds.length > MOST_NODES) throw badInput('where', `\`nodeIds\` has at most ${MOST_NODES} ids.`);
  const nodes = globalIds.map((globalId) => {
    const node = parseGlobalId(globalId);
    if (!node) throw badInput('where.nodeIds', '`nodeIds` contains a text that is not a global id.', 'NOT_FOUND');
    return node;
  });
  if (nodes.length === 0) return { sql: '1 = 0', parameters: [] };
  return {
    sql: nodes.map(() => '(t.node_type = ? AND t.node_id = ?)').join(' OR '),
    parameters: nodes.flatMap(({ type, id }) => [type, id]),
  };
};

/** Its filters by id throw BAD_USER_INPUT for an id of another type. */
export const auditListing = defineListing({
  name: 'auditEntry',
  noun: 'Audit',
  plural: 'entries of the audit log',
  type: () => AuditEntryType,
  connection: { noun: 'AuditEntry', countCost: 100 },
  entity: AuditEntry,
  table: 'audit_entry',
  isLarge: true,
  key: [number('id')],
  sorts: { ID: BY_ID },
  where: {
    action: anyOf(String, 'action', 'Entries with any of these actions.'),
    memberIds: {
      type: () => [ID],
      description: 'Entries by any of these members, including removed ones.',
      toCondition: (ids: string[]) => isOneOf('member_id', toIds('Member', 'where.memberIds', ids)),
    },
    apiKeyIds: {
      type: () => [ID],
      description: 'Entries by any of these API keys, including revoked ones.',
      toCondition: (ids: string[]) => isOneOf('api_key_id', toIds('ApiKey', 'where.apiKeyIds', ids)),
    },
    nodeIds: {
      type: () => [ID],
      description: 'Changes to any of these objects, by global id, including deleted ones; up to 100 ids.',
      toCondition: changeTo,
    },
    summaryContains: partOf('summary', 'Part of the summary. ASCII letters match in either case.'),
    from: from('at', 'Earliest time, inclusive.'),
    to: before('at', 'Latest time, exclusive.'),
  },
});
