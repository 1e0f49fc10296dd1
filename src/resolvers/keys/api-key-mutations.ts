import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import type { Scope } from '../../entities/api-key.js';
import { GraphContext } from '../../schema/context.js';
import { answer, type Target, targetId } from '../../schema/mutations/answer.js';
import { IDEMPOTENCY_DESCRIPTION, once } from '../../schema/mutations/once.js';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import { DateTimeScalar, DelayScalar } from '../../schema/scalars/scalars.js';
import type { MintedKey } from '../../services/keys/write-keys.js';
import { ApiKeyPayload, NewApiKeyPayload, ScopeEnum } from './api-key-types.js';

@InputType({ description: 'A new API key.' })
export class ApiKeyCreateInput {
  @Field(() => String, { nullable: true, description: 'What it is for: 1 to 255 printable characters.' })
  name?: string | null;

  @Field(() => [ScopeEnum], { description: 'What it may do: nothing that your own key may not.' })
  scopes!: Scope[];

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'It is good until then, and no longer than your own key; left out: as long as that.',
  })
  expiresAt?: Date | null;
}

const ID_DESCRIPTION = 'Global id of the API key.';

/** The keys of the user who asks. Users are made by the operator, on the command line. */
@Resolver()
export class ApiKeyMutations {
  @Mutation(() => NewApiKeyPayload, { description: 'Makes an API key and shows it, this once.' })
  apiKeyCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => ApiKeyCreateInput, { description: 'The key.' }) input: ApiKeyCreateInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<NewApiKeyPayload> {
    const { name = null, scopes, expiresAt = null } = input;
    return mint(context, { key, request: ['apiKeyCreate', input] }, () =>
      context.services.apiKeys.create(context.caller, { name, scopes, expiresAt }),
    );
  }

  @Mutation(() => NewApiKeyPayload, {
    description:
      'Makes an API key with the name, scopes and length of life of another, which ends after the overlap; it ends no later than the key that you are using. Shows it, this once.',
  })
  apiKeyRotate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('overlap', () => DelayScalar, {
      nullable: true,
      description: 'How long the old key stays good; left out: not at all.',
    })
    overlap?: string | null,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<NewApiKeyPayload> {
    return mint(context, { key, request: ['apiKeyRotate', id, overlap ?? null] }, () =>
      context.services.apiKeys.rotate(context.caller, targetId(toTarget(id)), overlap ?? null),
    );
  }

  @Mutation(() => ApiKeyPayload, {
    description:
      'Ends an API key at once, also your own; its WebSockets are closed within seconds. Your key needs every scope that it has. Idempotent.',
  })
  async apiKeyRevoke(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) globalId: string,
    @Arg('descendants', () => Boolean, {
      defaultValue: false,
      description:
        'Also ends every key that this one has made or rotated, and all that came of them: for one that has leaked.',
    })
    descendants: boolean,
  ): Promise<ApiKeyPayload> {
    const work = async (): Promise<number> => {
      const id = targetId(toTarget(globalId));
      await context.services.apiKeys.revoke(context.caller, id, { descendants });
      return id;
    };
    const { value, userErrors } = await change(context, work);
    return { apiKey: value, userErrors };
  }
}

const NAMES: FieldNames = {
  root: 'input',
  places: { id: 'id', overlap: 'overlap', idempotencyKey: 'idempotencyKey' },
};

const toTarget = (globalId: string): Target => ({ type: 'ApiKey', noun: 'API key', globalId });

const mint = async (
  context: GraphContext,
  repeatable: Parameters<typeof once>[1],
  work: () => Promise<MintedKey>,
): Promise<NewApiKeyPayload> => {
  // Not stored for a repetition: it would be a key in plain text.
  let secret: string | null = null;
  const create = async (): Promise<number> => {
    const minted = await work();
    secret = minted.apiKey;
    return minted.id;
  };
  const { value, userErrors } = await change(context, () => once(context, repeatable, create));
  return { apiKey: value, secret, userErrors };
};

const change = (context: GraphContext, work: () => Promise<number>) => {
  // People who may only write make no keys; what a key may, its scopes say.
  if (context.caller.member) context.requireAdmin();
  return answer(context, { scope: 'write', names: NAMES, work, load: (id) => context.loaders.apiKeys.load(id) });
};
