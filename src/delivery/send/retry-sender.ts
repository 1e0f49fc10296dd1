import { EVERYONE } from '../../audience/audience.js';
import { type AudienceDevice, DeviceSelection } from '../../audience/select-devices.js';
import { groupBy } from '../../collections.js';
import type { App } from '../../entities/app.js';
import { Run, type RunStatus } from '../../entities/run.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { AppTasks } from '../fairness/app-tasks.js';
import { claimRows, postponeRows } from '../leases/claim-rows.js';
import type { Leases } from '../leases/leases.js';
import { audienceAppOf } from '../plan/audience-app.js';
import { AutoPushContexts } from '../plan/auto-push-contexts.js';
import type { PreparedPush } from '../plan/load-pushes.js';
import type { RunContexts } from '../plan/run-contexts.js';
import type { RunFinisher } from '../plan/run-finisher.js';
import type { MessageResult, Verdict } from '../record/message-result.js';
import { type Retried, type RetryRow, recordRetries } from '../record/record-retries.js';
import { CANCELLED, holdRetries } from '../record/run-retries.js';
import { inRunTrace } from '../record/trace-places.js';
import type { HeldRows, Later, Turn } from './held-rows.js';
import type { Claim, ClaimedPage, How, PageProtocol } from './page-protocol.js';

export interface RetrySenderParts {
  readonly protocol: PageProtocol;
  readonly leases: Leases;
  readonly held: HeldRows;
  readonly contexts: RunContexts;
  readonly finisher: RunFinisher;
}

/** Looked at together of what waits for push services; each look shares a few places. */
const HELD_AT_ONCE = 50;

/** Messages that waited for another try. */
export class RetrySender {
  private readonly autoPush: AutoPushContexts;
  /** Tasks of what is tried aside, by numbers that no application has. */
  private lastAside = 0;

  constructor(
    private readonly deps: DeliveryDeps,
    private readonly parts: RetrySenderParts,
  ) {
    this.autoPush = new AutoPushContexts(deps.database);
  }

  /** Until no try is due or `signal` asks to stop. */
  sendDue(signal: AbortSignal): Promise<void> {
    return AppTasks.work(signal, async (tasks) => {
      const hasOwn = await this.lookForOwn(tasks, signal);
      return (await this.lookForHeld(tasks, signal)) || hasOwn;
    });
  }

  /** What waits for itself. What is due of an application that is at work waits for its turn. */
  private async lookForOwn(tasks: AppTasks, signal: AbortSignal): Promise<boolean> {
    const limit = this.deps.config.checkpointSize;
    const claim = { table: 'retry_send', limit, exceptApps: tasks.busy(), where: 'held_for IS NULL' } as const;
    const rows = await claimRows<RetryRow>(this.deps, this.parts.leases, claim);
    for (const [appId, group] of groupBy(rows, (row) => row.app_id)) {
      tasks.start(appId, () => this.sendClaimed(group, { signal, isAside: false }));
    }
    return rows.length > 0;
  }

  /** What waits for a push service: each is tried by itself, beside everything else. */
  private async lookForHeld(tasks: AppTasks, signal: AbortSignal): Promise<boolean> {
    const { held, leases } = this.parts;
    if (held.isFull) return false;
    const claim = { table: 'retry_send', limit: HELD_AT_ONCE, where: 'held_for IS NOT NULL' } as const;
    const rows = await claimRows<RetryRow>(this.deps, leases, claim);
    const unstarted = new Set(rows.map(({ id }) => id));
    try {
      for (const [appId, group] of groupBy(rows, (row) => row.app_id)) {
        const { turns, later } = await held.choose(appId, group);
        // Before anything is tried: a push service that turns out to be good releases what waits for it.
        await this.putBack(appId, later).catch((error) => {
          for (const turn of turns) held.leave(turn);
          throw error;
        });
        for (const turn of turns) {
          for (const { id } of turn.rows) unstarted.delete(id);
          this.startAside(tasks, turn, signal);
        }
      }
    } finally {
      // Held on, what nobody has begun would be kept from everybody for as long as this process lives.
      leases.release('retry_send', [...unstarted]);
    }
    return rows.length > 0;
  }

  private startAside(tasks: AppTasks, turn: Turn, signal: AbortSignal): void {
    const { held } = this.parts;
    this.lastAside += 1;
    const how = { signal, isAside: turn.stranger !== null };
    tasks.start(-this.lastAside, () => this.sendClaimed(turn.rows, how).finally(() => held.leave(turn)));
  }

  private async putBack(appId: number, later: readonly Later[]): Promise<void> {
    const { held, leases } = this.parts;
    for (const { ids, dueAt } of later) {
      await postponeRows(this.deps, leases, { table: 'retry_send', appId, ids, dueAt });
    }
    await held.releaseGood(
      appId,
      later.map(({ key }) => key),
    );
  }

  private async sendClaimed(rows: readonly RetryRow[], how: How): Promise<void> {
    const keyOf = (row: RetryRow) =>
      `${row.run_id} ${row.batch_id} ${row.push_id} ${row.attempt} ${row.unanswered} ${row.stopped}`;
    for (const group of groupBy(rows, keyOf).values()) {
      const [first] = group;
      if (!first) continue;
      const loadPush = (run: Run): Promise<PreparedPush | null> => this.loadPush(run, first.push_id);
      const of = { first, isAside: how.isAside === true, leases: this.parts.leases, loadPush };
      const about = { name: 'retries', runId: first.run_id, appId: first.app_id, batchId: first.batch_id };
      const send = () =>
        this.parts.protocol.sendApart(new Retries(this.deps, of, group), how, { run_id: first.run_id });
      await inRunTrace(this.deps.database, about, send);
    }
    for (const runId of new Set(rows.map((row) => row.run_id))) await this.finishIfNotRolling(runId);
  }

