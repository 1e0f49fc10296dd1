import { Arg, Ctx, Field, Mutation, Resolver } from 'type-graphql';
import { badInput } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { answerDeletion, DeletePayload, targetId } from '../../schema/mutations/answer.js';
import { defineMutations, IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import type { Repeatable } from '../../schema/mutations/once.js';
import { DelayScalar } from '../../schema/scalars/scalars.js';
import type { EventType } from '../../services/event-log/event-types/index.js';
import type { ReplayWish } from '../../services/webhooks/webhook-replays.js';
import type { WebhookChanges } from '../../services/webhooks/webhook-rules.js';
import type { NewSecret } from '../../services/webhooks/webhook-service.js';
import {
  AccountEventTypeEnum,
  WebhookAttemptType,
  WebhookInput,
  WebhookReplayInput,
  WebhookType,
  WebhookUpdateInput,
} from './webhook-types.js';

const NAMES = {
  root: 'input',
  places: { id: 'id', overlap: 'overlap', type: 'type', idempotencyKey: 'idempotencyKey' },
} as const;

const WEBHOOK = {
  type: 'Webhook',
  noun: 'webhook',
  field: 'webhook',
  output: () => WebhookType,
  names: NAMES,
} as const;

const WEBHOOKS = defineMutations(WEBHOOK);
const NEW_SECRETS = defineMutations({ ...WEBHOOK, payload: 'NewWebhookSecretPayload' });
const TESTS = defineMutations({
  type: 'WebhookAttempt',
  noun: 'attempt',
  field: 'attempt',
  output: () => WebhookAttemptType,
  payload: 'WebhookTestPayload',
  names: NAMES,
});

Field(() => String, {
  nullable: true,
  description:
    'The secret `whsec_…` that verifies `v1` signatures. Shown only in this response; null if nothing was created, and when an `idempotencyKey` is repeated.',
})(NEW_SECRETS.Payload.prototype, 'secret');

/** Members who manage webhooks are admins; for an API key its scope `write` decides. */
@Resolver()
export class WebhookMutations {
  @Mutation(() => NEW_SECRETS.Payload, {
    description: 'Creates a webhook, which receives events from now on. Limited to 20 webhooks.',
  })
  webhookCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => WebhookInput, { description: 'The webhook.' }) input: WebhookInput,
    @IdempotencyKey() key?: string | null,
  ) {
    requireAdminMember(context);
    const { services, caller } = context;
    return withSecret(context, { key, request: ['webhookCreate', input] }, () =>
      services.webhooks.create(caller, { ...toChanges(input), url: input.url }),
    );
  }

  @Mutation(() => WEBHOOKS.Payload, { description: 'Changes parts of a webhook. Its secret stays.' })
  webhookUpdate(
    @Ctx() context: GraphContext,
    @IdArg('webhook') id: string,
    @Arg('input', () => WebhookUpdateInput, { description: 'The parts to change.' }) input: WebhookUpdateInput,
  ) {
    requireAdminMember(context);
    const { services, caller } = context;
    return WEBHOOKS.change(context, { id }, (number) => services.webhooks.update(caller, number, toChanges(input)));
  }

  @Mutation(() => NEW_SECRETS.Payload, {
    description:
      'Creates a new secret, and a new key pair if there is one. During the overlap, requests carry signatures by both. The new secret is shown only in this response.',
  })
  webhookRotateSecret(
    @Ctx() context: GraphContext,
    @IdArg('webhook') id: string,
    @Arg('overlap', () => DelayScalar, {
      nullable: true,
      description: 'How long the old secret stays in use, at most 7 days. One day if omitted.',
    })
    overlap?: string | null,
    @IdempotencyKey() key?: string | null,
  ) {
    requireAdminMember(context);
    const { services, caller } = context;
    return withSecret(context, { key, request: ['webhookRotateSecret', id, overlap ?? null] }, () =>
      services.webhooks.rotateSecret(caller, targetId({ ...WEBHOOK, globalId: id }), overlap ?? '1d'),
    );
  }

  @Mutation(() => WEBHOOKS.Payload, {
    description:
      'Enables a webhook. It continues with waiting requests and with the events since it was disabled, as far back as the log goes (7 days).',
  })
  webhookEnable(
    @Ctx() context: GraphContext,
    @IdArg('webhook') id: string,
    @Arg('skipMissed', () => Boolean, {
      defaultValue: false,
      description: 'True: drops waiting requests and missed events, and starts with new events.',
    })
    skipMissed: boolean,
  ) {
    requireAdminMember(context);
    const { services, caller } = context;
    return WEBHOOKS.change(context, { id }, (number) =>
      services.webhooks.enable(caller, number, { isFresh: skipMissed }),
    );
  }

  @Mutation(() => TESTS.Payload, {
    description: 'Sends a signed example to a webhook, once, whether it is enabled or not. Limited to 20 a minute.',
  })
  webhookTest(
    @Ctx() context: GraphContext,
    @IdArg('webhook') id: string,
    @Arg('type', () => AccountEventTypeEnum, { description: 'The type of the example.' }) type: EventType,
  ) {
    requireAdminMember(context);
    const { services, caller } = context;
    return TESTS.carryOut(context, () =>
      services.webhookTests.send(caller, targetId({ ...WEBHOOK, globalId: id }), type),
    );
  }

  @Mutation(() => WEBHOOKS.Payload, {
    description:
      'Resends events with their original ids. The webhook must be enabled. At most 10 replays of a webhook at once.',
  })
  webhookReplay(
    @Ctx() context: GraphContext,
    @IdArg('webhook') id: string,
    @Arg('input', () => WebhookReplayInput, { description: 'The events.' }) input: WebhookReplayInput,
  ) {
    requireAdminMember(context);
    const { services, caller } = context;
    return WEBHOOKS.change(context, { id }, (number) => services.webhookReplays.request(caller, number, toWish(input)));
  }

  @Mutation(() => WEBHOOKS.Payload, { description: 'Disables a webhook. Idempotent.' })
  webhookDisable(@Ctx() context: GraphContext, @IdArg('webhook') id: string) {
    requireAdminMember(context);
    const { services, caller } = context;
    return WEBHOOKS.change(context, { id }, (number) => services.webhooks.disable(caller, number));
  }

  @Mutation(() => DeletePayload, {
    description: 'Deletes a webhook with everything that waits for it. Irreversible.',
  })
  webhookDelete(@Ctx() context: GraphContext, @IdArg('webhook') id: string) {
    requireAdminMember(context);
    const { services, caller } = context;
    const target = { type: 'Webhook', noun: 'webhook', globalId: id } as const;
    return answerDeletion(context, {
      names: NAMES,
      target,
      work: (number) => services.webhooks.delete(caller, number),
    });
  }
}

