import { EVERYONE } from '../../audience/audience.js';
import { type AudienceDevice, DeviceSelection } from '../../audience/select-devices.js';
import { groupBy } from '../../collections.js';
import type { App } from '../../entities/app.js';
import { Run } from '../../entities/run.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { AppPauses, loadSendableApp } from '../fairness/app-pauses.js';
import { AppTasks } from '../fairness/app-tasks.js';
import type { CircuitBreaker } from '../fairness/circuit-breaker.js';
import type { InFlightLimiter } from '../fairness/in-flight-limiter.js';
import { claimRows, postponeRows } from '../leases/claim-rows.js';
import { LeaseLost } from '../leases/lease-lost.js';
import type { Leases } from '../leases/leases.js';
import { AutoPushContexts } from '../plan/auto-push-contexts.js';
import type { RunContexts } from '../plan/run-contexts.js';
import type { RunFinisher } from '../plan/run-finisher.js';
import type { MessageResult, Verdict } from '../record/message-result.js';
import { type Retried, recordRetries } from '../record/record-retries.js';
import type { RetryRow } from '../record/retry-row.js';
import { holdRetries, STOPPED } from './held-retries.js';
import type { HeldRows, Later } from './held-rows.js';
import type { PageSender, PreparedPush } from './page-sender.js';
import { waitForApp } from './wait-for-app.js';

export interface RetrySenderParts {
  readonly leases: Leases;
  readonly inFlight: InFlightLimiter;
  readonly breaker: CircuitBreaker;
  readonly pages: PageSender;
  readonly held: HeldRows;
  readonly contexts: RunContexts;
  readonly finisher: RunFinisher;
  readonly hardStop: AbortSignal;
}

/** Looked at together of what waits for push services; each look shares a few places. */
const HELD_AT_ONCE = 50;

/** Messages that waited for another try. */
export class RetrySender {
  private readonly pauses: AppPauses;
  private readonly autoPush: AutoPushContexts;
  /** Tasks of what is tried aside, by numbers that no application has. */
  private lastAside = 0;

  constructor(
    private readonly deps: DeliveryDeps,
    private readonly parts: RetrySenderParts,
  ) {
    this.pauses = new AppPauses(deps, parts.held);
    this.autoPush = new AutoPushContexts(deps.database);
  }

  /** Until no try is due or `signal` asks to stop. */
  async sendDue(signal: AbortSignal): Promise<void> {
    const tasks = new AppTasks();
    try {
      while (!signal.aborted) {
        // Asked before the look: what a task that ends meanwhile leaves is found by another look.
        const { isIdle } = tasks;
        if (!(await this.round(tasks, signal)) && isIdle) return;
        await tasks.untilChanged();
      }
    } finally {
      await tasks.allDone();
    }
  }

  /** Whether there was something to do. */
  private async round(tasks: AppTasks, signal: AbortSignal): Promise<boolean> {
    const hasOwn = await this.ownRound(tasks, signal);
    return (await this.heldRound(tasks, signal)) || hasOwn;
  }

  /** What waits for itself. What is due of an application that is at work waits for its turn. */
  private async ownRound(tasks: AppTasks, signal: AbortSignal): Promise<boolean> {
    const limit = this.parts.inFlight.size;
    const claim = { table: 'retry_send', limit, exceptApps: tasks.busy(), where: 'held_for IS NULL' } as const;
    const rows = await claimRows<RetryRow>(this.deps, this.parts.leases, claim);
    for (const [appId, group] of groupBy(rows, (row) => row.app_id)) {
      tasks.start(appId, () => this.sendLane(appId, group, { signal, isAside: false }));
    }
    return rows.length > 0;
  }

  /** What waits for a push service: each is tried by itself, beside everything else. */
  private async heldRound(tasks: AppTasks, signal: AbortSignal): Promise<boolean> {
    const { held, leases } = this.parts;
    if (held.isFull) return false;
    const claim = { table: 'retry_send', limit: HELD_AT_ONCE, where: 'held_for IS NOT NULL' } as const;
    const rows = await claimRows<RetryRow>(this.deps, leases, claim);
    for (const [appId, group] of groupBy(rows, (row) => row.app_id)) {
      const { turns, later } = await held.choose(appId, group);
      // Before anything is tried: a push service that turns out to be good releases what waits for it.
      await this.putBack(appId, later).catch((error) => {
        for (const turn of turns) held.leave(turn);
        throw error;
      });
      for (const turn of turns) {
        this.lastAside += 1;
        const lane = { signal, isAside: turn.stranger !== null };
        tasks.start(-this.lastAside, () => this.sendLane(appId, turn.rows, lane).finally(() => held.leave(turn)));
      }
    }
    return rows.length > 0;
  }

