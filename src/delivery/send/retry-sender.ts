import { In } from 'typeorm';
import { EVERYONE } from '../../audience/audience.js';
import { DeviceSelection } from '../../audience/select-devices.js';
import { groupBy } from '../../collections.js';
import type { App } from '../../entities/app.js';
import { Batch } from '../../entities/batch.js';
import type { DeviceValues } from '../../entities/device.js';
import { Run, type RunStatus } from '../../entities/run.js';
import { WAITING_ARM } from '../../ports/experiment.js';
import { readStored } from '../../providers/stored-reason.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { AppTasks } from '../fairness/app-tasks.js';
import type { PacedRun } from '../fairness/run-paces.js';
import { pushesEach } from '../judgement/arms.js';
import type { Pair, PreparedPush } from '../judgement/pair.js';
import type { JudgementRule } from '../judgement/rule.js';
import { claimRows, postponeRows } from '../leases/claim-rows.js';
import type { Leases } from '../leases/leases.js';
import { pageAppOf } from '../plan/audience-app.js';
import { AutoPushContexts } from '../plan/auto-push-contexts.js';
import type { RunContexts } from '../plan/run-contexts.js';
import type { RunFinisher } from '../plan/run-finisher.js';
import { keepsLedger } from '../record/device-ledger.js';
import { type MessageResult, newResult, type Verdict } from '../record/message-result.js';
import { type Retried, type RetryRow, recordRetries } from '../record/record-retries.js';
import { CANCELLED, holdRetries } from '../record/run-retries.js';
import { inRunTrace } from '../record/trace-places.js';
import type { AppWithAccount } from './app-pauses.js';
import type { HeldRows, Later, Turn } from './held-rows.js';
import type { Claim, ClaimedPage, How, PageProtocol } from './page-protocol.js';
import type { Pairing } from './pairing.js';

export interface RetrySenderParts {
  readonly protocol: PageProtocol;
  readonly leases: Leases;
  readonly held: HeldRows;
  readonly contexts: RunContexts;
  readonly rules: readonly JudgementRule[];
  readonly pairing: Pairing;
  readonly finisher: RunFinisher;
}

/** Batch size when polling messages held for an unproven origin. */
const HELD_AT_ONCE = 50;

/** Sends messages that waited: for another try, or because a rule held them. */
export class RetrySender {
  private readonly autoPush: AutoPushContexts;
  /** The number of the last task that tried an origin; negated, it collides with no application. */
  private lastAside = 0;

  constructor(
    private readonly deps: DeliveryDeps,
    private readonly parts: RetrySenderParts,
  ) {
    this.autoPush = new AutoPushContexts(deps);
  }

  /** Sends until no message is due or `signal` is aborted. */
  async sendDue(signal: AbortSignal): Promise<void> {
    await this.parts.held.planProbes();
    await AppTasks.work(signal, async (tasks) => {
      const hasOwn = await this.lookForOwn(tasks, signal);
      return (await this.lookForHeld(tasks, signal)) || hasOwn;
    });
  }

  /** Claims messages that wait for an instant. Those of a busy application wait until its task ends. */
  private async lookForOwn(tasks: AppTasks, signal: AbortSignal): Promise<boolean> {
    const limit = this.deps.config.checkpointSize;
    const claim = { table: 'retry_send', limit, exceptApps: tasks.busy(), where: 'waits_for_origin = 0' } as const;
    const rows = await claimRows<RetryRow>(this.deps, this.parts.leases, claim);
    for (const [appId, group] of groupBy(rows, (row) => row.app_id)) {
      tasks.start(appId, () => this.sendClaimed(group, { signal, isAside: false }));
    }
    return rows.length > 0;
  }

  /** Claims messages that are held for an origin. Each origin is tried apart from all other messages. */
  private async lookForHeld(tasks: AppTasks, signal: AbortSignal): Promise<boolean> {
    const { held, leases } = this.parts;
    if (held.isFull) return false;
    const claim = { table: 'retry_send', limit: HELD_AT_ONCE, where: 'waits_for_origin = 1' } as const;
    const rows = await claimRows<RetryRow>(this.deps, leases, claim);
    const unstarted = new Set(rows.map(({ id }) => id));
    try {
      for (const [appId, group] of groupBy(rows, (row) => row.app_id)) {
        const { turns, later } = await held.choose(appId, group);
        // This runs before any try: an origin that accepts a message releases the messages held for it.
        await this.putBack(appId, later).catch((error) => {
          for (const turn of turns) held.endTurn(turn);
          throw error;
        });
        for (const turn of turns) {
          for (const { id } of turn.rows) unstarted.delete(id);
          this.startAside(tasks, turn, signal);
        }
      }
    } finally {
      // Otherwise this process would renew the leases of rows that it never sends.
      leases.release('retry_send', [...unstarted]);
    }
    return rows.length > 0;
  }

