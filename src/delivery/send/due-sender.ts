import { DeviceSelection } from '../../audience/select-devices.js';
import { groupBy } from '../../collections.js';
import { execute } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import type { Run } from '../../entities/run.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { AppPauses, loadSendableApp } from '../fairness/app-pauses.js';
import { AppTasks } from '../fairness/app-tasks.js';
import type { CircuitBreaker } from '../fairness/circuit-breaker.js';
import type { Allowance, InFlightLimiter } from '../fairness/in-flight-limiter.js';
import { claimRows, postponeRows } from '../leases/claim-rows.js';
import { LeaseLost } from '../leases/lease-lost.js';
import type { Leases } from '../leases/leases.js';
import { type AutoPushContext, AutoPushContexts } from '../plan/auto-push-contexts.js';
import { emptyReason } from '../plan/moment-firing.js';
import { openRollingRun } from '../plan/rolling-runs.js';
import { NOTHING_TO_SEND } from '../plan/run-finisher.js';
import { recordResults } from '../record/record-results.js';
import type { HeldRows } from './held-rows.js';
import type { LateMessages } from './late-messages.js';
import type { PageResult, PageSender, Recipient } from './page-sender.js';
import { untilReady } from './until-ready.js';
import { waitForApp } from './wait-for-app.js';

export interface DueSenderParts {
  readonly leases: Leases;
  readonly inFlight: InFlightLimiter;
  readonly breaker: CircuitBreaker;
  readonly pages: PageSender;
  readonly held: HeldRows;
  readonly late: LateMessages;
  readonly hardStop: AbortSignal;
}

const LOOK_AHEAD_MS = 1_000;
/** Those that come due within so short a time are sent together. */
const MIN_WAIT_MS = 20;
const MAX_WAIT_MS = 50;

/** A row of `due_send` as it is claimed. */
interface DueRow {
  readonly id: number;
  readonly scheduler_id: number;
  readonly app_id: number;
  readonly device_id: number;
}

interface DueSlice {
  readonly rows: readonly DueRow[];
  readonly app: App;
  readonly context: AutoPushContext;
  readonly allowance: Allowance;
}

/** Auto-push: sends what a delay has come to the end of. Filters and state are judged now (docs/rules.md#auto-push). */
export class DueSender {
  private readonly pauses: AppPauses;
  private readonly contexts: AutoPushContexts;

  constructor(
    private readonly deps: DeliveryDeps,
    private readonly parts: DueSenderParts,
  ) {
    this.pauses = new AppPauses(deps, parts.held);
    this.contexts = new AutoPushContexts(deps.database);
  }

  /** Until nothing is due now or within a second, or `signal` asks to stop. */
  async sendDue(signal: AbortSignal): Promise<void> {
    const tasks = new AppTasks();
    try {
      while (!signal.aborted) {
        // Asked before the look: what a task that ends meanwhile leaves is found by another look.
        const { isIdle } = tasks;
        if ((await this.round(tasks, signal)) || !isIdle) await tasks.untilChanged();
        else if (!(await this.waitForNext(signal))) return;
      }
    } finally {
      await tasks.allDone();
    }
  }

  /** Whether there was something to do. What is due of an application that is at work waits for its turn. */
  private async round(tasks: AppTasks, signal: AbortSignal): Promise<boolean> {
    const claim = { table: 'due_send', limit: this.parts.inFlight.size, exceptApps: tasks.busy() } as const;
    const rows = await claimRows<DueRow>(this.deps, this.parts.leases, claim);
    for (const [appId, group] of groupBy(rows, (row) => row.app_id)) {
      tasks.start(appId, async () => {
        const leave = this.parts.inFlight.join(appId);
        await this.sendClaim(group, signal).finally(leave);
      });
    }
    return rows.length > 0;
  }

  /** false: the job that comes every second is soon enough. What comes in meanwhile and is due at once is not kept waiting. */
  private async waitForNext(signal: AbortSignal): Promise<boolean> {
    const { clock, database } = this.deps;
    if (!clock.sleep) return false;
    const sql = 'SELECT due_at FROM due_send WHERE lease_until IS NULL ORDER BY due_at LIMIT 1';
    const [next] = await database.query<{ due_at: number }>(sql);
    const waitMs = next ? Number(next.due_at) - clock.now() : Number.POSITIVE_INFINITY;
    if (waitMs > LOOK_AHEAD_MS) return false;
    await clock.sleep(Math.min(Math.max(waitMs, MIN_WAIT_MS), MAX_WAIT_MS), signal);
    return true;
  }

  /** What one scheduler does wrong is not to hold up the others: its rows come back with their lease. */
  private async sendClaim(rows: readonly DueRow[], signal: AbortSignal): Promise<void> {
    for (const group of groupBy(rows, (row) => row.scheduler_id).values()) {
      try {
        await this.sendGroup(group, signal);
      } catch (error) {
        const { scheduler_id, app_id } = group[0] ?? {};
        const level = error instanceof LeaseLost ? 'warn' : 'error';
        this.deps.log[level]({ err: error, scheduler_id, app_id }, 'due sends failed and are tried again');
      } finally {
        this.parts.leases.release(
          'due_send',
          group.map((row) => row.id),
        );
      }
    }
  }