  private async putBack(appId: number, later: readonly Later[]): Promise<void> {
    const { held, leases } = this.parts;
    for (const { ids, dueAt } of later) await postponeRows(this.deps, leases, { table: 'retry_send', ids, dueAt });
    await held.releaseGood(
      appId,
      later.map(({ key }) => key),
    );
  }

  private async sendLane(appId: number, rows: readonly RetryRow[], lane: Lane): Promise<void> {
    const leave = lane.isAside ? () => undefined : this.parts.inFlight.join(appId);
    const keyOf = (row: RetryRow) => `${row.run_id} ${row.batch_id} ${row.push_id} ${row.attempt} ${row.stopped}`;
    try {
      for (const group of groupBy(rows, keyOf).values()) await this.sendApart(group, lane);
    } finally {
      leave();
    }
    for (const runId of new Set(rows.map((row) => row.run_id))) await this.finishIfNotRolling(runId);
  }

  /** What goes wrong with one group is not to hold up the others: its messages come back with their lease. */
  private async sendApart(rows: readonly RetryRow[], lane: Lane): Promise<void> {
    try {
      for (let rest = rows; rest.length > 0; ) rest = rest.slice(await this.sendSome(rest, lane));
    } catch (error) {
      const { run_id, app_id } = rows[0] ?? {};
      const level = error instanceof LeaseLost ? 'warn' : 'error';
      this.deps.log[level]({ err: error, run_id, app_id }, 'waiting messages failed and are tried again');
    } finally {
      this.parts.leases.release(
        'retry_send',
        rows.map((row) => row.id),
      );
    }
  }

  /** As many as the in-flight limit allows; answers how many. */
  private async sendSome(rows: readonly RetryRow[], { signal, isAside }: Lane): Promise<number> {
    const { leases, inFlight } = this.parts;
    const appId = rows[0]?.app_id ?? 0;
    using allowance = await (isAside
      ? inFlight.takeAside(rows.length)
      : inFlight.take({ appId, unit: 1, most: rows.length }));
    const some = rows.slice(0, allowance.units);
    const ids = some.map((row) => row.id);
    if (signal.aborted) {
      const rest = rows.map((row) => row.id);
      await postponeRows(this.deps, leases, { table: 'retry_send', ids: rest, dueAt: this.deps.clock.now() });
      return rows.length;
    }
    if (!(await leases.confirm('retry_send', ids))) throw new LeaseLost('waiting messages');
    await this.sendGroup(some, isAside);
    return some.length;
  }