  private startAside(tasks: AppTasks, turn: Turn, signal: AbortSignal): void {
    const { held } = this.parts;
    this.lastAside += 1;
    const how = { signal, isAside: turn.probed !== null };
    tasks.start(-this.lastAside, () => this.sendClaimed(turn.rows, how).finally(() => held.endTurn(turn)));
  }

  private async putBack(appId: number, later: readonly Later[]): Promise<void> {
    const { held, leases } = this.parts;
    for (const { ids, dueAt } of later) {
      await postponeRows(this.deps, leases, { table: 'retry_send', appId, ids, dueAt });
    }
    await held.releasePassable(appId, new Set(later.map(({ key }) => key)));
  }

  private async sendClaimed(rows: readonly RetryRow[], how: How): Promise<void> {
    const keyOf = (row: RetryRow) =>
      `${row.run_id} ${row.push_id} ${row.attempt} ${row.unanswered} ${row.stopped} ${isWaiting(row)}`;
    for (const group of groupBy(rows, keyOf).values()) {
      const [first] = group;
      if (!first) continue;
      const loadPushes = (run: Run): Promise<RetriedPushes | null> => this.loadPushes(run);
      const { leases, rules, pairing } = this.parts;
      const of = { first, isAside: how.isAside === true, leases, rules, pairing, loadPushes };
      const about = { name: 'retries', runId: first.run_id, appId: first.app_id, batchId: first.batch_id };
      const send = () =>
        this.parts.protocol.sendApart(new Retries(this.deps, of, group), how, { run_id: first.run_id });
      await inRunTrace(this.deps.database, about, send);
    }
    for (const runId of new Set(rows.map((row) => row.run_id))) await this.finishIfNotRolling(runId);
  }

  /** null if there is nothing left to send: an auto-push scheduler was stopped. */
  private async loadPushes(run: Run): Promise<RetriedPushes | null> {
    if (run.kind !== 'auto-push') {
      const context = await this.parts.contexts.load(run.id);
      return context && { pushes: context.pushes, quietHours: run.quietHours };
    }
    const context = await this.autoPush.load(run.schedulerId);
    return context && { pushes: context.pushes, quietHours: context.scheduler.quietHours };
  }

  private async finishIfNotRolling(runId: number): Promise<void> {
    const run = await this.deps.database.reader.findOneBy(Run, { id: runId });
    if (run?.kind !== 'auto-push') await this.parts.finisher.finishIfDone(runId);
  }
}

interface RetriedPushes extends Pick<Run, 'quietHours'> {
  readonly pushes: readonly PreparedPush[];
}

interface RetriesOf {
  readonly first: RetryRow;
  /** The rows try an unproven origin. */
  readonly isAside: boolean;
  readonly leases: Leases;
  readonly rules: readonly JudgementRule[];
  readonly pairing: Pairing;
  readonly loadPushes: (run: Run) => Promise<RetriedPushes | null>;
}

/** Rows of one run, application and push with the same number of tries. */
class Retries implements Claim {
  readonly table = 'retry_send';
  readonly appId: number;
  /** The run and push of the rows that are left. */
  private context: RetriedContext | null = null;

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

  ids(pairs = this.rows.length): readonly number[] {
    return this.rows.slice(0, pairs).map(({ id }) => id);
  }

  async prepare(app: App | null): Promise<number> {
    const { first, loadPushes } = this.of;
    const run = await this.deps.database.reader.findOneBy(Run, { id: first.run_id });
    const found = run && run.status !== 'cancelled' && !first.stopped ? await loadPushes(run) : null;
    const push = found?.pushes.find(({ id }) => id === first.push_id);
    if (!run || !found || !push || !app) {
      await this.settle(
        run,
        this.takeWhere(() => true),
        CANCELLED,
      );
      return 0;
    }
    const now = this.deps.clock.now();
    const expired = this.takeWhere((row) => row.expires_at <= now);
    await this.settle(run, expired, { ...CANCELLED, outcome: 'expired', ...readStored(first, app.pushProvider) });
    if (run.status === 'paused') {
      const ids = this.takeWhere(() => true).map(({ id }) => id);
      await holdRetries(this.deps, this.of.leases, { runId: run.id, appId: this.appId, ids });
    }
    const { pushes, quietHours } = found;
    this.context = { run: { ...run, quietHours }, push, pushes, unit: pushesEach(run, pushes) };
    return Math.min(1, this.rows.length);
  }

