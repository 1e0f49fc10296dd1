import { noteOutbox } from '../../database/commit-notes.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { endWaitForApp } from '../../delivery/send/app-pauses.js';
import type { RowOf } from '../../entities/column-types.js';
import { UserAccount } from '../../entities/user-account.js';
import { AppError, badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { type Holdout, MAX_HOLDOUT_SHARE } from '../../ports/experiment.js';
import type { FrequencyCaps } from '../../ports/frequency-caps.js';
import { type Attribution, MAX_GOAL_WINDOW_S } from '../../ports/goals.js';
import type { JobQueue } from '../../ports/job-queue.js';
import { toStored } from '../../providers/stored-reason.js';
import { allZones, canonicalZone } from '../../schedule/zones.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { normalizeName } from '../../text/safe-name.js';
import { type Caller, requireAdmin } from '../caller.js';
import { lockCatalogue } from '../locks.js';
import { type QuietInput, readQuietSetting } from '../rules/quiet-rules.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import { toChosenName } from './account-name.js';
import { checkCaps } from './frequency-cap-rules.js';

/** Says who suspended a user: only the operator can lift the operator's suspension. */
export type SuspendedBy = 'operator' | 'user';

/** An absent setting stays as it is. */
export interface AccountChanges {
  readonly timeZone?: string | null;
  readonly quietHours?: QuietInput | null;
  readonly frequencyCaps?: FrequencyCaps | null;
  /** null: the default. */
  readonly attribution?: Attribution | null;
  readonly holdout?: Holdout | null;
}

export interface UserServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** null on the command line, where the service's recurring jobs find the work. */
  readonly jobs: JobQueue | null;
  /** `GRACE_PERIOD_MS`. */
  readonly graceMs: number;
}

type UserRow = Pick<RowOf<UserAccount>, 'name' | 'suspended' | 'suspended_at' | 'suspended_by'>;

/** The pause of applications whose user is suspended: longer than any pause that a provider causes. */
const NEVER = Date.UTC(9999, 0);
const SUSPENDED = toStored({ code: 'ACCOUNT_SUSPENDED', detail: null });

/** Suspends, resumes and deletes users, for the operator or for themselves: an admin, or a key with every scope. */
export class UserService {
  constructor(private readonly deps: UserServiceDeps) {}

  /** The user that the caller may decide about: its own, as an admin or with every scope. @throws FORBIDDEN */
  static own(caller: Caller): number {
    requireAdmin(caller);
    return caller.userId;
  }

  /**
   * From now on keys get 403 in every process and nothing more is sent: schedulers fire no moment, events start no
   * delay, and current pages stop. Devices may still register. Idempotent: the first suspension stays.
   */
  async suspend(userId: number, by: SuspendedBy): Promise<void> {
    const now = this.deps.clock.now();
    await this.deps.database.tx(async (tx) => {
      const user = await this.lock(tx, userId);
      // The operator's suspension overrides the user's own.
      if (user.suspended && (user.suspended_by !== 'user' || by === 'user')) return;
      const sql = `UPDATE user_account SET suspended = 1, suspended_by = ?, suspended_at = COALESCE(suspended_at, ?)
                   WHERE id = ?`;
      await execute(tx, sql, [by, now, userId]);
      await pauseApps(tx, userId, now);
      noteOutbox(tx, userId, [{ type: 'user.suspended', details: { by } }]);
    });
  }

