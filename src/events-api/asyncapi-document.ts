import type { TSchema } from 'typebox';
import { toEventJson } from '../services/event-log/account-event.js';
import type { EventTypeDefinition } from '../services/event-log/event-types/event-type.js';
import { EVENT_TYPES } from '../services/event-log/event-types/index.js';
import { MAX_BATCH } from '../services/webhooks/webhook-messages.js';
import { eventQuery } from './event-query.js';

type Json = Readonly<Record<string, unknown>>;

/** The parts of an AsyncAPI 3 document (https://www.asyncapi.com/docs/reference/specification/v3.0.0) that this service uses. */
export interface AsyncapiDocument {
  readonly asyncapi: '3.0.0';
  readonly info: Json;
  readonly defaultContentType: 'application/json';
  readonly channels: Readonly<Record<string, Json>>;
  readonly operations: Readonly<Record<string, Json>>;
  readonly components: { readonly messages: Readonly<Record<string, Json>>; readonly securitySchemes: Json };
}

/** The name of several events in one request of a webhook. */
const BATCH = 'batch';

const refTo = (folder: string, name: string): Json => ({ $ref: `#/${folder}/${name}` });

const MESSAGES = Object.fromEntries(EVENT_TYPES.map(({ type }) => [type, refTo('components/messages', type)]));

/** Describes every event with the schemas that are checked against what is sent. */
export const createAsyncapiDocument = (): AsyncapiDocument => ({
  asyncapi: '3.0.0',
  info: {
    title: 'pushgraph events',
    version: '1.0.0',
    description:
      'What happens in an account: messages, runs, devices, applications and preferences. The feed, webhooks and sinks deliver the same JSON. Events of one device arrive in order, each at least once; use `id` to detect repeats. Fields may be added later.',
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  defaultContentType: 'application/json',
  channels: {
    feed: {
      address: '/events',
      description:
        'One event per line (`application/x-ndjson`). The header `next-after` of each answer is the `after` of the next request. 410: the events after `after` are no longer kept.',
      messages: MESSAGES,
    },
    webhooks: {
      address: null,
      description:
        'The URL of each webhook, by Standard Webhooks 1.0: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. A webhook with the mode `BATCH` gets `batch` instead of single events.',
      messages: { ...MESSAGES, [BATCH]: refTo('components/messages', BATCH) },
    },
  },
  operations: {
    sendEvents: {
      action: 'send',
      channel: refTo('channels', 'feed'),
      summary: 'The events of the account, starting from a given one.',
      security: [refTo('components/securitySchemes', 'apiKey')],
      bindings: { http: { method: 'GET', query: eventQuery, bindingVersion: '0.3.0' } },
    },
    callWebhooks: {
      action: 'send',
      channel: refTo('channels', 'webhooks'),
      summary: 'The events that a webhook selects. An answer of 2xx is a success.',
      bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
    },
  },
  components: {
    messages: {
      ...Object.fromEntries(EVENT_TYPES.map((definition) => [definition.type, toMessage(definition)])),
      [BATCH]: toBatchMessage(),
    },
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer', description: 'An API key with the scope `read`.' },
    },
  },
});

const toMessage = (definition: EventTypeDefinition): Json => ({
  name: definition.type,
  title: definition.type,
  summary: definition.summary,
  payload: toEventSchema(definition),
  examples: [{ payload: toExample(definition) }],
});

const toBatchMessage = (): Json => ({
  name: BATCH,
  title: BATCH,
  summary: `Up to ${MAX_BATCH} events for a webhook.`,
  payload: {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { const: BATCH },
      timestamp: { ...TIMESTAMP, description: 'When the last of them happened, in UTC.' },
      data: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_BATCH,
        description: 'The events in order, each as in the other messages.',
        items: { type: 'object', required: ['id', 'type', 'timestamp', 'data'] },
      },
    },
  },
  examples: EVENT_TYPES.slice(0, 1).map((definition) => ({
    payload: { type: BATCH, timestamp: EXAMPLE_AT.toISOString(), data: [toExample(definition)] },
  })),
});

const TIMESTAMP = { type: 'string', format: 'date-time' } as const;
const EXAMPLE_AT = new Date(Date.UTC(2026, 10, 21, 9));

/** The schema of a line of the feed. */
const toEventSchema = ({ type, data }: EventTypeDefinition): Json => ({
  type: 'object',
  required: ['id', 'type', 'timestamp', 'data'],
  properties: {
    id: { type: 'string', description: 'Unique, and the same every time the event is sent.' },
    type: { const: type },
    timestamp: { ...TIMESTAMP, description: 'When it happened, in UTC.' },
    data: data satisfies TSchema,
  },
});

const toExample = ({ type, example }: EventTypeDefinition): Json =>
  JSON.parse(
    toEventJson({
      id: 'ZXZlbnQ6Nzo0MjoxOA',
      type: type as (typeof EVENT_TYPES)[number]['type'],
      occurredAt: EXAMPLE_AT,
      data: JSON.stringify(example),
    }),
  );