/** @throws FORBIDDEN for members without the role ADMIN; for an API key its scopes decide. */
const requireAdminMember = (context: GraphContext): void => {
  if (context.caller.member) context.requireAdmin();
};

const withSecret = async (context: GraphContext, repeatable: Repeatable, work: () => Promise<NewSecret>) => {
  // A repetition does not return it: the secret would have to be stored in plain text.
  let secret: string | null = null;
  const payload = await NEW_SECRETS.create(context, repeatable, async () => {
    const made = await work();
    secret = made.secret;
    return made;
  });
  return { ...payload, secret };
};

/** null counts as absent. */
const toChanges = ({ appIds, ...input }: WebhookUpdateInput): WebhookChanges => {
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  // 0 is the id of no application.
  const ids = appIds?.map((id) => databaseIdOf('App', id) ?? 0);
  return { ...Object.fromEntries(given), ...(ids ? { appIds: ids } : {}) };
};

const toWish = ({ attemptId, from, to }: WebhookReplayInput): ReplayWish => {
  if (Boolean(attemptId) === Boolean(from))
    throw badInput('attempt_id', 'Exactly one of `attempt_id` and `from` must be given.');
  if (attemptId) return { attemptId: databaseIdOf('WebhookAttempt', attemptId) ?? 0 };
  return { from: from ?? new Date(0), to: to ?? null };
};