  /** null if there is nothing to send any more: an auto-push scheduler was stopped, or its push taken away. */
  private async loadPush(run: Run, pushId: number): Promise<PreparedPush | null> {
    const context =
      run.kind === 'auto-push' ? await this.autoPush.load(run.schedulerId) : await this.parts.contexts.load(run.id);
    return context?.pushes.find((push) => push.id === pushId) ?? null;
  }

  private async finishIfNotRolling(runId: number): Promise<void> {
    const run = await this.deps.database.reader.findOneBy(Run, { id: runId });
    if (run?.kind !== 'auto-push') await this.parts.finisher.finishIfDone(runId);
  }
}

interface RetriesOf {
  readonly first: RetryRow;
  /** They try a push service that is not known. */
  readonly isAside: boolean;
  readonly leases: Leases;
  readonly loadPush: (run: Run) => Promise<PreparedPush | null>;
}

/** Rows of one run, batch, application and push with equally many tries. */
class Retries implements Claim {
  readonly table = 'retry_send';
  readonly appId: number;
  /** Of what is left. */
  private context: { readonly run: Run; readonly push: PreparedPush } | null = null;

  constructor(
    private readonly deps: DeliveryDeps,
    private readonly of: RetriesOf,
    private rows: readonly RetryRow[],
  ) {
    this.appId = of.first.app_id;
  }

  get left(): number {
    return this.rows.length;
  }

  ids(devices = this.rows.length): readonly number[] {
    return this.rows.slice(0, devices).map(({ id }) => id);
  }

  async prepare(app: App | null): Promise<number> {
    const { first, loadPush } = this.of;
    const run = await this.deps.database.reader.findOneBy(Run, { id: first.run_id });
    const push = run && run.status !== 'cancelled' && !first.stopped ? await loadPush(run) : null;
    if (!run || !push || !app) {
      await this.settle(
        run,
        this.takeWhere(() => true),
        CANCELLED,
      );
      return 0;
    }
    const now = this.deps.clock.now();
    const expired = this.takeWhere((row) => row.expires_at <= now);
    await this.settle(run, expired, { ...CANCELLED, outcome: 'expired', reason: first.reason });
    if (run.status === 'paused') {
      const ids = this.takeWhere(() => true).map(({ id }) => id);
      await holdRetries(this.deps, this.of.leases, { runId: run.id, appId: this.appId, ids });
    }
    this.context = { run, push };
    return Math.min(1, this.rows.length);
  }

  async mayStillGo(): Promise<boolean> {
    const sql = 'SELECT status FROM run WHERE id = ?';
    const [run] = await this.deps.database.query<{ status: RunStatus }>(sql, [this.of.first.run_id]);
    return run !== undefined && run.status !== 'cancelled' && run.status !== 'paused';
  }

  async next(app: App, devices: number): Promise<ClaimedPage | null> {
    const { context } = this;
    if (!context) return null;
    const { run, push } = context;
    const rows = this.rows.slice(0, devices);
    const [first] = rows;
    if (!first) return null;
    this.rows = this.rows.slice(devices);
    const found = await this.loadDevices(app, rows);
    const tried = rows.flatMap((row) => {
      const device = found.get(row.device_id);
      return device ? [{ row, device }] : [];
    });
    const gone = rows.filter((row) => !found.has(row.device_id)).map((row) => ({ row, result: toResult(row, GONE) }));
    return {
      run,
      pushes: [push],
      recipients: tried.map(({ row, device }) => ({ device, occurrence: row.occurrence })),
      attempt: first.attempt + 1,
      unanswered: first.unanswered,
      expiresAt: first.expires_at,
      strangers: this.of.isAside ? 'tried' : 'waiting',
      record: async (tx, { results }) => {
        const retried = tried.flatMap(({ row }, index) => {
          const result = results[index];
          return result ? [{ row, result }] : [];
        });
        await recordRetries(tx, this.deps.database.dialect, { ...this.written(), retried: [...gone, ...retried] });
        return true;
      },
    };
  }

  private takeWhere(isTaken: (row: RetryRow) => boolean): readonly RetryRow[] {
    const taken = this.rows.filter(isTaken);
    this.rows = this.rows.filter((row) => !isTaken(row));
    return taken;
  }

  private async settle(run: Run | null, rows: readonly RetryRow[], verdict: Verdict): Promise<void> {
    if (rows.length === 0) return;
    const { database, publisher } = this.deps;
    const retried: Retried[] = rows.map((row) => ({ row, result: toResult(row, verdict) }));
    await database.tx((tx) => recordRetries(tx, database.dialect, { ...this.written(), retried }));
    if (run) publisher.runChanged({ runId: run.id, schedulerId: run.schedulerId, userId: run.userId });
  }

  private written(): { owner: string; now: number } {
    return { owner: this.of.leases.owner, now: this.deps.clock.now() };
  }

  private async loadDevices(app: App, rows: readonly RetryRow[]): Promise<Map<number, AudienceDevice>> {
    const selection = new DeviceSelection(this.deps.database, audienceAppOf(app), EVERYONE);
    const devices = await selection.among([...new Set(rows.map((row) => row.device_id))]);
    return new Map(devices.map((device) => [device.id, device]));
  }
}

const NO_MORE = { retryAt: null, waitsForApp: false, deadAt: null } as const;
const GONE: Verdict = { ...NO_MORE, outcome: 'failed', reason: 'the device is no longer active' };

const toResult = (row: RetryRow, verdict: Verdict): MessageResult => ({
  pushId: row.push_id,
  deviceId: row.device_id,
  occurrence: row.occurrence,
  language: row.language,
  ...verdict,
});
