import { randomBytes } from 'node:crypto';
import { Keyring } from '../../src/crypto/keyring.js';
import type { Database } from '../../src/database/database.js';
import { Webhook } from '../../src/entities/webhook.js';
import { WebhookAttempt } from '../../src/entities/webhook-message.js';
import { operatorOf } from '../../src/services/caller.js';
import { createServices } from '../../src/services/services.js';
import { createWebhookWorker } from '../../src/services/webhooks/create-webhooks.js';
import type { WebhookInput } from '../../src/services/webhooks/webhook-rules.js';
import type { WebhookWorker } from '../../src/services/webhooks/webhook-worker.js';
import type { TestDatabaseKind } from './databases.js';
import { FakeClock } from './fake-clock.js';
import { append } from './outbox-steps.js';
import { RecordingJobs } from './recording-jobs.js';

export interface WebhookWorldOptions {
  readonly allowPrivate?: boolean;
  readonly ca?: string;
  readonly answerMs?: number;
}

/** An account with webhooks, and a worker that polls on request. */
export const openWebhookWorld = async (kind: TestDatabaseKind, options: WebhookWorldOptions = {}) => {
  const { allowPrivate = true, ca, answerMs } = options;
  const database = await kind.open();
  const clock = new FakeClock(Date.now());
  const keyring = new Keyring(randomBytes(32));
  const warnings: string[] = [];
  const attempts: string[] = [];
  const services = createServices({ database, clock, keyring, jobs: new RecordingJobs(), allowPrivate, ca });
  const { userId } = await services.keys.createUser('somebody');
  const caller = operatorOf(userId);
  const createWorker = (): WebhookWorker =>
    createWebhookWorker({
      ...{ database, clock, keyring, allowPrivate, ca, answerMs },
      random: () => 0,
      audit: services.audit,
      isHeld: () => false,
      countAttempts: (result, count) => attempts.push(...Array<string>(count).fill(result)),
      log: { warn: (_details, message) => warnings.push(message) },
    });
  const worker = createWorker();
  return {
    ...{ database, clock, services, userId, caller, createWorker, warnings, attempts },
    create: (url: string, input: Partial<WebhookInput> = {}) => services.webhooks.create(caller, { url, ...input }),
    /** Appends events to the log of the account. */
    append: (count = 1) => append(database, userId, count),
    /** One poll of the worker, until all the work that it found is done. */
    work: async (by = worker): Promise<void> => {
      await by.look();
      await by.idle();
    },
    webhook: (id: number): Promise<Webhook> => database.reader.findOneByOrFail(Webhook, { id }),
    attemptsOf: (webhookId: number): Promise<WebhookAttempt[]> =>
      database.reader.find(WebhookAttempt, { where: { webhookId }, order: { id: 'ASC' } }),
    waiting: (webhookId: number): Promise<number> => countRetries(database, webhookId),
    async [Symbol.asyncDispose](): Promise<void> {
      await worker.stop();
      await database[Symbol.asyncDispose]();
    },
  };
};

const countRetries = async (database: Database, webhookId: number): Promise<number> => {
  const sql = 'SELECT COUNT(*) AS n FROM webhook_retry WHERE webhook_id = ?';
  return Number((await database.query<{ n: number }>(sql, [webhookId]))[0]?.n);
};
