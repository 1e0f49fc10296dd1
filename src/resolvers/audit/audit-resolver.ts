import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { ApiKey } from '../../entities/api-key.js';
import { AuditEntry } from '../../entities/audit-entry.js';
import type { Member } from '../../entities/member.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { ID_TYPES, toGlobalId } from '../../schema/global-id.js';
import { CostlyToScan } from '../../schema/limits/costly.js';
import { Node } from '../../schema/node.js';
import { loadNode } from '../../schema/node-registry.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { ApiKeyType } from '../keys/api-key-types.js';
import { MemberType } from '../members/member-types.js';
import { AuditEntryConnection, AuditEntryType, AuditOrderInput, AuditWhereInput, auditListing } from './audit-types.js';

@Resolver(() => AuditEntryType)
export class AuditResolver {
  @Reads()
  @CostlyToScan({ cost: 100, where: [], orderBy: ['ID'] })
  @Query(() => AuditEntryConnection, {
    description:
      'Who did what, when and from where: every mutation and every write over REST that changed something, and who came in. What servers report of devices (`registerDevices`, `trackEvents` with an API key, `/sdk/v1`) is data and is not in it. For admins.',
  })
  async auditLog(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => AuditWhereInput, { nullable: true, description: 'Which ones.' }) where?: AuditWhereInput | null,
    @Arg('orderBy', () => AuditOrderInput, {
      nullable: true,
      description: 'How to sort; the latest first if left out.',
    })
    orderBy?: AuditOrderInput | null,
  ): Promise<Connection<AuditEntry>> {
    context.requireAdmin();
    // What this process has gathered, so that who has just changed something finds it.
    await context.services.audit.flush();
    const request = toPageRequest(auditListing, {
      parentColumn: 'user_id',
      page,
      where: AuditWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'DESC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Reads<AuditEntry>('memberId')
  @FieldResolver(() => MemberType, {
    nullable: true,
    description: 'The member who did it, if it is still there; null also for an API key and for the command line.',
  })
  async member(@Root() { memberId }: AuditEntry, @Ctx() context: GraphContext): Promise<Member | null> {
    return memberId === null ? null : context.loaders.members.load(memberId);
  }

  @Reads<AuditEntry>('apiKeyId')
  @FieldResolver(() => ApiKeyType, {
    nullable: true,
    description: 'The API key that did it; null for a member and for the command line.',
  })
  async apiKey(@Root() { apiKeyId }: AuditEntry, @Ctx() context: GraphContext): Promise<ApiKey | null> {
    return apiKeyId === null ? null : context.loaders.apiKeys.load(apiKeyId);
  }

  @Reads<AuditEntry>('nodeType', 'nodeId')
  @FieldResolver(() => ID, {
    nullable: true,
    description: 'The global id of what it was done to, also after that was deleted; null: nothing that has one.',
  })
  nodeId(@Root() { nodeType, nodeId }: AuditEntry): string | null {
    const type = ID_TYPES.find((each) => each === nodeType);
    return type === undefined || nodeId === null ? null : toGlobalId(type, nodeId);
  }

  @Reads<AuditEntry>('nodeType', 'nodeId')
  @FieldResolver(() => Node, { nullable: true, description: 'What it was done to, if it is still there.' })
  async node(@Root() { nodeType, nodeId }: AuditEntry, @Ctx() context: GraphContext): Promise<object | null> {
    return nodeType === null || nodeId === null ? null : loadNode(context, nodeType, nodeId);
  }
}
