import { type Audience, compileAudience } from '../../audience/audience.js';
import { DeviceSelection } from '../../audience/select-devices.js';
import { select, type Tx } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import type { Batch } from '../../entities/batch.js';
import type { Run } from '../../entities/run.js';
import type { BatchTargets, RunAudience } from '../../entities/run-snapshot.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { ConcurrencyLimiter } from '../fairness/concurrency-limiter.js';
import type { PacedRun } from '../fairness/run-paces.js';
import { pushesEach } from '../judgement/arms.js';
import { devicesIn } from '../judgement/pair.js';
import type { JudgementRule } from '../judgement/rule.js';
import { BatchClaims, type BatchRef } from '../leases/batch-claims.js';
import { LeaseLost, type Leases } from '../leases/leases.js';
import { pageAppOf } from '../plan/audience-app.js';
import type { RunContext, RunContexts } from '../plan/run-contexts.js';
import type { RunFinisher } from '../plan/run-finisher.js';
import { keepsLedger } from '../record/device-ledger.js';
import type { MessageResult } from '../record/message-result.js';
import { recordResults } from '../record/record-results.js';
import { inRunTrace } from '../record/trace-places.js';
import type { AppWithAccount } from './app-pauses.js';
import { DevicePages, type Reach } from './device-pages.js';
import type { Claim, ClaimedPage, PageProtocol } from './page-protocol.js';
import type { Pairing } from './pairing.js';

export interface BatchSenderParts {
  readonly protocol: PageProtocol;
  readonly leases: Leases;
  readonly concurrency: ConcurrencyLimiter;
  readonly contexts: RunContexts;
  readonly rules: readonly JudgementRule[];
  readonly pairing: Pairing;
  readonly finisher: RunFinisher;
}

/** Sends one batch, page by page. Each page ends with a checkpoint. */
export class BatchSender {
  private readonly claims: BatchClaims;

  constructor(
    private readonly deps: DeliveryDeps,
    private readonly parts: BatchSenderParts,
  ) {
    this.claims = new BatchClaims(deps, parts.leases);
  }

  /** null if the batch cannot be claimed. After a claim, call `send`. */
  claim(batch: BatchRef): Promise<Batch | null> {
    return this.claims.claim(batch);
  }

  /** Returns when the batch has ended, must wait or yield its place, or `signal` was aborted before a checkpoint. */
  async send(batch: Batch, signal: AbortSignal): Promise<void> {
    try {
      const pages = await this.open(batch);
      const about = { name: 'batch', runId: batch.runId, appId: batch.appId, batchId: batch.id };
      await inRunTrace(this.deps.database, about, () => this.parts.protocol.send(pages, { signal }));
      // A batch that another worker has taken over stays as it is.
      if (pages.left > 0 || pages.isStopped) await this.giveBack(batch, pages);
    } catch (error) {
      // Another worker has it, which is expected after a freeze.
      if (!(error instanceof LeaseLost)) {
        await this.claims.giveBack(batch, this.deps.clock.now() + backoffMs(batch.attempts)).catch(() => undefined);
        throw error;
      }
    } finally {
      this.claims.release(batch.id);
    }
    await this.parts.finisher.finishIfDone(batch.runId);
  }

  private async giveBack(batch: Batch, { run, notBefore }: BatchPages): Promise<void> {
    const { appId } = batch;
    const { schedulerId, userId } = run;
    // `run_pace` makes the batch wait. Unlike `not_before`, it allows for a clock that is set back.
    await this.claims.giveBack(batch, null);
    if (notBefore !== null) {
      const wake = { at: notBefore, key: `batch:${batch.id}` };
      await this.deps.jobs.enqueueAt('batch', { batchId: batch.id, appId }, wake);
    }
    // This may have been the last change of a cancelled run, so subscribers must learn of it.
    this.deps.publisher.runChanged({ runId: batch.runId, schedulerId, userId });
  }

