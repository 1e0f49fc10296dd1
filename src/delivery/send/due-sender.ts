import { DeviceSelection } from '../../audience/select-devices.js';
import { groupBy } from '../../collections.js';
import { execute, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { App } from '../../entities/app.js';
import type { RowOf } from '../../entities/column-types.js';
import type { DueSend } from '../../entities/due-send.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { AppTasks } from '../fairness/app-tasks.js';
import type { PacedRun } from '../fairness/run-paces.js';
import { devicesIn } from '../judgement/pair.js';
import type { JudgementRule } from '../judgement/rule.js';
import { claimRows } from '../leases/claim-rows.js';
import { LeaseLost, type Leases } from '../leases/leases.js';
import { pageAppOf } from '../plan/audience-app.js';
import { type AutoPushContext, AutoPushContexts } from '../plan/auto-push-contexts.js';
import { emptyReason } from '../plan/moment-firing.js';
import { openRollingRun } from '../plan/rolling-runs.js';
import { NOTHING_TO_SEND } from '../plan/run-finisher.js';
import { keepsLedger } from '../record/device-ledger.js';
import { recordResults } from '../record/record-results.js';
import { inEventTraces } from '../record/trace-places.js';
import type { AppWithAccount } from './app-pauses.js';
import type { Claim, ClaimedPage, PageProtocol } from './page-protocol.js';
import type { Pairing } from './pairing.js';

export interface DueSenderParts {
  readonly protocol: PageProtocol;
  readonly leases: Leases;
  readonly rules: readonly JudgementRule[];
  readonly pairing: Pairing;
}

const LOOK_AHEAD_MS = 1_000;
/** Due sends that come due within this time are sent together. */
const MIN_WAIT_MS = 20;
const MAX_WAIT_MS = 50;

/** The columns of a claimed row. */
type DueRow = Pick<RowOf<DueSend>, 'id' | 'scheduler_id' | 'app_id' | 'device_id' | 'event_data'>;

/** Auto-push: sends messages whose delay has ended. Filters and state are judged now (docs/rules.md#auto-push). */
export class DueSender {
  private readonly contexts: AutoPushContexts;

  constructor(
    private readonly deps: DeliveryDeps,
    private readonly parts: DueSenderParts,
  ) {
    this.contexts = new AutoPushContexts(deps);
  }

  /** Sends until nothing is due now or within a second, or `signal` is aborted. */
  sendDue(signal: AbortSignal): Promise<void> {
    const look = (tasks: AppTasks): Promise<boolean> => this.look(tasks, signal);
    return AppTasks.work(signal, look, () => this.waitForNext(signal));
  }

  /** Returns whether anything was due. Due sends of a busy application wait until its task ends. */
  private async look(tasks: AppTasks, signal: AbortSignal): Promise<boolean> {
    const limit = this.deps.config.checkpointSize;
    const claim = { table: 'due_send', limit, exceptApps: tasks.busy() } as const;
    const rows = await claimRows<DueRow>(this.deps, this.parts.leases, claim);
    for (const [appId, group] of groupBy(rows, (row) => row.app_id)) {
      tasks.start(appId, () => this.sendClaimed(appId, group, signal));
    }
    return rows.length > 0;
  }

  /** Returns false if the job that runs every second is soon enough. Waits briefly, since new due sends may come in. */
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

  private async sendClaimed(appId: number, rows: readonly DueRow[], signal: AbortSignal): Promise<void> {
    const { protocol, leases, rules, pairing } = this.parts;
    for (const [schedulerId, group] of groupBy(rows, (row) => row.scheduler_id)) {
      const of = { appId, schedulerId, owner: leases.owner, contexts: this.contexts, rules, pairing };
      const claim = new DueSends(this.deps, of, group);
      const send = () => protocol.sendApart(claim, { signal }, { scheduler_id: schedulerId });
      await inEventTraces(this.deps.database, { appId, schedulerId, rows: group }, send);
    }
  }
}

interface DueSendsOf {
  readonly appId: number;
  readonly schedulerId: number;
  /** The lease owner of the rows. */
  readonly owner: string;
  readonly contexts: AutoPushContexts;
  readonly rules: readonly JudgementRule[];
  readonly pairing: Pairing;
}

/** Due rows of one scheduler and one application. */
class DueSends implements Claim {
  readonly table = 'due_send';
  readonly appId: number;
  private context: AutoPushContext | null = null;
  private paced: PacedRun | null = null;

  constructor(
    private readonly deps: DeliveryDeps,
    private readonly of: DueSendsOf,
    private rows: readonly DueRow[],
  ) {
    this.appId = of.appId;
  }

  get left(): number {
    return this.rows.length * this.pushesEach;
  }

  ids(pairs = this.left): readonly number[] {
    return this.rowsOf(pairs).map(({ id }) => id);
  }

  async prepare(app: App | null): Promise<number> {
    this.context = await this.of.contexts.load(this.of.schedulerId);
    if (this.context) await this.tellIfEmpty(this.context);
    const unit = this.context?.pushes.length ?? 0;
    if (this.context && unit > 0) this.paced = await this.paceOf(this.context);
    if (app && this.context?.appIds.has(app.id) && unit > 0) return unit;
    await this.drop(this.rows);
    this.rows = [];
    return 0;
  }

  pacedRun(): PacedRun | null {
    return this.paced;
  }

  /** The speed is that of the hour's run, which begins here if this is its first message. */
  private async paceOf({ scheduler, pushes }: AutoPushContext): Promise<PacedRun | null> {
    if (scheduler.speed === null) return null;
    const { database, clock } = this.deps;
    const { id: runId, speed } = await openRollingRun(database, scheduler, { now: clock.now() });
    return speed && { runId, speed, unit: pushes.length };
  }

  async mayStillGo(): Promise<boolean> {
    const { schedulerId, contexts } = this.of;
    return (await contexts.load(schedulerId)) !== null;
  }

  async next(app: AppWithAccount, pairs: number): Promise<ClaimedPage | null> {
    const { context } = this;
    const rows = this.rowsOf(pairs);
    this.rows = this.rows.slice(rows.length);
    const [first] = rows;
    if (!context || !first) return null;
    const reached = await this.select(rows, app, context);
    if (reached.length === 0) {
      await this.drop(rows);
      return null;
    }
    const { database, clock, config } = this.deps;
    const run = await openRollingRun(database, context.scheduler, { now: clock.now() });
    const expiresAt = clock.now() + config.timeToLiveSeconds * 1000;
    const about = { runId: run.id, run, batchId: 0, logKey: first.id, appId: app.id };
    const scope = { ...about, expiresAt, keepsLedger: keepsLedger(run, app.account) };
    return {
      run: { ...run, quietHours: context.scheduler.quietHours },
      pairs: await this.of.pairing.pair(run, { appId: app.id, planned: reached, pushes: context.pushes }),
      attempt: 1,
      unanswered: 0,
      expiresAt,
      record: async (tx, { results }, lease) => {
        if ((await this.deleteLeased(tx, rows)) !== rows.length) throw new LeaseLost('due_send');
        await recordResults(tx, database.dialect, { scope: { ...scope, now: clock.now() }, results, lease });
        return true;
      },
    };
  }

  /** An hour in which nothing could be sent also has a run, which says why. */
  private async tellIfEmpty({ scheduler, pushes, appIds }: AutoPushContext): Promise<void> {
    const reason = emptyReason(pushes, appIds.size);
    if (reason === null) return;
    const { database, clock, log, publisher } = this.deps;
    const now = clock.now();
    const { id, userId, createdAt, statusReason } = await openRollingRun(database, scheduler, { now, reason });
    if (createdAt.getTime() !== now || statusReason !== reason) return;
    log.warn({ run_id: id, scheduler_id: scheduler.id, reason }, NOTHING_TO_SEND);
    publisher.runChanged({ runId: id, schedulerId: scheduler.id, userId });
  }

  private get pushesEach(): number {
    return this.context?.pushes.length || 1;
  }

  private rowsOf(pairs: number): readonly DueRow[] {
    return this.rows.slice(0, devicesIn(pairs, this.pushesEach));
  }

  /** Returns the due rows whose devices the scheduler's filters still reach. */
  private async select(rows: readonly DueRow[], app: App, { audience, pushes }: AutoPushContext) {
    const selection = new DeviceSelection(
      this.deps.database,
      pageAppOf(app, { pushes, rules: this.of.rules }),
      audience,
    );
    const found = await selection.among([...new Set(rows.map((row) => row.device_id))]);
    const devices = new Map(found.map((device) => [device.id, device]));
    return rows.flatMap((row) => {
      const device = devices.get(row.device_id);
      return device ? [{ device, occurrence: row.id, event: row.event_data }] : [];
    });
  }

  /** Deletes rows that are not to be sent. */
  private async drop(rows: readonly DueRow[]): Promise<void> {
    await this.deps.database.tx((tx) => this.deleteLeased(tx, rows));
  }

  /** Returns how many of the rows were still leased by this process. */
  private async deleteLeased(tx: Tx, rows: readonly DueRow[]): Promise<number> {
    const ids = rows.map(({ id }) => id);
    const sql = `DELETE FROM due_send WHERE lease_owner = ? AND app_id = ? AND id IN ${inList(ids)}`;
    return (await execute(tx, sql, [this.of.owner, this.appId, ...ids])).affected;
  }
}