  private async sendGroup(rows: readonly RetryRow[], isAside: boolean): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const run = await this.deps.database.reader.findOneBy(Run, { id: first.run_id });
    const push = run && run.status !== 'cancelled' && !first.stopped ? await this.loadPush(run, first.push_id) : null;
    const app = await loadSendableApp(this.deps.database, first.app_id);
    if (!run || !push || !app) return this.settleAll(run, rows, CANCELLED);
    const expired = rows.filter((row) => row.expires_at <= this.deps.clock.now());
    const alive = rows.filter((row) => row.expires_at > this.deps.clock.now());
    await this.settleAll(run, expired, { ...CANCELLED, outcome: 'expired', reason: first.reason });
    const ids = alive.map((row) => row.id);
    if (run.status === 'paused') return holdRetries(this.deps, this.parts.leases, { runId: run.id, ids });
    if ((app.pausedUntil?.getTime() ?? 0) > this.deps.clock.now()) {
      return waitForApp(this.deps, this.parts.leases, { table: 'retry_send', ids, appId: app.id });
    }
    await this.tryAtPace({ rows: alive, run, push, app, isAside });
  }

  /** What its provider does not take yet is put back. */
  private async tryAtPace(group: Group): Promise<void> {
    const { leases, breaker } = this.parts;
    const { most, readyAt } = breaker.check(group.app);
    const ids = group.rows.slice(most).map((row) => row.id);
    const dueAt = Math.max(readyAt, this.deps.clock.now());
    await postponeRows(this.deps, leases, { table: 'retry_send', ids, dueAt });
    await this.tryAgain({ ...group, rows: group.rows.slice(0, most) });
  }

  private async tryAgain({ rows, run, push, app, isAside }: Group): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const devices = await this.loadDevices(app, rows);
    const reachable = rows.filter((row) => devices.has(row.device_id));
    const recipients = reachable.flatMap((row) => {
      const device = devices.get(row.device_id);
      return device ? [{ device, occurrence: row.occurrence }] : [];
    });
    this.parts.breaker.spend(app, recipients.length);
    const sent = await this.parts.pages.send({
      runId: run.id,
      app,
      pushes: [push],
      recipients,
      attempt: first.attempt + 1,
      expiresAt: first.expires_at,
      signal: this.parts.hardStop,
      strangers: isAside ? 'tried' : 'waiting',
    });
    this.parts.breaker.heard(app, sent);
    const gone = rows.filter((row) => !devices.has(row.device_id)).map((row) => ({ row, result: toResult(row, GONE) }));
    const tried = reachable.flatMap((row, index) => {
      const result = sent.results[index];
      return result ? [{ row, result }] : [];
    });
    await this.record(run, [...gone, ...tried]);
    await this.pauses.heard(app, sent);
  }

  private async record(run: Run | null, retried: readonly Retried[]): Promise<void> {
    if (retried.length === 0) return;
    const { database, clock, publisher } = this.deps;
    const { owner } = this.parts.leases;
    await database.tx((tx) => recordRetries(tx, database.dialect, { owner, now: clock.now(), retried }));
    if (run) publisher.runChanged({ runId: run.id, schedulerId: run.schedulerId, userId: run.userId });
  }

  private settleAll(run: Run | null, rows: readonly RetryRow[], verdict: Verdict): Promise<void> {
    return this.record(
      run,
      rows.map((row) => ({ row, result: toResult(row, verdict) })),
    );
  }

  /** null if there is nothing to send any more: an auto-push scheduler was stopped, or its push taken away. */
  private async loadPush(run: Run, pushId: number): Promise<PreparedPush | null> {
    const context =
      run.kind === 'auto-push' ? await this.autoPush.load(run.schedulerId) : await this.parts.contexts.load(run.id);
    return context?.pushes.find((push) => push.id === pushId) ?? null;
  }

  private async loadDevices(app: App, rows: readonly RetryRow[]): Promise<Map<number, AudienceDevice>> {
    const origin = { id: app.id, devicesActiveSince: app.devicesActiveSince.getTime() };
    const selection = new DeviceSelection(this.deps.database, origin, EVERYONE);
    const devices = await selection.among([...new Set(rows.map((row) => row.device_id))]);
    return new Map(devices.map((device) => [device.id, device]));
  }

  private async finishIfNotRolling(runId: number): Promise<void> {
    const run = await this.deps.database.reader.findOneBy(Run, { id: runId });
    if (run?.kind !== 'auto-push') await this.parts.finisher.finishIfDone(runId);
  }
}

interface Group {
  readonly rows: readonly RetryRow[];
  readonly run: Run;
  readonly push: PreparedPush;
  readonly app: App;
  readonly isAside: boolean;
}

interface Lane {
  readonly signal: AbortSignal;
  /** It tries a push service that is not known. */
  readonly isAside: boolean;
}

const NO_MORE = { retryAt: null, waitsForApp: false, deadAt: null } as const;
const CANCELLED: Verdict = { ...NO_MORE, outcome: 'cancelled', reason: STOPPED };
const GONE: Verdict = { ...NO_MORE, outcome: 'failed', reason: 'the device is no longer active' };

const toResult = (row: RetryRow, verdict: Verdict): MessageResult => ({
  pushId: row.push_id,
  deviceId: row.device_id,
  occurrence: row.occurrence,
  language: row.language,
  ...verdict,
});