  /**
   * Looks up the ordinals of tags and events for every batch: a run may last for hours, during which new ones appear.
   */
  private async open(batch: Batch): Promise<BatchPages> {
    const { contexts, concurrency, rules, pairing } = this.parts;
    const context = await contexts.load(batch.runId);
    const audience = batch.targets ? audienceOf(batch.targets) : context?.run.audience;
    if (!context || !audience) throw new Error(`run ${batch.runId} has batches and no snapshot`);
    const { userId, parts } = context.run;
    const resolved = await compileAudience(audience, { database: this.deps.database, userId, parts });
    return new BatchPages(this.deps, batch, {
      ...{ claims: this.claims, concurrency, rules, pairing, context, audience: resolved },
    });
  }
}

/** The conditions on listed devices: a device may have another user by now. */
const audienceOf = ({ externalIds }: BatchTargets): RunAudience => ({ appIds: [], externalIds });

interface BatchPagesParts {
  readonly claims: BatchClaims;
  readonly concurrency: ConcurrencyLimiter;
  readonly rules: readonly JudgementRule[];
  readonly pairing: Pairing;
  readonly context: RunContext;
  readonly audience: Audience;
}

class BatchPages implements Claim {
  readonly table = 'batch';
  private readonly devicePages: DevicePages;
  private readonly expiresAt: number;
  private isDone = false;
  /** The run was cancelled or paused. */
  isStopped = false;
  /** The batch waits for slots of its run until then, epoch ms. */
  notBefore: number | null = null;

  constructor(
    private readonly deps: DeliveryDeps,
    private batch: Batch,
    private readonly parts: BatchPagesParts,
  ) {
    this.devicePages = new DevicePages(deps.clock);
    this.expiresAt = beganAt(parts.context.run) + deps.config.timeToLiveSeconds * 1000;
  }

  get appId(): number {
    return this.batch.appId;
  }

  get run(): Run {
    return this.parts.context.run;
  }

  /** Unknown until the range of ids has been read. */
  get left(): number {
    return this.isDone ? 0 : Number.POSITIVE_INFINITY;
  }

  get isExpired(): boolean {
    return this.expiresAt <= this.deps.clock.now();
  }

  ids(): readonly number[] {
    return [this.batch.id];
  }

  shouldYield(): boolean {
    return this.parts.concurrency.shouldYield(this.appId);
  }

  async prepare(app: App | null): Promise<number> {
    if (this.isStopped) return 0;
    if (app) return this.pushesEach;
    // The application is gone, so the rest of the batch reaches nobody.
    const batch = this.moveTo(this.batch.toId);
    await this.deps.database.tx((tx) => this.parts.claims.advance(tx, batch, { cursorId: batch.toId, done: true }));
    return 0;
  }

  pacedRun(): PacedRun | null {
    const { run } = this;
    return run.speed && { runId: run.id, speed: run.speed, unit: Math.max(1, this.pushesEach) };
  }

  waitUntil(readyAt: number): void {
    this.notBefore = readyAt;
  }

  async mayStillGo(): Promise<boolean> {
    const { database } = this.deps;
    this.isStopped = !(await mayGoOn((sql, parameters) => database.query(sql, parameters), this.batch));
    return !this.isStopped;
  }

  readAhead(app: App, pairs: number): void {
    if (!this.isDone) this.devicePages.readAhead(this.selectionOf(app), this.reach(pairs));
  }