  /**
   * Releases waiting work within its grace period: moments that are too late are recorded as missed, and delays that
   * ended during the suspension are dropped if it took longer than that. Idempotent.
   * @throws FORBIDDEN for a user whom the operator has suspended.
   */
  async resume(userId: number, by: SuspendedBy): Promise<void> {
    const now = this.deps.clock.now();
    const resumed = await this.deps.database.tx(async (tx) => {
      const user = await this.lock(tx, userId);
      if (!user.suspended) return false;
      if (by === 'user' && user.suspended_by !== 'user') throw suspendedByOperator();
      const sql = 'UPDATE user_account SET suspended = 0, suspended_by = NULL, suspended_at = NULL WHERE id = ?';
      await execute(tx, sql, [userId]);
      noteOutbox(tx, userId, [{ type: 'user.resumed', details: { by } }]);
      // Older rows do not store the start of the suspension. Delays that ended during it then count as too late.
      const tookMs = user.suspended_at === null ? Number.POSITIVE_INFINITY : now - user.suspended_at;
      await this.resumeApps(tx, userId, { now, tookMs });
      return true;
    });
    if (resumed) await this.wakeUp();
  }

  /**
   * Takes effect at once: keys get 401, devices 404, nothing is sent. Stored data is deleted in the background
   * (`purgeDeletedUsers`). It cannot be undone.
   * @param name the current name, as a confirmation; null if the command line has asked already.
   */
  async delete(userId: number, name: string | null): Promise<void> {
    const now = this.deps.clock.now();
    await this.deps.database.tx(async (tx) => {
      const user = await this.lock(tx, userId);
      if (name !== null && normalizeName(name) !== normalizeName(user.name)) {
        throw badInput('name', '`name` must be the name of your account, as a safeguard against mistakes.');
      }
      await execute(tx, 'UPDATE user_account SET suspended = 1, deleted_at = ? WHERE id = ?', [now, userId]);
      await pauseApps(tx, userId, now);
      noteOutbox(tx, userId, [{ type: 'user.deleted', details: { by: name === null ? 'operator' : 'user' } }]);
      await execute(tx, 'UPDATE app SET archived = 1 WHERE user_id = ?', [userId]);
      await execute(tx, 'UPDATE scheduler SET active = 0, next_due_at = NULL WHERE user_id = ?', [userId]);
    });
    await this.deps.jobs?.enqueue('upkeep', {});
  }

  /** @throws BAD_USER_INPUT for an invalid name. */
  async rename(userId: number, name: string): Promise<void> {
    const violations = new Violations();
    const normal = checkName(violations, 'name', name).trim();
    violations.throwIfAny();
    await this.deps.database.tx(async (tx) => {
      await this.lock(tx, userId);
      await execute(tx, 'UPDATE user_account SET name = ? WHERE id = ?', [normal, userId]);
    });
  }

  /** Changes settings that hold for all messages of the account. @throws BAD_USER_INPUT */
  async configure(userId: number, given: AccountChanges): Promise<void> {
    const { timeZone, quietHours: quiet, frequencyCaps, attribution, holdout } = given;
    const zone = typeof timeZone === 'string' ? canonicalZone(timeZone) : null;
    if (typeof timeZone === 'string' && zone === null) throw badZone(timeZone);
    const violations = new Violations();
    const quietHours = readQuietSetting(violations, quiet);
    checkAttribution(violations, attribution);
    checkHoldout(violations, holdout);
    violations.throwIfAny();
    const changes = {
      ...(timeZone === undefined ? {} : { timeZone: zone }),
      ...(quietHours === undefined ? {} : { quietHours }),
      ...(attribution === undefined ? {} : { attribution: attribution && toAttribution(attribution) }),
      ...(frequencyCaps === undefined ? {} : { frequencyCaps: frequencyCaps?.caps.length ? frequencyCaps : null }),
      ...(holdout === undefined ? {} : { holdout }),
    };
    await this.deps.database.tx(async (tx) => {
      await this.lock(tx, userId);
      if (frequencyCaps) await checkCaps(tx, userId, frequencyCaps);
      if (Object.keys(changes).length > 0) await tx.update(UserAccount, { id: userId }, changes);
    });
  }

  /** Returns the chosen name of the account, or null. */
  async nameOf(userId: number): Promise<string | null> {
    const [user] = await this.deps.database.query<UserRow>('SELECT name FROM user_account WHERE id = ?', [userId]);
    return user === undefined ? null : toChosenName(user.name);
  }

