import { Arg, Ctx, Field, InputType, Mutation, Resolver } from 'type-graphql';
import type { Scope } from '../../entities/api-key.js';
import { GraphContext } from '../../schema/context.js';
import { targetId } from '../../schema/mutations/answer.js';
import { defineMutations, IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import type { Repeatable } from '../../schema/mutations/once.js';
import { DateTimeScalar, DelayScalar } from '../../schema/scalars/scalars.js';
import type { MintedKey } from '../../services/keys/write-keys.js';
import { ApiKeyType, ScopeEnum } from './api-key-types.js';

@InputType({ description: 'A new API key.' })
export class ApiKeyCreateInput {
  @Field(() => String, { nullable: true, description: 'Name that states its purpose, 1 to 255 printable characters.' })
  name?: string | null;

  @Field(() => [ScopeEnum], { description: 'Permissions; none that your own key lacks.' })
  scopes!: Scope[];

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the key expires, no later than your own key. Together with your own key if omitted.',
  })
  expiresAt?: Date | null;
}

const KEY = {
  type: 'ApiKey',
  noun: 'API key',
  field: 'apiKey',
  output: () => ApiKeyType,
  names: { root: 'input', places: { id: 'id', overlap: 'overlap', idempotencyKey: 'idempotencyKey' } },
} as const;

const KEYS = defineMutations(KEY);
const NEW_KEYS = defineMutations({ ...KEY, payload: 'NewApiKeyPayload' });

Field(() => String, {
  nullable: true,
  description:
    'The key itself. Shown only in this response and not stored; null if no key was created, and when an `idempotencyKey` is repeated.',
})(NEW_KEYS.Payload.prototype, 'secret');

/** The API keys of the caller's own account. The operator creates accounts on the command line. */
@Resolver()
export class ApiKeyMutations {
  @Mutation(() => NEW_KEYS.Payload, { description: 'Creates an API key. The key is shown only in this response.' })
  apiKeyCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => ApiKeyCreateInput, { description: 'The API key.' }) input: ApiKeyCreateInput,
    @IdempotencyKey() key?: string | null,
  ) {
    const { name = null, scopes, expiresAt = null } = input;
    return mint(context, { key, request: ['apiKeyCreate', input] }, () =>
      context.services.apiKeys.create(context.caller, { name, scopes, expiresAt }),
    );
  }

  @Mutation(() => NEW_KEYS.Payload, {
    description:
      'Replaces an API key with a new one that has the same name, scopes and lifetime. The old key ends after the overlap; the new one ends no later than the key that you are using. The new key is shown only in this response.',
  })
  apiKeyRotate(
    @Ctx() context: GraphContext,
    @IdArg('API key') id: string,
    @Arg('overlap', () => DelayScalar, {
      nullable: true,
      description: 'How long the old key stays valid. No overlap if omitted.',
    })
    overlap?: string | null,
    @IdempotencyKey() key?: string | null,
  ) {
    return mint(context, { key, request: ['apiKeyRotate', id, overlap ?? null] }, () => {
      const number = targetId({ type: 'ApiKey', noun: 'API key', globalId: id });
      return context.services.apiKeys.rotate(context.caller, number, overlap ?? null);
    });
  }

  @Mutation(() => KEYS.Payload, {
    description:
      'Revokes an API key at once, even your own. Its WebSockets are closed within seconds. Your key needs every scope that it has. Idempotent.',
  })
  async apiKeyRevoke(
    @Ctx() context: GraphContext,
    @IdArg('API key') id: string,
    @Arg('descendants', () => Boolean, {
      defaultValue: false,
      description: 'Also revokes every key that this one created or rotated, directly or indirectly. Use it for leaks.',
    })
    descendants: boolean,
  ) {
    requireAdminMember(context);
    return KEYS.change(context, { id }, (number) =>
      context.services.apiKeys.revoke(context.caller, number, { descendants }),
    );
  }
}

const mint = async (context: GraphContext, repeatable: Repeatable, work: () => Promise<MintedKey>) => {
  requireAdminMember(context);
  // A repetition does not return it: the key would have to be stored in plain text.
  let secret: string | null = null;
  const payload = await NEW_KEYS.create(context, repeatable, async () => {
    const minted = await work();
    secret = minted.apiKey;
    return minted;
  });
  return { ...payload, secret };
};

/** Members need the role ADMIN to manage keys; for an API key its scopes decide. @throws FORBIDDEN */
const requireAdminMember = (context: GraphContext): void => {
  if (context.caller.member) context.requireAdmin();
};