  pacedRun(): PacedRun | null {
    const { run, unit = 1 } = this.context ?? {};
    return run?.speed ? { runId: run.id, speed: run.speed, unit } : null;
  }

  async mayStillGo(): Promise<boolean> {
    const sql = 'SELECT status FROM run WHERE id = ?';
    const [run] = await this.deps.database.query<{ status: RunStatus }>(sql, [this.of.first.run_id]);
    return run !== undefined && run.status !== 'cancelled' && run.status !== 'paused';
  }

  async next(app: AppWithAccount, pairs: number): Promise<ClaimedPage | null> {
    const { context } = this;
    if (!context) return null;
    const { run } = context;
    const rows = this.rows.slice(0, pairs);
    const [first] = rows;
    if (!first) return null;
    this.rows = this.rows.slice(pairs);
    const byMessage = new Map(rows.map((row) => [`${row.device_id} ${row.occurrence}`, row]));
    return {
      run,
      pairs: await this.pairsOf(app, rows, context),
      attempt: first.attempt + 1,
      isRejudged: !isWaiting(first),
      unanswered: first.unanswered,
      expiresAt: first.expires_at,
      unproven: this.of.isAside ? 'probe' : 'wait',
      record: async (tx, { results }) => {
        const retried = results.flatMap((result) => {
          const row = byMessage.get(`${result.deviceId} ${result.occurrence}`);
          return row ? [{ row, result }] : [];
        });
        const kept = { ...this.written(), keepsLedger: keepsLedger(run, app.account) };
        await recordRetries(tx, this.deps.database.dialect, { ...kept, retried });
        return true;
      },
    };
  }

  /** The push of a message that waited for the winning variant is chosen now. */
  private async pairsOf(app: App, rows: readonly RetryRow[], { run, push, pushes }: RetriedContext): Promise<Pair[]> {
    const [first] = rows;
    const isChoosing = first !== undefined && isWaiting(first);
    const devices = await this.loadDevices(app, rows, { run, pushes: isChoosing ? pushes : [push] });
    const pairs = rows.map(({ device_id: deviceId, occurrence, event_data: event, variant }) => ({
      deviceId,
      device: devices.get(deviceId) ?? null,
      push,
      occurrence,
      event,
      arm: variant ?? undefined,
    }));
    if (!isChoosing) return pairs;
    const planned = pairs.flatMap(({ device, occurrence, event }) => (device ? [{ device, occurrence, event }] : []));
    const gone = pairs.filter(({ device }) => device === null);
    return [...gone, ...(await this.of.pairing.pair(run, { appId: app.id, planned, pushes }))];
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

  /** A message to a user does not go to the next user of the device. */
  private async loadDevices(
    app: App,
    rows: readonly RetryRow[],
    { run, pushes }: Pick<RetriedContext, 'run' | 'pushes'>,
  ): Promise<Map<number, DeviceValues>> {
    const users = await this.usersOf(run, rows);
    const { needs, ...reads } = pageAppOf(app, { pushes, rules: this.of.rules });
    const more = users === null ? [] : (['externalUserId'] as const);
    const selection = new DeviceSelection(this.deps.database, { ...reads, needs: [...needs, ...more] }, EVERYONE);
    const devices = await selection.among([...new Set(rows.map((row) => row.device_id))]);
    const meant = users === null ? devices : devices.filter(({ externalUserId }) => users.has(externalUserId ?? ''));
    return new Map(meant.map((device) => [device.id, device]));
  }

  /** The users that the messages are for; null: the run is not for users. */
  private async usersOf({ target, audience }: Run, rows: readonly RetryRow[]): Promise<ReadonlySet<string> | null> {
    if (target?.kind !== 'externalIds') {
      const users = (audience?.externalIds ?? null) as readonly string[] | null;
      return users && new Set(users);
    }
    const ids = [...new Set(rows.map((row) => row.batch_id))];
    const batches = await this.deps.database.reader.findBy(Batch, { appId: this.appId, id: In(ids) });
    return new Set(batches.flatMap(({ targets }) => targets?.externalIds ?? []));
  }
}

interface RetriedContext {
  readonly run: Run;
  /** The push of the rows; nominal while they wait for the winning variant. */
  readonly push: PreparedPush;
  readonly pushes: readonly PreparedPush[];
  readonly unit: number;
}

/** The row waits for the winning variant, so its push is not chosen. */
const isWaiting = ({ variant }: RetryRow): boolean => variant === WAITING_ARM;

const toResult = (row: RetryRow, verdict: Verdict): MessageResult =>
  newResult(
    { pushId: row.push_id, deviceId: row.device_id, occurrence: row.occurrence, language: row.language },
    verdict,
  );
