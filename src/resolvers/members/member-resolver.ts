import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { ApiKey } from '../../entities/api-key.js';
import { Member, type MemberRole } from '../../entities/member.js';
import { MemberSession } from '../../entities/member-session.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import { roleOf } from '../../services/caller.js';
import { ApiKeyType } from '../keys/api-key-types.js';
import { Viewer } from '../users/user-types.js';
import { MemberRoleEnum, MemberType, memberListing, SessionType } from './member-types.js';

@Resolver(() => MemberType)
export class MemberResolver {
  @Reads<Member>('passwordHash')
  @FieldResolver(() => Boolean, { description: 'True if the member can sign in with a password.' })
  hasPassword(@Root() { passwordHash }: Member): boolean {
    return passwordHash !== null;
  }

  @Costly(20)
  @Reads<Member>('id')
  @FieldResolver(() => [ApiKeyType], {
    description:
      'The valid API keys that the member created, and the keys created with those. `memberRemove` revokes them.',
  })
  async apiKeys(@Root() { id }: Member, @Ctx() { loaders }: GraphContext): Promise<readonly ApiKey[]> {
    const ids = await loaders.keysOfMembers.load(id);
    const keys = await Promise.all(ids.map((keyId) => loaders.apiKeys.load(keyId)));
    return keys.filter((key) => key !== null);
  }

  @Reads<Member>('oidcSubject')
  @FieldResolver(() => Boolean, { description: 'True if the member has used single sign-on, and can use it again.' })
  hasSingleSignOn(@Root() { oidcSubject }: Member): boolean {
    return oidcSubject !== null;
  }
}

memberListing.addQuery(MemberResolver, 'members', {
  description: 'The people of your account. Requires the role ADMIN.',
  admit: (context) => context.requireAdmin(),
});

@Resolver(() => SessionType)
export class SessionResolver {
  @Reads<MemberSession>('id')
  @FieldResolver(() => Boolean, { description: 'True for the session that makes this request.' })
  current(@Root() { id }: MemberSession, @Ctx() { caller }: GraphContext): boolean {
    return caller.member?.sessionId === id;
  }
}

/** The fields of a viewer who may be a person. */
@Resolver(() => Viewer)
export class ViewerMemberResolver {
  @Reads()
  @FieldResolver(() => MemberType, { nullable: true, description: 'The signed-in person; null for an API key.' })
  async member(@Ctx() { caller, loaders }: GraphContext): Promise<Member | null> {
    return caller.member ? loaders.members.load(caller.member.id) : null;
  }

  @Reads()
  @FieldResolver(() => MemberRoleEnum, {
    description: 'Your role. An API key with every scope counts as ADMIN.',
  })
  role(@Ctx() { caller }: GraphContext): MemberRole {
    return roleOf(caller);
  }

  @Reads()
  @FieldResolver(() => [SessionType], {
    description: 'Your sessions, most recently used first, up to 20. Empty for an API key.',
  })
  sessions(@Ctx() { caller, loaders }: GraphContext): Promise<MemberSession[]> {
    return loaders.ownSessions.load(caller);
  }
}
