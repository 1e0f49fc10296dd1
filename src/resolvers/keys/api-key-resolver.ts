import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import type { ApiKey } from '../../entities/api-key.js';
import type { Member } from '../../entities/member.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { isAdmin } from '../../services/caller.js';
import { MemberType } from '../members/member-types.js';
import { ApiKeyType } from './api-key-types.js';

@ObjectType({
  description:
    'The creator of an API key. The name stays after a member is removed; a key stays as long as the keys that it created.',
  simpleResolvers: true,
})
export class ApiKeyMaker {
  @Field(() => String, {
    description: 'Latest name of the member; for a key its name, or its first characters.',
  })
  readonly name!: string;

  @Field(() => MemberType, {
    nullable: true,
    description: 'The member. Null if removed, for a key, and for callers who may not see this member.',
  })
  readonly member!: Member | null;

  @Field(() => ApiKeyType, { nullable: true, description: 'The key; null if a member is the creator.' })
  readonly apiKey!: ApiKey | null;
}

@Resolver(() => ApiKeyType)
export class ApiKeyResolver {
  @Reads<ApiKey>('parentId')
  @FieldResolver(() => ApiKeyType, {
    nullable: true,
    description: 'The key that created it by `apiKeyCreate` or `apiKeyRotate`; null if a member or the operator did.',
  })
  async parent(@Root() { parentId }: ApiKey, @Ctx() context: GraphContext): Promise<ApiKey | null> {
    return parentId === null ? null : context.loaders.apiKeys.load(Number(parentId));
  }

  /** Without `Reads`, because it needs the name of a key that the query may not select. */
  @FieldResolver(() => ApiKeyMaker, {
    nullable: true,
    description:
      'The creator. Null if the operator created it on the command line, or if it is older than this record.',
  })
  async createdBy(@Root() key: ApiKey, @Ctx() context: GraphContext): Promise<ApiKeyMaker | null> {
    const { parentId, memberId } = key;
    if (memberId !== null) return memberMaker(context, { id: Number(memberId), name: key.memberName ?? '' });
    const apiKey = parentId === null ? null : await context.loaders.apiKeys.load(Number(parentId));
    return apiKey && { name: apiKey.name ?? apiKey.prefix, member: null, apiKey };
  }
}

const memberMaker = async (
  { caller, loaders }: GraphContext,
  { id, name }: { id: number; name: string },
): Promise<ApiKeyMaker> => {
  const member = await loaders.members.load(id);
  const maySee = isAdmin(caller) || caller.member?.id === id;
  return { name: member?.name ?? name, member: maySee ? member : null, apiKey: null };
};
