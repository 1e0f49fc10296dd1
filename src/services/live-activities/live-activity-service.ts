import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CredentialVault } from '../../catalogue/credential-vault.js';
import { chunk } from '../../collections.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertRow } from '../../database/write-rows.js';
import { App } from '../../entities/app.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Device } from '../../entities/device.js';
import { type ActivityToken, LIVE_ACTIVITY_TABLE, type LiveActivity } from '../../entities/live-activity.js';
import { badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Reason } from '../../providers/codes.js';
import type { Outcome, Sender, SenderApp } from '../../providers/sender.js';
import type { Caller } from '../caller.js';
import { whoIs } from '../caller.js';
import { type ExplainedReason, explainReason } from '../deliveries/advise.js';
import { findTargetDevices, type Target } from '../messages/find-target-devices.js';
import type { Senders } from '../pushes/push-test-service.js';
import { ConcurrencyLimit } from '../rate-limits/concurrency-limit.js';
import { type ActivityChange, renderActivity } from './activity-payload.js';

export interface LiveActivityServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: CredentialVault;
  readonly senders: Senders;
  readonly log: { info(details: Record<string, unknown>, message: string): void };
  /** The time limit of one call. */
  readonly deadlineMs?: number;
}

export interface ActivityRegistration {
  readonly activity: string;
  readonly kind: ActivityToken;
  readonly token: string;
}

/** Whose activity is changed; null: of every device that registered it. */
export type ActivityTarget = Extract<Target, { readonly kind: 'externalIds' | 'deviceIds' }> | null;

export interface ActivitySend {
  readonly appId: number;
  readonly target: ActivityTarget;
  readonly change: ActivityChange;
  readonly isUrgent: boolean;
}

export interface ActivitySent extends ExplainedReason {
  /** Accepted by Apple. */
  readonly sent: number;
  /** Apple no longer knows these tokens, which are deleted. */
  readonly gone: number;
  readonly failed: number;
  /** Not sent within the time limit. */
  readonly unsent: number;
}

const HOUR_MS = 3_600_000;
/** Apple ends an activity after eight hours, and takes it from the lock screen after four more. */
const LIFE_MS = { update: 24 * HOUR_MS, start: 365 * 24 * HOUR_MS } as const satisfies Record<ActivityToken, number>;
const UNTIL_STALE_MS = 8 * HOUR_MS;
/** Apple allows an app a few at once. */
const MAX_OF_DEVICE = 20;
const DEVICES_PER_PAGE = 500;
const DEADLINE_MS = 30_000;
/** A call belongs to no run, so it does not wait for its turn as pages do. */
const AT_ONCE = {
  total: 16,
  perHolder: 4,
  refusal: 'Too many changes of Live Activities are in progress; try again when one has ended.',
};

type TokenRow = Pick<RowOf<LiveActivity>, 'device_id' | 'token'>;

/** Starts, changes and ends Live Activities on iPhones (docs/live-activities.md). Nothing is stored but their tokens. */
export class LiveActivityService {
  private readonly atOnce = new ConcurrencyLimit(AT_ONCE);

  constructor(private readonly deps: LiveActivityServiceDeps) {}

  /** A known activity gets the new token. @throws BAD_USER_INPUT for another provider, or too many of a device. */
  async register(app: App, { id: deviceId }: Device, given: ActivityRegistration): Promise<void> {
    requireApple(app);
    const { database, clock } = this.deps;
    const now = clock.now();
    const row = { ...given, appId: app.id, deviceId, expiresAt: now + LIFE_MS[given.kind] };
    await database.tx(async (tx) => {
      // Registrations of one device run one after another, so that the count is exact.
      const lock = `SELECT id FROM device WHERE app_id = ? AND id = ? AND active = 1 ${database.dialect.forUpdate}`;
      if ((await select(tx, lock, [app.id, deviceId])).length === 0) throw notFound('device');
      const other = `SELECT COUNT(*) AS n FROM live_activity WHERE app_id = ? AND device_id = ?
        AND NOT (activity = ? AND kind = ?) AND expires_at > ?`;
      const [count] = await select<{ n: number }>(tx, other, [app.id, deviceId, given.activity, given.kind, now]);
      if (Number(count?.n) >= MAX_OF_DEVICE) {
        const message = `A device has at most ${MAX_OF_DEVICE} Live Activities. Delete those that have ended.`;
        throw badInput('activity', message, 'TOO_MANY');
      }
      const onClash = database.dialect.upsert(KEY, (incoming) =>
        ['token', 'expires_at'].map((column) => `${column} = ${incoming(column)}`).join(', '),
      );
      await insertRow(tx, LIVE_ACTIVITY_TABLE, row, onClash);
    });
  }

  /** Idempotent. */
  async remove(app: App, { id }: Device, activity: string): Promise<void> {
    const sql = 'DELETE FROM live_activity WHERE app_id = ? AND device_id = ? AND activity = ?';
    await this.deps.database.tx((tx) => execute(tx, sql, [app.id, id, activity]));
  }

  /**
   * Hands the change to Apple, which shows the latest one. It is not tried again: the next change replaces it.
   * @throws BAD_USER_INPUT if nothing can be sent.
   */
  async send(caller: Caller, asked: ActivitySend): Promise<ActivitySent> {
    const end = this.atOnce.acquire(caller.userId);
    try {
      return await this.sendNow(caller, asked);
    } finally {
      end();
    }
  }

