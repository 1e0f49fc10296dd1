import type { Keyring } from '../../crypto/keyring.js';
import type { Database } from '../../database/database.js';
import type { AttemptResult } from '../../entities/webhook-message.js';
import type { Clock } from '../../ports/clock.js';
import type { AuditLog } from '../audit/audit-log.js';
import { WebhookClient } from './webhook-client.js';
import { WebhookDelivery } from './webhook-delivery.js';
import { WebhookReplays } from './webhook-replays.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookService } from './webhook-service.js';
import { WebhookStore } from './webhook-store.js';
import { WebhookTests } from './webhook-tests.js';
import { WebhookWorker } from './webhook-worker.js';

interface WebhookParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly allowPrivate: boolean;
  /** Extra certificate authorities, PEM. */
  readonly ca?: string | undefined;
}

/** The services behind the webhooks of the graph. */
export const createWebhooks = ({ database, clock, keyring, allowPrivate, ca }: WebhookParts) => {
  const secrets = new WebhookSecrets(keyring);
  const client = new WebhookClient({ allowPrivate, ca });
  return {
    webhooks: new WebhookService({ database, clock, secrets, allowPrivate }),
    webhookReplays: new WebhookReplays(database, clock),
    webhookTests: new WebhookTests({ database, clock, secrets, client }),
  };
};

interface WorkerParts extends WebhookParts {
  readonly random: () => number;
  readonly audit: Pick<AuditLog, 'note'>;
  readonly isHeld: () => boolean;
  /** Shorter in tests. */
  readonly answerMs?: number | undefined;
  readonly countAttempts: (result: AttemptResult, count: number) => void;
  readonly log: { warn(details: Record<string, unknown>, message: string): void };
}

/** Delivers to webhooks in a process that works. */
export const createWebhookWorker = (parts: WorkerParts): WebhookWorker => {
  const { database, keyring, allowPrivate, ca, answerMs } = parts;
  const store = new WebhookStore(database);
  const client = new WebhookClient({ allowPrivate, ca, answerMs });
  const delivery = new WebhookDelivery({ ...parts, store, client, secrets: new WebhookSecrets(keyring) });
  return new WebhookWorker({ ...parts, store, delivery, close: (patienceMs) => client.close(patienceMs) });
};
