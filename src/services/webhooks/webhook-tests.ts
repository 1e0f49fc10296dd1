import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.js';
import { insertRow } from '../../database/write-rows.js';
import { Webhook } from '../../entities/webhook.js';
import { WEBHOOK_ATTEMPT_TABLE } from '../../entities/webhook-message.js';
import { AppError, badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Caller } from '../caller.js';
import { type AccountEvent, toEventJson } from '../event-log/account-event.js';
import { findEventType, isEventType } from '../event-log/event-types/index.js';
import { ConcurrencyLimit } from '../rate-limits/concurrency-limit.js';
import { RateLimit } from '../rate-limits/rate-limit.js';
import { signRequest } from './sign-request.js';
import type { WebhookClient } from './webhook-client.js';
import { messageBody } from './webhook-messages.js';
import type { WebhookSecrets } from './webhook-secrets.js';

export interface WebhookTestDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: WebhookSecrets;
  readonly client: WebhookClient;
}

const TESTS_PER_MINUTE = 20;
const AT_ONCE = {
  total: 32,
  perHolder: 2,
  refusal: 'Two webhooks are being tested already; test this one again in a moment.',
};

/** Sends a signed example to a webhook, once, whether it is enabled or not. */
export class WebhookTests {
  private readonly limit: RateLimit;
  private readonly atOnce = new ConcurrencyLimit(AT_ONCE);

  constructor(private readonly deps: WebhookTestDeps) {
    const { clock } = deps;
    this.limit = new RateLimit({ name: 'webhook-test', limit: TESTS_PER_MINUTE, clock, redis: null });
  }

  /** @returns the id of the attempt. @throws NOT_FOUND, BAD_USER_INPUT, RATE_LIMITED */
  async send(caller: Caller, id: number, type: string): Promise<number> {
    const event = this.exampleOf(type);
    const webhook = await this.deps.database.reader.findOneBy(Webhook, { id, userId: caller.userId });
    if (!webhook) throw notFound('webhook');
    const waitMs = await this.limit.take(String(caller.userId));
    if (waitMs > 0) {
      const message = `Webhooks can be tested ${TESTS_PER_MINUTE} times a minute; try again later.`;
      throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: waitMs / 1_000 });
    }
    const release = this.atOnce.acquire(caller.userId);
    try {
      return await this.post(webhook, event);
    } finally {
      release();
    }
  }

  /** Interrupts requests under way. */
  close(): Promise<void> {
    return this.deps.client.close(0);
  }

  private async post(webhook: Webhook, event: AccountEvent): Promise<number> {
    const { database, clock, secrets, client } = this.deps;
    const { id, userId, url, mode } = webhook;
    const at = clock.now();
    const body = messageBody([event], mode === 'BATCH');
    const keys = secrets.signingKeys(id, webhook.secrets, at);
    const answer = await client.post({ url, headers: signRequest({ id: event.id, body, now: at }, keys), body }, at);
    if (answer === null) throw new AppError('UNAVAILABLE', 'The service is stopping; test the webhook again.');
    const { retryAfterMs: _unused, ...ended } = answer;
    const range = { afterPosition: 0, afterEntry: 0, untilPosition: 0, untilEntry: 0, events: 1 };
    const row = { userId, webhookId: id, ...range, kind: 'TEST', attempt: 1, ...ended, at } as const;
    return (await database.tx((tx) => insertRow(tx, WEBHOOK_ATTEMPT_TABLE, row))).insertId;
  }

  private exampleOf(type: string): AccountEvent {
    const definition = findEventType(type);
    if (!definition || !isEventType(type)) throw badInput('type', '`type` must be an event type.');
    const occurredAt = new Date(this.deps.clock.now());
    const event = { id: `test_${randomUUID()}`, type, occurredAt, data: JSON.stringify(definition.example) };
    return { ...event, appId: null, deviceId: null, json: toEventJson(event) };
  }
}