  private async resumeApps(tx: Tx, userId: number, { now, tookMs }: { now: number; tookMs: number }): Promise<void> {
    // Only this ends the delay of postponed work, whether the application is paused or not.
    const apps = await select<{ id: number }>(tx, 'SELECT id FROM app WHERE user_id = ?', [userId]);
    const sql = `UPDATE app SET paused_until = NULL, paused_since = NULL, pause_reason = NULL
                 WHERE user_id = ? AND paused_until = ?`;
    await execute(tx, sql, [userId, NEVER]);
    for (const { id } of apps) {
      if (tookMs > this.deps.graceMs) {
        await execute(tx, 'DELETE FROM due_send WHERE app_id = ? AND due_at = ? AND lease_owner IS NULL', [id, NEVER]);
      }
      await endWaitForApp(tx, { appId: Number(id), now, pausedUntil: NEVER });
    }
  }

  private async wakeUp(): Promise<void> {
    for (const job of ['sweep', 'retries', 'due-sends'] as const) await this.deps.jobs?.enqueue(job, {});
  }

  private async lock(tx: Tx, userId: number): Promise<UserRow> {
    await lockCatalogue(tx, this.deps.database, userId);
    const sql = `SELECT name, suspended, suspended_at, suspended_by FROM user_account WHERE id = ? AND deleted_at IS NULL`;
    const [user] = await select<UserRow>(tx, sql, [userId]);
    if (!user) throw notFound('user');
    return user;
  }
}

/** Works like a provider that refuses an application: batches, delays and retries stop, and nothing is lost. */
const pauseApps = (tx: Tx, userId: number, now: number): Promise<unknown> =>
  execute(
    tx,
    `UPDATE app SET paused_since = COALESCE(paused_since, ?), paused_until = ?, pause_reason = ?, pause_code = ?,
       pause_detail = ? WHERE user_id = ?`,
    [now, NEVER, SUSPENDED.reason, SUSPENDED.code, SUSPENDED.detail, userId],
  );

const badZone = (zone: string): AppError =>
  badInput(
    'time_zone',
    `\`time_zone\` must be an IANA time zone name such as "Europe/Berlin".${didYouMean(zone, allZones())}`,
  );

const suspendedByOperator = (): AppError =>
  new AppError('FORBIDDEN', 'The operator has suspended this account; only the operator can resume it.');

const LEAST_CLICK_WINDOW_S = 60;

const checkAttribution = (violations: Violations, attribution: Attribution | null | undefined): void => {
  if (!attribution) return;
  const { clickWindow, sendWindow } = attribution;
  const isGood = clickWindow >= LEAST_CLICK_WINDOW_S && clickWindow <= MAX_GOAL_WINDOW_S;
  const rule = '`attribution.click_window` must be between 1 minute and 30 days.';
  violations.check(isGood, 'attribution.click_window', rule);
  const isSendGood = sendWindow >= 0 && sendWindow <= MAX_GOAL_WINDOW_S;
  violations.check(isSendGood, 'attribution.send_window', '`attribution.send_window` must be between 0 and 30 days.');
};

/** Inputs have prototypes of their own, and columns store plain objects. */
const toAttribution = ({ clickWindow, sendWindow }: Attribution): Attribution => ({ clickWindow, sendWindow });

const MAX_GENERATION = 1_000_000;

const checkHoldout = (violations: Violations, holdout: Holdout | null | undefined): void => {
  if (!holdout) return;
  const { share, generation } = holdout;
  const isShare = share >= 0 && share <= MAX_HOLDOUT_SHARE;
  violations.check(isShare, 'holdout.share', `\`holdout.share\` must be 0 to ${MAX_HOLDOUT_SHARE}.`);
  const isGeneration = Number.isInteger(generation) && generation >= 1 && generation <= MAX_GENERATION;
  const message = `\`holdout.generation\` must be a whole number, 1 to ${MAX_GENERATION}.`;
  violations.check(isGeneration, 'holdout.generation', message);
};
