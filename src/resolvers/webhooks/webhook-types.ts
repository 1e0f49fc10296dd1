import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Webhook, type WebhookMode, type WebhookReason, type WebhookState } from '../../entities/webhook.js';
import { type AttemptKind, type AttemptResult, WebhookAttempt } from '../../entities/webhook-message.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CHANGE, BY_CREATION, BY_ID } from '../../schema/paging/list-inputs.js';
import { number } from '../../schema/paging/listing.js';
import { anyOf, before, from } from '../../schema/paging/where-fields.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { EVENT_TYPES, type EventType } from '../../services/event-log/event-types/index.js';

/** `message.sent` is MESSAGE_SENT in the graph. */
const toEnumName = (type: string): string => type.toUpperCase().replace(/\W/g, '_');

export const AccountEventTypeEnum: Readonly<Record<string, EventType>> = Object.fromEntries(
  EVENT_TYPES.map(({ type }) => [toEnumName(type), type]),
);

registerEnumType(AccountEventTypeEnum, {
  name: 'AccountEventType',
  description: 'The type of an event that webhooks receive. In requests, MESSAGE_SENT is `message.sent`.',
  valuesConfig: Object.fromEntries(
    EVENT_TYPES.map(({ type, summary }) => [toEnumName(type), { description: summary }]),
  ),
});

const WebhookModeEnum = { SINGLE: 'SINGLE', BATCH: 'BATCH' } as const satisfies Record<WebhookMode, WebhookMode>;

registerEnumType(WebhookModeEnum, {
  name: 'WebhookMode',
  description: 'How many events a request contains.',
  valuesConfig: {
    SINGLE: { description: 'One event.' },
    BATCH: { description: 'Up to 500 events, or those of one second.' },
  },
});

const WebhookStateEnum = { ENABLED: 'ENABLED', DISABLED: 'DISABLED' } as const satisfies Record<
  WebhookState,
  WebhookState
>;

registerEnumType(WebhookStateEnum, {
  name: 'WebhookState',
  description: 'Whether a webhook receives events.',
  valuesConfig: {
    ENABLED: { description: 'It receives events.' },
    DISABLED: { description: 'It receives nothing; see `disabledReason`.' },
  },
});

const WebhookReasonEnum = { MANUAL: 'MANUAL', GONE: 'GONE', EXHAUSTED: 'EXHAUSTED' } as const satisfies Record<
  WebhookReason,
  WebhookReason
>;

registerEnumType(WebhookReasonEnum, {
  name: 'WebhookDisabledReason',
  description: 'Why a webhook is disabled.',
  valuesConfig: {
    MANUAL: { description: 'Somebody disabled it with `webhookDisable`.' },
    GONE: { description: 'The endpoint answered 410.' },
    EXHAUSTED: { description: 'Ten attempts of a request have failed, over about three days.' },
  },
});

const AttemptKindEnum = { LIVE: 'LIVE', RETRY: 'RETRY', REPLAY: 'REPLAY', TEST: 'TEST' } as const satisfies Record<
  AttemptKind,
  AttemptKind
>;

registerEnumType(AttemptKindEnum, {
  name: 'WebhookAttemptKind',
  description: 'Why a request was sent to a webhook.',
  valuesConfig: {
    LIVE: { description: 'New events.' },
    RETRY: { description: 'An earlier attempt has failed.' },
    REPLAY: { description: 'Somebody replayed the events with `webhookReplay`.' },
    TEST: { description: 'Somebody sent an example with `webhookTest`.' },
  },
});

const RESULTS = {
  SUCCESS: 'The endpoint answered 2xx.',
  REFUSED: 'The endpoint answered another status.',
  SLOWED: 'The endpoint answered 429, 502, 503 or 504. It gets nothing until `pausedUntil`.',
  REDIRECTED: 'The endpoint answered 3xx. Redirects are not followed; change the address of the webhook.',
  GONE: 'The endpoint answered 410, so the webhook was disabled.',
  TIMEOUT: 'The endpoint did not answer in 15 seconds.',
  CONNECTION_FAILED: 'The connection failed; see `detail`.',
  CERTIFICATE: 'The certificate of the endpoint is not valid; see `detail`.',
  NAME_NOT_FOUND: 'The host name does not exist.',
  ADDRESS_NOT_PUBLIC: 'The host name leads to an address that is not public, so nothing was sent.',
  EXPIRED: 'Nothing was sent, because the log no longer has the events, or the webhook no longer wants them.',
} as const satisfies Record<AttemptResult, string>;

const AttemptResultEnum = Object.fromEntries(Object.keys(RESULTS).map((result) => [result, result])) as Readonly<{
  [result in AttemptResult]: result;
}>;

registerEnumType(AttemptResultEnum, {
  name: 'WebhookAttemptResult',
  description: 'How a request to a webhook ended.',
  valuesConfig: Object.fromEntries(Object.entries(RESULTS).map(([result, description]) => [result, { description }])),
});

