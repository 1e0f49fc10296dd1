import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { App } from '../../entities/app.js';
import type { Webhook, WebhookReason } from '../../entities/webhook.js';
import type { WebhookAttempt } from '../../entities/webhook-message.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { messageId } from '../../services/webhooks/webhook-messages.js';
import { AppType } from '../apps/app-types.js';
import {
  WebhookAttemptType,
  WebhookReasonEnum,
  WebhookType,
  webhookAttemptListing,
  webhookListing,
} from './webhook-types.js';

@Resolver(() => WebhookType)
export class WebhookResolver {
  @Reads<Webhook>('appIds')
  @FieldResolver(() => [AppType], {
    description:
      'The applications whose events it receives, in addition to events that concern no single application; empty for all.',
  })
  async apps(@Root() { appIds }: Webhook, @Ctx() { loaders }: GraphContext): Promise<App[]> {
    const apps = await Promise.all(appIds.map((id) => loaders.apps.load(id)));
    return apps.filter((app) => app !== null);
  }

  @Reads<Webhook>('reason')
  @FieldResolver(() => WebhookReasonEnum, { nullable: true, description: 'Why it is disabled; null while enabled.' })
  disabledReason(@Root() { reason }: Webhook): WebhookReason | null {
    return reason;
  }

  @Reads<Webhook>('formerUntil')
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description:
      'Until then, requests are also signed with the secret that the last rotation replaced; null if they are not.',
  })
  formerSecretUntil(@Root() { formerUntil }: Webhook): Date | null {
    return formerUntil;
  }

  @Reads<Webhook>('pausedUntil', 'failures')
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'Nothing is sent to it before this time, because its last request failed; null otherwise.',
  })
  pausedUntil(@Root() { pausedUntil, failures }: Webhook): Date | null {
    // A webhook also waits while a batch fills.
    return failures > 0 && pausedUntil.getTime() > 0 ? pausedUntil : null;
  }

  @Reads<Webhook>('id')
  @FieldResolver(() => Int, { description: 'Number of failed requests that wait for their next attempt.' })
  waiting(@Root() { id }: Webhook, @Ctx() { loaders }: GraphContext): Promise<number> {
    return loaders.webhookRetries.load(Number(id));
  }
}

addNodeQuery(WebhookResolver, 'webhook', { type: 'Webhook', noun: 'webhook', output: () => WebhookType });

webhookListing.addQuery(WebhookResolver, 'webhooks', { description: 'Your webhooks.' });

webhookAttemptListing.addField<Webhook>(WebhookResolver, 'attempts', {
  description: 'Its requests of the last seven days, the latest first unless ordered otherwise.',
  parentColumn: 'webhook_id',
  orderBy: { field: 'ID', direction: 'DESC' },
});

@Resolver(() => WebhookAttemptType)
export class WebhookAttemptResolver {
  @Reads<WebhookAttempt>(
    ...(['userId', 'kind', 'events', 'afterPosition', 'afterEntry', 'untilPosition', 'untilEntry'] as const),
  )
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The `webhook-id` of the request, the same in every attempt; null for a test.',
  })
  messageId(@Root() attempt: WebhookAttempt): string | null {
    if (attempt.kind === 'TEST') return null;
    const range = {
      after: { position: Number(attempt.afterPosition), entry: attempt.afterEntry },
      until: { position: Number(attempt.untilPosition), entry: attempt.untilEntry },
    };
    return messageId(Number(attempt.userId), { range, size: attempt.events });
  }
}
