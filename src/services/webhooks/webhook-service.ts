import { type Database, execute, type Tx } from '../../database/database.js';
import { insertRow } from '../../database/write-rows.js';
import { WEBHOOK_TABLE, Webhook } from '../../entities/webhook.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { parseDelay } from '../../schedule/delay.js';
import type { Caller } from '../caller.js';
import type { EventCursor } from '../event-log/account-event.js';
import { EventLog } from '../event-log/event-log.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { requireRoom } from '../rules/maxima.js';
import { checkWebhook, type WebhookChanges, type WebhookInput } from './webhook-rules.js';
import { generateKeys, type NewKeys, type WebhookSecrets } from './webhook-secrets.js';

export interface WebhookServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: WebhookSecrets;
  /** `OUTBOUND_ALLOW_PRIVATE`. */
  readonly allowPrivate: boolean;
}

export interface NewSecret {
  readonly id: number;
  /** Shown once. */
  readonly secret: string;
}

const MAX_OVERLAP_MS = 7 * 24 * 60 * 60 * 1000;

/** Endpoints that receive the events of an account. */
export class WebhookService {
  private readonly events: EventLog;

  constructor(private readonly deps: WebhookServiceDeps) {
    this.events = new EventLog(deps.database);
  }

  /** It receives events from now on. @throws BAD_USER_INPUT */
  create(caller: Caller, input: WebhookInput): Promise<NewSecret> {
    const { database, allowPrivate, secrets } = this.deps;
    const { userId } = caller;
    return this.deps.database.tx(async (tx) => {
      await lockCatalogue(tx, database, userId);
      const checked = await checkWebhook(input, { database, tx, userId, allowPrivate });
      await requireRoom(tx, database, { what: 'webhooks', userId, field: 'url' });
      const keys = generateKeys(checked.asymmetric ?? false);
      const row = this.newRow(userId, checked, await this.events.head(userId));
      const { insertId: id } = await insertRow(tx, WEBHOOK_TABLE, { ...row, publicKey: keys.publicKey });
      await execute(tx, 'UPDATE webhook SET secrets = ? WHERE id = ?', [secrets.seal(id, keys.stored), id]);
      return { id, secret: keys.secret };
    });
  }

  /** @throws NOT_FOUND, BAD_USER_INPUT */
  update(caller: Caller, id: number, changes: WebhookChanges): Promise<void> {
    const { database, allowPrivate, clock } = this.deps;
    const { userId } = caller;
    return this.deps.database.tx(async (tx) => {
      await lockCatalogue(tx, database, userId);
      const webhook = await this.lock(tx, caller, id);
      const { asymmetric, ...checked } = await checkWebhook(changes, { database, tx, userId, allowPrivate });
      const columns = Object.fromEntries(Object.entries(checked).filter(([, value]) => value !== undefined));
      await tx.update(Webhook, { id }, { ...columns, updatedAt: new Date(clock.now()) });
      const isAsymmetric = webhook.publicKey !== null;
      if (asymmetric === undefined || asymmetric === isAsymmetric) return;
      const { sealed, publicKey } = this.deps.secrets.withAsymmetric(id, webhook.secrets, asymmetric);
      await tx.update(Webhook, { id }, { secrets: sealed, publicKey });
    });
  }

  /** Its log of attempts is deleted within the hour. @throws NOT_FOUND */
  delete(caller: Caller, id: number): Promise<void> {
    return this.deps.database.tx(async (tx) => {
      await this.lock(tx, caller, id);
      for (const table of ['webhook_retry', 'webhook_replay']) {
        await execute(tx, `DELETE FROM ${table} WHERE webhook_id = ?`, [id]);
      }
      await execute(tx, 'DELETE FROM webhook WHERE id = ?', [id]);
    });
  }

  /**
   * Makes new keys. Until the overlap ends, requests carry signatures by both.
   * @param overlap as in docs/rules.md#delay; null ends the old keys at once.
   */
  rotateSecret(caller: Caller, id: number, overlap: string | null): Promise<NewSecret> {
    const overlapMs = parseDelay(overlap);
    if (overlapMs === null || overlapMs > MAX_OVERLAP_MS)
      throw badInput('overlap', '`overlap` must be at most 7 days, in days, hours and minutes such as "1d12h".');
    return this.deps.database.tx(async (tx) => {
      const { secrets, clock } = this.deps;
      const webhook = await this.lock(tx, caller, id);
      const keys: NewKeys = generateKeys(webhook.publicKey !== null);
      const now = clock.now();
      const change = { sealed: webhook.secrets, keys: keys.stored, now, overlapMs };
      const { sealed, formerUntil } = secrets.rotate(id, change);
      await tx.update(
        Webhook,
        { id },
        {
          secrets: sealed,
          publicKey: keys.publicKey,
          formerUntil: formerUntil === null ? null : new Date(formerUntil),
          updatedAt: new Date(now),
        },
      );
      return { id, secret: keys.secret };
    });
  }

  /**
   * Continues where it stopped. @param isFresh drops waiting messages and missed events, and begins with those from now
   * on.
   */
  enable(caller: Caller, id: number, { isFresh }: { isFresh: boolean }): Promise<void> {
    return this.deps.database.tx(async (tx) => {
      const { userId } = caller;
      const now = this.deps.clock.now();
      await this.lock(tx, caller, id);
      if (isFresh) await this.forgetWaiting(tx, id, await this.events.head(userId));
      await execute(tx, 'UPDATE webhook_retry SET attempts = 0, due_at = ? WHERE webhook_id = ?', [now, id]);
      await execute(
        tx,
        `UPDATE webhook SET state = 'ENABLED', reason = NULL, disabled_at = NULL, failures = 0, paused_until = 0,
         wake_at = ?, updated_at = ? WHERE id = ?`,
        [now, now, id],
      );
    });
  }

  /** Events of the next seven days are sent when it is enabled again. Idempotent. */
  disable(caller: Caller, id: number): Promise<void> {
    return this.deps.database.tx(async (tx) => {
      await this.lock(tx, caller, id);
      const now = this.deps.clock.now();
      const sql = `UPDATE webhook SET state = 'DISABLED', reason = 'MANUAL', disabled_at = ?, updated_at = ?
        WHERE id = ? AND state = 'ENABLED'`;
      await execute(tx, sql, [now, now, id]);
    });
  }

  private async lock(tx: Tx, { userId }: Caller, id: number): Promise<Webhook> {
    await lockOwned(tx, this.deps.database, { table: 'webhook', id, userId, noun: 'webhook' });
    return tx.findOneByOrFail(Webhook, { id });
  }

  private async forgetWaiting(tx: Tx, id: number, head: EventCursor): Promise<void> {
    await execute(tx, 'DELETE FROM webhook_retry WHERE webhook_id = ?', [id]);
    await execute(tx, 'DELETE FROM webhook_replay WHERE webhook_id = ?', [id]);
    await execute(tx, 'UPDATE webhook SET position = ?, entry = ? WHERE id = ?', [head.position, head.entry, id]);
  }

  private newRow(userId: number, input: WebhookInput, { position, entry }: EventCursor) {
    const now = this.deps.clock.now();
    const { url, description = '', types = [], appIds = [], mode = 'SINGLE' } = input;
    return {
      ...{ userId, url, description, types, appIds, mode, position, entry },
      ...({ state: 'ENABLED', reason: null, disabledAt: null, secrets: '', formerUntil: null } as const),
      ...{ failures: 0, pausedUntil: 0, wakeAt: null, leaseOwner: null, leaseUntil: 0, createdAt: now, updatedAt: now },
    };
  }
}