/** Its values are rows of `webhook`. */
@ObjectType('Webhook', {
  implements: Node,
  simpleResolvers: true,
  description: 'Your endpoint that receives events, following Standard Webhooks 1.0. See docs/webhooks.md.',
})
export class WebhookType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id.' })
  readonly id!: number;

  @Field(() => String, { description: 'The address.' })
  readonly url!: string;

  @Field(() => String, { description: 'Description, up to 255 characters; may be empty.' })
  readonly description!: string;

  @Field(() => [AccountEventTypeEnum], { description: 'The types of events that it receives; empty for all.' })
  readonly types!: readonly EventType[];

  @Field(() => WebhookModeEnum, { description: 'How many events a request contains.' })
  readonly mode!: WebhookMode;

  @Field(() => WebhookStateEnum, { description: 'Whether it receives events.' })
  readonly state!: WebhookState;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was disabled; null while it is enabled.' })
  readonly disabledAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The public key `whpk_…` that verifies `v1a` signatures; null if requests have none.',
  })
  readonly publicKey!: string | null;

  @Field(() => Int, { description: 'Number of failed requests since the last success.' })
  readonly failures!: number;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last changed.' })
  readonly updatedAt!: Date;
}

export { WebhookReasonEnum };

/** Its values are rows of `webhook_attempt`. */
@ObjectType('WebhookAttempt', {
  implements: Node,
  simpleResolvers: true,
  description: 'A request to a webhook. Kept for seven days.',
})
export class WebhookAttemptType {
  @Field(() => DateTimeScalar, { description: 'When it was sent.' })
  readonly at!: Date;

  @Field(() => AttemptKindEnum, { description: 'Why it was sent.' })
  readonly kind!: AttemptKind;

  @Field(() => Int, { description: 'The number of this attempt, from 1 to 10.' })
  readonly attempt!: number;

  @Field(() => Int, { description: 'Number of events in the request.' })
  readonly events!: number;

  @Field(() => AttemptResultEnum, { description: 'How it ended.' })
  readonly result!: AttemptResult;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the answer; null without an answer.' })
  readonly httpStatus!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Code of the connection error, such as CERT_HAS_EXPIRED; null if there was none.',
  })
  readonly detail!: string | null;

  @Field(() => Int, { description: 'Time until the answer, in milliseconds.' })
  readonly durationMs!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The first 256 characters of an answer that was not a success; null for a success.',
  })
  readonly answer!: string | null;
}

@InputType({ description: 'A new webhook.' })
export class WebhookInput {
  @Field(() => String, { description: 'An https URL of a public host, with port 443 or 8443, without credentials.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'Description, up to 255 characters.' })
  description?: string | null;

  @Field(() => [AccountEventTypeEnum], {
    nullable: true,
    description: 'The types of events to receive. All if omitted.',
  })
  types?: EventType[] | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Only events of these applications, and events that concern no single application; up to 100. All if omitted.',
  })
  appIds?: string[] | null;

  @Field(() => WebhookModeEnum, {
    nullable: true,
    description: 'How many events a request contains. SINGLE if omitted.',
  })
  mode?: WebhookMode | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether requests also carry `v1a` signatures (ed25519). False if omitted.',
  })
  asymmetric?: boolean | null;
}

@InputType({ description: 'The parts of a webhook to change.' })
export class WebhookUpdateInput {
  @Field(() => String, { nullable: true, description: 'The new address; it stays if this is omitted.' })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'The new description; it stays if this is omitted.' })
  description?: string | null;

  @Field(() => [AccountEventTypeEnum], {
    nullable: true,
    description: 'The new types; an empty list: all. They stay if this is omitted.',
  })
  types?: EventType[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'The new applications; an empty list: all. They stay if this is omitted.',
  })
  appIds?: string[] | null;

  @Field(() => WebhookModeEnum, { nullable: true, description: 'The new mode; it stays if this is omitted.' })
  mode?: WebhookMode | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether requests also carry `v1a` signatures. True creates a key pair unless the webhook has one.',
  })
  asymmetric?: boolean | null;
}

@InputType({ description: 'The events to replay: either those of one attempt, or those of a period.' })
export class WebhookReplayInput {
  @Field(() => ID, { nullable: true, description: 'Global id of an attempt of this webhook, failed or not.' })
  attemptId?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Events from this time on, at most seven days ago.' })
  from?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Events before this time. Up to now if omitted.' })
  to?: Date | null;
}

export const webhookListing = defineListing({
  name: 'webhook',
  noun: 'Webhook',
  plural: 'webhooks',
  type: () => WebhookType,
  entity: Webhook,
  table: 'webhook',
  omit: ['secrets'],
  key: [number('id')],
  sorts: { ID: BY_ID, CREATED_AT: BY_CREATION, UPDATED_AT: BY_CHANGE },
  where: { state: anyOf(WebhookStateEnum, 'state', 'Webhooks with any of these states.') },
});

export const webhookAttemptListing = defineListing({
  name: 'webhookAttempt',
  noun: 'WebhookAttempt',
  plural: 'attempts',
  type: () => WebhookAttemptType,
  connection: { noun: 'WebhookAttempt', countCost: 100 },
  entity: WebhookAttempt,
  table: 'webhook_attempt',
  isLarge: true,
  key: [number('id')],
  sorts: { ID: BY_ID },
  where: {
    failed: {
      type: () => Boolean,
      description: 'True: only attempts that failed. False: only successful ones.',
      toCondition: (failed: boolean) => ({ sql: `t.result ${failed ? '<>' : '='} ?`, parameters: ['SUCCESS'] }),
    },
    result: anyOf(AttemptResultEnum, 'result', 'Attempts with any of these results.'),
    kind: anyOf(AttemptKindEnum, 'kind', 'Attempts of any of these kinds.'),
    from: from('at', 'Earliest time, inclusive.'),
    to: before('at', 'Latest time, exclusive.'),
  },
});