  /** Due rows of one scheduler and one application, as many at a time as the in-flight limit allows. */
  private async sendGroup(rows: readonly DueRow[], signal: AbortSignal): Promise<void> {
    let rest = rows;
    while (rest.length > 0) {
      const [first] = rest;
      const now = this.deps.clock.now();
      if (!first) return;
      if (signal.aborted) return this.putBack(rest, now);
      const context = await this.contexts.load(first.scheduler_id);
      const app = await loadSendableApp(this.deps.database, first.app_id);
      if (context) await this.tellIfEmpty(context, now);
      if (!context || !app || !context.appIds.has(app.id) || context.pushes.length === 0) return this.drop(rest);
      if ((app.pausedUntil?.getTime() ?? 0) > now) {
        const ids = rest.map((row) => row.id);
        return waitForApp(this.deps, this.parts.leases, { table: 'due_send', ids, appId: app.id });
      }
      const most = await untilReady({ ...this.deps, ...this.parts }, app, signal);
      if (most === 0) return this.putBack(rest, this.parts.breaker.readyAt(app.id));
      const unit = context.pushes.length;
      const wanted = { appId: app.id, unit, most: Math.max(1, Math.floor(most / unit)) };
      using allowance = await this.parts.inFlight.take(wanted);
      await this.sendSlice({ rows: rest.slice(0, allowance.units), app, context, allowance });
      rest = rest.slice(allowance.units);
    }
  }

  /** An hour in which nothing could be sent has a run too, which says why. */
  private async tellIfEmpty({ scheduler, pushes, appIds }: AutoPushContext, now: number): Promise<void> {
    const reason = emptyReason(pushes, appIds.size);
    if (reason === null) return;
    const { database, log, publisher } = this.deps;
    const { id, userId, createdAt, statusReason } = await openRollingRun(database, scheduler, { now, reason });
    if (createdAt.getTime() !== now || statusReason !== reason) return;
    log.warn({ run_id: id, scheduler_id: scheduler.id, reason }, NOTHING_TO_SEND);
    publisher.runChanged({ runId: id, schedulerId: scheduler.id, userId });
  }

  private async sendSlice({ rows, app, context, allowance }: DueSlice): Promise<void> {
    const ids = rows.map((row) => row.id);
    if (!(await this.parts.leases.confirm('due_send', ids))) throw new LeaseLost('due sends');
    const recipients = await this.judge({ rows, app, context });
    if (recipients.length === 0) return this.drop(rows);
    const run = await openRollingRun(this.deps.database, context.scheduler, { now: this.deps.clock.now() });
    const expiresAt = this.deps.clock.now() + this.deps.config.timeToLiveSeconds * 1000;
    this.parts.breaker.spend(app, recipients.length * context.pushes.length);
    const sent = await this.parts.pages.send({
      runId: run.id,
      app,
      pushes: context.pushes,
      recipients,
      attempt: 1,
      expiresAt,
      signal: this.parts.hardStop,
    });
    this.parts.breaker.heard(app, sent);
    await this.checkpoint({ rows, app, run, sent, expiresAt });
    this.parts.late.follow({ app, run, allowance }, sent.late);
    await this.pauses.heard(app, sent);
  }

  /** The devices that the scheduler's filters still reach, one recipient per due row. */
  private async judge({ rows, app, context }: Omit<DueSlice, 'allowance'>): Promise<Recipient[]> {
    const origin = { id: app.id, devicesActiveSince: app.devicesActiveSince.getTime() };
    const selection = new DeviceSelection(this.deps.database, origin, context.audience);
    const found = await selection.among([...new Set(rows.map((row) => row.device_id))]);
    const devices = new Map(found.map((device) => [device.id, device]));
    return rows.flatMap((row) => {
      const device = devices.get(row.device_id);
      return device ? [{ device, occurrence: row.id }] : [];
    });
  }

  private async checkpoint(step: {
    rows: readonly DueRow[];
    app: App;
    run: Run;
    sent: PageResult;
    expiresAt: number;
  }): Promise<void> {
    const { rows, app, run, sent, expiresAt } = step;
    const { database, clock, publisher } = this.deps;
    const lease = this.parts.leases.take();
    const logKey = rows[0]?.id ?? 0;
    const scope = { runId: run.id, batchId: 0, logKey, appId: app.id, now: clock.now(), expiresAt };
    await database.tx(async (tx) => {
      const deleted = await execute(tx, ...deleteHeld(this.parts.leases.owner, rows));
      if (deleted.affected !== rows.length) throw new LeaseLost('due sends');
      await recordResults(tx, database.dialect, { scope, results: sent.results, lease });
    });
    publisher.runChanged({ runId: run.id, schedulerId: run.schedulerId, userId: run.userId });
  }

  /** Judged, and not to be sent. */
  private async drop(rows: readonly DueRow[]): Promise<void> {
    await this.deps.database.tx((tx) => execute(tx, ...deleteHeld(this.parts.leases.owner, rows)));
  }

  /** To be looked at again at an instant (epoch ms). */
  private putBack(rows: readonly DueRow[], dueAt: number): Promise<void> {
    const ids = rows.map((row) => row.id);
    return postponeRows(this.deps, this.parts.leases, { table: 'due_send', ids, dueAt });
  }
}

const deleteHeld = (owner: string, rows: readonly DueRow[]): [sql: string, parameters: unknown[]] => [
  `DELETE FROM due_send WHERE lease_owner = ? AND id IN (${rows.map(() => '?').join(', ')})`,
  [owner, ...rows.map((row) => row.id)],
];
