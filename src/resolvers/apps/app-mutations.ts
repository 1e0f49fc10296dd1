import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import { answer, answerDeletion, DeletePayload, type Target, targetId } from '../../schema/mutations/answer.js';
import { IDEMPOTENCY_DESCRIPTION, once } from '../../schema/mutations/once.js';
import { type FieldNames, settle } from '../../schema/mutations/user-errors.js';
import { DelayScalar } from '../../schema/scalars/scalars.js';
import { AppCreateInput, AppUpdateInput, CredentialsInput, credentialPlaces, toCredentials } from './app-inputs.js';
import { AppCredentialsCheckPayload, AppPayload } from './app-types.js';

const ID_DESCRIPTION = 'Global id of the application.';

@Resolver()
export class AppMutations {
  @Mutation(() => AppPayload, { description: 'Registers an application.' })
  appCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => AppCreateInput, { description: 'The application.' }) input: AppCreateInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<AppPayload> {
    const { provider, credentials } = toCredentials(input.provider);
    const fields = { name: input.name, link: input.link || null, pushProvider: provider, credentials };
    const create = async () => (await context.services.apps.create(context.caller, fields)).id;
    return change(context, namesWith('input.provider'), () =>
      once(context, { key, request: ['appCreate', input] }, create),
    );
  }

  @Mutation(() => AppPayload, {
    description: 'Changes the name or the link of an application, or whether its devices must prove whose they are.',
  })
  appUpdate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('input', () => AppUpdateInput, { description: 'What to change.' }) input: AppUpdateInput,
  ): Promise<AppPayload> {
    const { name, link, identityVerification } = input;
    const changes = {
      ...(name === null || name === undefined ? {} : { name }),
      ...(link === undefined ? {} : { link: link || null }),
      ...(identityVerification ? { identityVerification } : {}),
    };
    return showSecret(context, id, async (databaseId) => {
      const { identitySecret } = await context.services.apps.update(context.caller, databaseId, changes);
      return identitySecret;
    });
  }

  @Mutation(() => AppPayload, {
    description:
      'Makes a new secret for the identity hashes of an application and shows it, this once. The former one counts until the overlap ends.',
  })
  appIdentitySecretRotate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('overlap', () => DelayScalar, {
      nullable: true,
      description: 'How long hashes made with the former secret stay good; left out: not at all.',
    })
    overlap?: string | null,
  ): Promise<AppPayload> {
    return showSecret(context, id, (databaseId) =>
      context.services.apps.rotateIdentitySecret(context.caller, databaseId, overlap ?? null),
    );
  }

  @Mutation(() => AppPayload, {
    description: 'Replaces the credentials of an application, and its provider with them.',
  })
  appCredentialsUpdate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('credentials', () => CredentialsInput, { description: 'The new ones.' }) input: CredentialsInput,
  ): Promise<AppPayload> {
    const { provider, credentials } = toCredentials(input);
    return change(context, namesWith('credentials'), async () => {
      const databaseId = targetId(toTarget(id));
      await context.services.apps.updateCredentials(context.caller, databaseId, provider, credentials ?? {});
      return databaseId;
    });
  }

  @Costly(500)
  @Mutation(() => AppCredentialsCheckPayload, {
    description:
      'Asks the provider whether it takes the credentials of an application, by a call that reaches nobody; of WEBPUSH the keys alone are looked at. Within 10 seconds, and at most 10 times a minute. Changes nothing.',
  })
  async appCredentialsCheck(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<AppCredentialsCheckPayload> {
    context.require('write');
    const { value, userErrors } = await settle(NAMES, () =>
      context.services.credentialsCheck.check(context.caller, targetId(toTarget(id))),
    );
    if (value) return { ...value, userErrors };
    const nothing = { accepted: null, reason: null, reasonCode: null, advice: null };
    return { ...nothing, message: userErrors[0]?.message ?? '', userErrors };
  }

  @Mutation(() => AppPayload, {
    description:
      'Gives a WEBPUSH application a new VAPID key. Browsers that subscribed with the old one still get messages.',
  })
  appVapidKeyRenew(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<AppPayload> {
    return changeById(context, id, (databaseId) => context.services.apps.renewVapidKey(context.caller, databaseId));
  }

  @Mutation(() => AppPayload, {
    description: 'Archives an application: it leaves its groups and schedulers for good. Idempotent.',
  })
  appArchive(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<AppPayload> {
    return changeById(context, id, (databaseId) => context.services.apps.archive(context.caller, databaseId));
  }

  @Mutation(() => AppPayload, {
    description:
      'Restores an application; its devices come back one by one with the activity of their SDKs. Idempotent.',
  })
  appUnarchive(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<AppPayload> {
    return changeById(context, id, (databaseId) => context.services.apps.unarchive(context.caller, databaseId));
  }

  @Mutation(() => DeletePayload, { description: 'Deletes an application with its devices. Irreversible.' })
  appDelete(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<DeletePayload> {
    const work = (databaseId: number) => context.services.apps.delete(context.caller, databaseId);
    return answerDeletion(context, { names: NAMES, target: toTarget(id), work });
  }
}

const NAMES: FieldNames = { root: 'input', places: { id: 'id', overlap: 'overlap', idempotencyKey: 'idempotencyKey' } };

const namesWith = (credentialsArgument: string): FieldNames => ({
  ...NAMES,
  places: { ...NAMES.places, ...credentialPlaces(credentialsArgument) },
});

const toTarget = (globalId: string): Target => ({ type: 'App', noun: 'application', globalId });

const changeById = (context: GraphContext, globalId: string, work: (id: number) => Promise<unknown>) =>
  change(context, NAMES, async () => {
    const id = targetId(toTarget(globalId));
    await work(id);
    return id;
  });

/** @param work answers the secret that it made, or null. */
const showSecret = async (
  context: GraphContext,
  globalId: string,
  work: (id: number) => Promise<string | null>,
): Promise<AppPayload> => {
  let identitySecret: string | null = null;
  const payload = await changeById(context, globalId, async (id) => {
    identitySecret = await work(id);
  });
  return { ...payload, identitySecret };
};

const change = async (context: GraphContext, names: FieldNames, work: () => Promise<number>): Promise<AppPayload> => {
  const load = (id: number) => context.loaders.apps.load(id);
  const { value, userErrors } = await answer(context, { scope: 'write', names, work, load });
  return { app: value, userErrors };
};
