import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { ApiKey } from '../../entities/api-key.js';
import { AuditEntry } from '../../entities/audit-entry.js';
import type { Member } from '../../entities/member.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { ID_TYPES, toGlobalId } from '../../schema/global-id.js';
import { Node } from '../../schema/node.js';
import { loadNode } from '../../schema/node-registry.js';
import { ApiKeyType } from '../keys/api-key-types.js';
import { MemberType } from '../members/member-types.js';
import { AuditEntryType, auditListing } from './audit-types.js';

@Resolver(() => AuditEntryType)
export class AuditResolver {
  @Reads<AuditEntry>('memberId')
  @FieldResolver(() => MemberType, {
    nullable: true,
    description: 'The member who did it. Null if since removed, and for an API key or the command line.',
  })
  async member(@Root() { memberId }: AuditEntry, @Ctx() context: GraphContext): Promise<Member | null> {
    return memberId === null ? null : context.loaders.members.load(memberId);
  }

  @Reads<AuditEntry>('apiKeyId')
  @FieldResolver(() => ApiKeyType, {
    nullable: true,
    description: 'The API key that did it; null for a member or the command line.',
  })
  async apiKey(@Root() { apiKeyId }: AuditEntry, @Ctx() context: GraphContext): Promise<ApiKey | null> {
    return apiKeyId === null ? null : context.loaders.apiKeys.load(apiKeyId);
  }

  @Reads<AuditEntry>('nodeType', 'nodeId')
  @FieldResolver(() => ID, {
    nullable: true,
    description: 'Global id of the object that was changed, even if it has since been deleted; null if it has none.',
  })
  nodeId(@Root() { nodeType, nodeId }: AuditEntry): string | null {
    const type = ID_TYPES.find((each) => each === nodeType);
    return type === undefined || nodeId === null ? null : toGlobalId(type, nodeId);
  }

  @Reads<AuditEntry>('nodeType', 'nodeId')
  @FieldResolver(() => Node, { nullable: true, description: 'The object that was changed; null if since deleted.' })
  async node(@Root() { nodeType, nodeId }: AuditEntry, @Ctx() context: GraphContext): Promise<object | null> {
    return nodeType === null || nodeId === null ? null : loadNode(context, nodeType, nodeId);
  }
}

auditListing.addQuery(AuditResolver, 'auditLog', {
  description:
    'Who did what, when and from which address: every mutation and REST write that changed something, and every sign-in. Data that servers report about devices (`/sdk/v1`, and `registerDevices` or `trackEvents` with an API key) is not recorded. Requires the role ADMIN.',
  orderBy: { field: 'ID', direction: 'DESC' },
  scan: { cost: 100, where: [], orderBy: ['ID'] },
  admit: (context) => {
    context.requireAdmin();
    // Callers find their own latest change, which may still be in memory.
    return context.services.audit.flush();
  },
});