  async next(app: AppWithAccount, pairs: number): Promise<ClaimedPage> {
    const found = await this.devicePages.nextPage(this.selectionOf(app), this.reach(pairs));
    const batch = this.moveTo(found.cursorId);
    const step = { cursorId: found.cursorId, done: this.isDone };
    const { run, pushes } = this.parts.context;
    const { expiresAt } = this;
    const about = { runId: run.id, run, batchId: batch.id, logKey: batch.id, appId: app.id };
    const scope = { ...about, expiresAt, keepsLedger: keepsLedger(run, app.account) };
    const planned = found.devices.map((device) => ({ device, occurrence: 0 }));
    return {
      run,
      pairs: await this.parts.pairing.pair(run, { appId: app.id, planned, pushes }),
      attempt: 1,
      unanswered: 0,
      expiresAt,
      record: async (tx, sent, lease) => {
        const { results, ...done } = await this.keepUnsent(tx, batch, { ...step, results: sent.results });
        const unsent = results === sent.results ? [] : sent.results.filter((one) => !results.includes(one));
        if (!(await this.parts.claims.advance(tx, batch, done))) return false;
        const now = this.deps.clock.now();
        await recordResults(tx, this.deps.database.dialect, { scope: { ...scope, now }, results, unsent, lease });
        this.isStopped = !(await mayGoOn((sql, parameters) => select(tx, sql, parameters), batch));
        return !this.isStopped;
      },
    };
  }

  /** A pause cuts the page after the last device that was handed over. The batch resumes from there. */
  private async keepUnsent(tx: Tx, batch: Batch, step: PageStep): Promise<PageStep> {
    if (!step.results.some(isUnsent) || !(this.deps.isHeld?.() || (await isOfPausedRun(tx, batch)))) return step;
    const sentTo = step.results.filter((result) => !isUnsent(result)).map(({ deviceId }) => deviceId);
    const lastId = sentTo.reduce((last, id) => Math.max(last, id), batch.cursorId);
    this.isDone = false;
    return { cursorId: lastId, done: false, results: step.results.filter(({ deviceId }) => deviceId <= lastId) };
  }

  private get pushesEach(): number {
    return pushesEach(this.run, this.parts.context.pushes);
  }

  private reach(pairs: number): Reach {
    return { batch: this.batch, limit: devicesIn(pairs, this.pushesEach) };
  }

  private selectionOf(app: App): DeviceSelection {
    const { context, rules, audience } = this.parts;
    return new DeviceSelection(this.deps.database, pageAppOf(app, { pushes: context.pushes, rules }), audience);
  }

  /** Returns the batch as it was before. */
  private moveTo(cursorId: number): Batch {
    const { batch } = this;
    this.batch = { ...batch, cursorId };
    this.isDone = cursorId >= batch.toId;
    return batch;
  }
}

interface PageStep {
  readonly cursorId: number;
  readonly done: boolean;
  readonly results: readonly MessageResult[];
}

const isUnsent = ({ isUntried, isLate }: MessageResult): boolean => isUntried === true && !isLate;

/** Reads the batch first, so that on shards it is committed before the sums of its run. */
const isOfPausedRun = async (tx: Tx, { id, appId }: Batch): Promise<boolean> => {
  const sql = `SELECT b.id FROM batch b JOIN run r ON r.id = b.run_id
    WHERE b.id = ? AND b.app_id = ? AND r.status = 'paused'`;
  return (await select(tx, sql, [id, appId])).length > 0;
};

/** The time to live of a late run begins when the run was made: the grace period allowed the delay. */
const beganAt = ({ dueAt, createdAt }: Run): number => Math.max(dueAt.getTime(), createdAt.getTime());

const BACKOFF_CAP_MS = 60_000;

const backoffMs = (attempts: number): number => Math.min(BACKOFF_CAP_MS, 500 * 2 ** Math.min(attempts, 10));

/** Whether the run was neither cancelled nor paused by a user. */
const mayGoOn = async (read: PlainRead, { id, appId }: Batch): Promise<boolean> => {
  const sql = `SELECT b.id FROM batch b JOIN run r ON r.id = b.run_id
    WHERE b.id = ? AND b.app_id = ? AND b.status <> 'cancelled' AND r.status IN ('planning', 'running')`;
  return (await read(sql, [id, appId])).length > 0;
};

type PlainRead = (sql: string, parameters: readonly unknown[]) => Promise<readonly unknown[]>;
