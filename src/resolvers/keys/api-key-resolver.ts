import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import type { ApiKey } from '../../entities/api-key.js';
import type { Member } from '../../entities/member.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { isAdmin } from '../../services/caller.js';
import { MemberType } from '../members/member-types.js';
import { ApiKeyType } from './api-key-types.js';

@ObjectType({
  description: 'Who made an API key. What is said here outlives the member, and keys are never deleted.',
  simpleResolvers: true,
})
export class ApiKeyMaker {
  @Field(() => String, {
    description: 'The name of the member, as it was last; of a key its name, or its first characters.',
  })
  readonly name!: string;

  @Field(() => MemberType, {
    nullable: true,
    description: 'The member; null once removed, for a key, and for callers who may not see this member.',
  })
  readonly member!: Member | null;

  @Field(() => ApiKeyType, { nullable: true, description: 'The key; null if a member made it.' })
  readonly apiKey!: ApiKey | null;
}

@Resolver(() => ApiKeyType)
export class ApiKeyResolver {
  @Reads<ApiKey>('parentId')
  @FieldResolver(() => ApiKeyType, {
    nullable: true,
    description: 'The key that made it, by `apiKeyCreate` or `apiKeyRotate`; null: a member or the operator did.',
  })
  async parent(@Root() { parentId }: ApiKey, @Ctx() context: GraphContext): Promise<ApiKey | null> {
    return parentId === null ? null : context.loaders.apiKeys.load(Number(parentId));
  }

  /** Reads whole rows: the name of a key that made another is in a row that the query may not have asked for. */
  @FieldResolver(() => ApiKeyMaker, {
    nullable: true,
    description:
      'Who made it; null: the operator did on the command line, or a member did before this was recorded and the audit log no longer says who.',
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