  private async sendNow(caller: Caller, { appId, target, change, isUrgent }: ActivitySend): Promise<ActivitySent> {
    const app = await this.findApp(caller, appId);
    const opened = this.open(app);
    const { clock, log } = this.deps;
    const now = clock.now();
    const payload = renderActivity(change, now);
    const kind: ActivityToken = change.event === 'start' ? 'start' : 'update';
    const expiresAt = Math.floor((change.staleAt ?? now + UNTIL_STALE_MS) / 1_000);
    const signal = AbortSignal.timeout(this.deps.deadlineMs ?? DEADLINE_MS);
    const counts = { sent: 0, gone: 0, failed: 0, unsent: 0 };
    let reason: Reason | null = null;
    for await (const rows of this.pages(caller, { app, target, activity: change.activity, kind })) {
      const tokens = rows.map(({ token }) => token);
      const urgency = isUrgent ? 'high' : 'normal';
      const outcomes = await sendActivities(this.deps.senders.provider_c, {
        ...{ app: opened, tokens, payload, urgency, expiresAt, signal },
      });
      const gone = rows.filter((_, index) => outcomes[index]?.kind === 'invalid-token');
      const sent = rows.filter((_, index) => outcomes[index]?.kind === 'sent');
      await this.forget(
        app.id,
        { activity: change.activity, kind },
        change.event === 'end' ? [...gone, ...sent] : gone,
      );
      for (const outcome of outcomes) counts[countOf(outcome)] += 1;
      reason ??= outcomes.find(isFailure) ?? null;
    }
    log.info({ ...whoIs(caller), app_id: app.id, event: change.event, ...counts }, 'live_activity.sent');
    return { ...counts, ...explainReason(app, reason) };
  }

  private async findApp({ userId }: Caller, id: number): Promise<App> {
    const app = await this.deps.database.reader.findOneBy(App, { id, userId });
    if (!app) throw badInput('app_id', 'There is no such application.', 'NOT_FOUND');
    requireApple(app);
    if (app.archived) throw badInput('app_id', 'This application is archived; unarchive it first.', 'ARCHIVED');
    return app;
  }

  private open(app: App): SenderApp {
    const opened = this.deps.vault.tryOpen(app);
    if (opened) return opened;
    const message = 'The application has no usable credentials; set them with `appCredentialsUpdate`.';
    throw badInput('app_id', message, 'NO_CREDENTIALS');
  }

  /** The tokens of active devices. */
  private async *pages(
    { userId }: Caller,
    { app, target, activity, kind }: { app: App; target: ActivityTarget; activity: string; kind: ActivityToken },
  ): AsyncGenerator<readonly TokenRow[]> {
    const { database, clock } = this.deps;
    const of = [app.id, activity, kind];
    const among = `SELECT l.device_id, l.token FROM live_activity l JOIN device d ON d.app_id = l.app_id AND d.id = l.device_id
      WHERE l.app_id = ? AND l.activity = ? AND l.kind = ? AND l.expires_at > ? AND d.active = 1 AND d.seen_at > ?`;
    const read = (more: string, parameters: readonly unknown[]) =>
      database.query<TokenRow>(`${among} AND ${more}`, [
        ...of,
        clock.now(),
        app.devicesActiveSince.getTime(),
        ...parameters,
      ]);
    if (target === null) {
      for (let after = 0; ; ) {
        const rows = await read(`l.device_id > ? ORDER BY l.device_id LIMIT ${DEVICES_PER_PAGE}`, [after]);
        const last = rows.at(-1);
        if (last === undefined) return;
        yield rows;
        // After the deadline no request yields the event loop any more.
        await nextTurn();
        after = Number(last.device_id);
      }
    }
    const { devices } = await findTargetDevices(database, userId, { target, apps: [app] });
    for (const part of chunk(devices, DEVICES_PER_PAGE)) {
      const ids = part.map(({ id }) => id);
      const rows = await read(`l.device_id IN ${inList(ids)}`, ids);
      if (rows.length > 0) yield rows;
      await nextTurn();
    }
  }

  /** Keeps tokens that a device has replaced in the meantime. */
  private async forget(
    appId: number,
    { activity, kind }: Pick<ActivityRegistration, 'activity' | 'kind'>,
    rows: readonly TokenRow[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const sql =
      'DELETE FROM live_activity WHERE app_id = ? AND activity = ? AND kind = ? AND device_id = ? AND token = ?';
    await this.deps.database.tx(async (tx: Tx) => {
      for (const { device_id, token } of rows) await execute(tx, sql, [appId, activity, kind, device_id, token]);
    });
  }
}

const KEY = ['app_id', 'activity', 'kind', 'device_id'] as const;

const requireApple = ({ pushProvider }: Pick<App, 'pushProvider'>): void => {
  if (pushProvider === 'provider_c') return;
  throw badInput('app_id', 'Only Apple applications (provider_c) have Live Activities.');
};

const sendActivities = (
  sender: Sender,
  batch: Parameters<NonNullable<Sender['sendActivities']>>[0],
): Promise<Outcome[]> => {
  if (!sender.sendActivities) throw new Error(`${sender.provider} sends no Live Activities`);
  return sender.sendActivities(batch);
};

const countOf = (outcome: Outcome): 'sent' | 'gone' | 'failed' | 'unsent' => {
  if (outcome.kind === 'sent') return 'sent';
  if (outcome.kind === 'invalid-token') return 'gone';
  return outcome.kind === 'retry-after' && outcome.isUnsent ? 'unsent' : 'failed';
};

const isFailure = (outcome: Outcome): outcome is Exclude<Outcome, { kind: 'sent' | 'invalid-token' }> =>
  countOf(outcome) === 'failed';
