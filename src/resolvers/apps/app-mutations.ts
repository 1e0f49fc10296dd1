import { Arg, Ctx, Field, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import { targetId } from '../../schema/mutations/answer.js';
import { defineMutations, IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { type FieldNames, settle } from '../../schema/mutations/user-errors.js';
import { DelayScalar } from '../../schema/scalars/scalars.js';
import {
  AppCreateInput,
  AppUpdateInput,
  CredentialsInput,
  credentialPlaces,
  toCredentials,
  toMessageDefaults,
} from './app-inputs.js';
import { AppCredentialsCheckPayload, AppType } from './app-types.js';

const NAMES: FieldNames = { root: 'input', places: { id: 'id', overlap: 'overlap', idempotencyKey: 'idempotencyKey' } };

const namesWith = (credentialsArgument: string): FieldNames => ({
  ...NAMES,
  places: { ...NAMES.places, ...credentialPlaces(credentialsArgument) },
});

const APPS = defineMutations({
  type: 'App',
  noun: 'application',
  field: 'app',
  output: () => AppType,
  names: NAMES,
});

Field(() => String, {
  nullable: true,
  description:
    'The new secret with which your server makes identity hashes. Shown only in this response; null unless this mutation made one.',
})(APPS.Payload.prototype, 'identitySecret');

@Resolver()
export class AppMutations {
  @Mutation(() => APPS.Payload, { description: 'Creates an application.' })
  appCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => AppCreateInput, { description: 'The application.' }) input: AppCreateInput,
    @IdempotencyKey() key?: string | null,
  ) {
    const { provider, credentials } = toCredentials(input.provider);
    const messageDefaults = toMessageDefaults(input.messageDefaults);
    const { name, link, icon } = input;
    const own = { name, link: link || null, icon: icon || null };
    const fields = { ...own, pushProvider: provider, credentials, messageDefaults };
    const create = async () => {
      const { services, caller } = context;
      await services.googleValidation.checkDefaults(caller, messageDefaults);
      return services.apps.create(caller, fields);
    };
    const repeatable = { key, request: ['appCreate', input] };
    return APPS.create(context, repeatable, create, { names: namesWith('input.provider') });
  }

  @Mutation(() => APPS.Payload, {
    description:
      'Changes the name, link, icon, identity verification, message defaults or quiet hours of an application.',
  })
  appUpdate(
    @Ctx() context: GraphContext,
    @IdArg('application') id: string,
    @Arg('input', () => AppUpdateInput, { description: 'The fields to change.' }) input: AppUpdateInput,
  ) {
    const { name, link, icon, identityVerification, quietHours } = input;
    const messageDefaults = toMessageDefaults(input.messageDefaults);
    const changes = {
      ...(name === null || name === undefined ? {} : { name }),
      ...(link === undefined ? {} : { link: link || null }),
      ...(icon === undefined ? {} : { icon: icon || null }),
      ...(identityVerification ? { identityVerification } : {}),
      ...(messageDefaults === undefined ? {} : { messageDefaults }),
      ...(quietHours === undefined ? {} : { quietHours }),
    };
    return showSecret(context, id, async (number) => {
      const { services, caller } = context;
      await services.googleValidation.checkDefaults(caller, messageDefaults);
      const { identitySecret } = await services.apps.update(caller, number, changes);
      return identitySecret;
    });
  }

  @Mutation(() => APPS.Payload, {
    description:
      'Replaces the secret for the identity hashes of an application. The new secret is shown only in this response; the old one stays valid until the overlap ends.',
  })
  appIdentitySecretRotate(
    @Ctx() context: GraphContext,
    @IdArg('application') id: string,
    @Arg('overlap', () => DelayScalar, {
      nullable: true,
      description: 'How long hashes made with the old secret stay valid. No overlap if omitted.',
    })
    overlap?: string | null,
  ) {
    return showSecret(context, id, (number) =>
      context.services.apps.rotateIdentitySecret(context.caller, number, overlap ?? null),
    );
  }

  @Mutation(() => APPS.Payload, {
    description: 'Replaces the credentials of an application. They also determine its provider.',
  })
  appCredentialsUpdate(
    @Ctx() context: GraphContext,
    @IdArg('application') id: string,
    @Arg('credentials', () => CredentialsInput, { description: 'The new credentials.' }) input: CredentialsInput,
  ) {
    const { provider, credentials } = toCredentials(input);
    return APPS.change(context, { id, names: namesWith('credentials') }, (number) =>
      context.services.apps.updateCredentials(context.caller, number, provider, credentials ?? {}),
    );
  }

  @Costly(500)
  @Mutation(() => AppCredentialsCheckPayload, {
    description:
      'Asks the provider whether it accepts the credentials of an application, without sending to a device. For WEBPUSH only the keys are checked. Takes up to 10 seconds; limited to 10 calls a minute. Changes nothing.',
  })
  async appCredentialsCheck(
    @Ctx() context: GraphContext,
    @IdArg('application') id: string,
  ): Promise<AppCredentialsCheckPayload> {
    context.require('write');
    const { value, userErrors } = await settle(NAMES, () =>
      context.services.credentialsCheck.check(
        context.caller,
        targetId({ type: 'App', noun: 'application', globalId: id }),
      ),
    );
    if (value) return { ...value, userErrors };
    const nothing = { accepted: null, reason: null, reasonCode: null, advice: null };
    return { ...nothing, message: userErrors[0]?.message ?? '', userErrors };
  }
}

APPS.addChange(AppMutations, 'appVapidKeyRenew', {
  description:
    'Gives a WEBPUSH application a new VAPID key. Browsers that subscribed with the old key still receive messages.',
  work: ({ services, caller }, id) => services.apps.renewVapidKey(caller, id),
});

APPS.addChange(AppMutations, 'appArchive', {
  description: 'Archives an application and removes it from its groups and schedulers permanently. Idempotent.',
  work: ({ services, caller }, id) => services.apps.archive(caller, id),
});

APPS.addChange(AppMutations, 'appUnarchive', {
  description:
    'Restores an archived application. Each device becomes active again when its SDK next reports. Idempotent.',
  work: ({ services, caller }, id) => services.apps.unarchive(caller, id),
});

APPS.addDeletion(AppMutations, 'appDelete', {
  description: 'Deletes an application with its devices. Irreversible.',
  work: ({ services, caller }, id) => services.apps.delete(caller, id),
});

/** @param work returns the secret that it made, or null. */
const showSecret = async (context: GraphContext, id: string, work: (id: number) => Promise<string | null>) => {
  let identitySecret: string | null = null;
  const payload = await APPS.change(context, { id }, async (number) => {
    identitySecret = await work(number);
  });
  return { ...payload, identitySecret };
};
