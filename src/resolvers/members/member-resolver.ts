import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { ApiKey } from '../../entities/api-key.js';
import { Member, type MemberRole } from '../../entities/member.js';
import { MemberSession } from '../../entities/member-session.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { roleOf } from '../../services/caller.js';
import { ApiKeyType } from '../keys/api-key-types.js';
import { Viewer } from '../users/user-types.js';
import { MemberOrderInput, MemberWhereInput, memberListing } from './member-listing.js';
import { MemberConnection, MemberRoleEnum, MemberType, SessionType } from './member-types.js';

@Resolver(() => MemberType)
export class MemberResolver {
  @Reads()
  @Query(() => MemberConnection, {
    description: 'The people of your account. For admins.',
  })
  async members(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => MemberWhereInput, { nullable: true, description: 'Which ones.' })
    where?: MemberWhereInput | null,
    @Arg('orderBy', () => MemberOrderInput, {
      nullable: true,
      description: 'How to sort; in the order in which they were invited if left out.',
    })
    orderBy?: MemberOrderInput | null,
  ): Promise<Connection<Member>> {
    context.requireAdmin();
    const request = toPageRequest(memberListing, {
      parentColumn: 'user_id',
      page,
      where: MemberWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Reads<Member>('passwordHash')
  @FieldResolver(() => Boolean, { description: 'It can sign in with a password.' })
  hasPassword(@Root() { passwordHash }: Member): boolean {
    return passwordHash !== null;
  }

  @Costly(20)
  @Reads<Member>('id')
  @FieldResolver(() => [ApiKeyType], {
    description: 'The good API keys that the member made, and those that these made: `memberRemove` revokes them.',
  })
  async apiKeys(@Root() { id }: Member, @Ctx() { loaders }: GraphContext): Promise<readonly ApiKey[]> {
    return loadKeys(loaders, await loaders.keysOfMembers.load(id));
  }

  @Reads<Member>('oidcSubject')
  @FieldResolver(() => Boolean, { description: 'It has signed in by single sign-on, and can again.' })
  hasSingleSignOn(@Root() { oidcSubject }: Member): boolean {
    return oidcSubject !== null;
  }
}

const loadKeys = async ({ apiKeys }: Pick<GraphContext['loaders'], 'apiKeys'>, ids: readonly number[]) =>
  (await Promise.all(ids.map((id) => apiKeys.load(id)))).filter((key) => key !== null);

@Resolver(() => SessionType)
export class SessionResolver {
  @Reads<MemberSession>('id')
  @FieldResolver(() => Boolean, { description: 'It is the one that asks.' })
  current(@Root() { id }: MemberSession, @Ctx() { caller }: GraphContext): boolean {
    return caller.member?.sessionId === id;
  }
}

/** What a viewer is who may be a person. */
@Resolver(() => Viewer)
export class ViewerMemberResolver {
  @Reads()
  @FieldResolver(() => MemberType, { nullable: true, description: 'The person who is signed in; null for an API key.' })
  async member(@Ctx() { caller, loaders }: GraphContext): Promise<Member | null> {
    return caller.member ? loaders.members.load(caller.member.id) : null;
  }

  @Reads()
  @FieldResolver(() => MemberRoleEnum, {
    description: 'What you may do, in one word; an API key with every scope counts as ADMIN.',
  })
  role(@Ctx() { caller }: GraphContext): MemberRole {
    return roleOf(caller);
  }

  @Reads()
  @FieldResolver(() => [SessionType], {
    description: 'In which browsers you are signed in, the latest used first; at most 20, and none for an API key.',
  })
  sessions(@Ctx() { caller, loaders }: GraphContext): Promise<MemberSession[]> {
    return loaders.ownSessions.load(caller);
  }
}
