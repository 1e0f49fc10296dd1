import { type Audience, compileAudience } from '../../audience/audience.js';
import { type AudienceDevice, DeviceSelection } from '../../audience/select-devices.js';
import { select, type Tx } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import type { Batch } from '../../entities/batch.js';
import type { Run } from '../../entities/run.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { AppPauses, loadSendableApp } from '../fairness/app-pauses.js';
import type { CircuitBreaker } from '../fairness/circuit-breaker.js';
import type { ConcurrencyLimiter } from '../fairness/concurrency-limiter.js';
import type { InFlightLimiter } from '../fairness/in-flight-limiter.js';
import { BatchClaims } from '../leases/batch-claims.js';
import type { Leases } from '../leases/leases.js';
import type { RunContext, RunContexts } from '../plan/run-contexts.js';
import type { RunFinisher } from '../plan/run-finisher.js';
import { recordResults } from '../record/record-results.js';
import type { HeldRows } from './held-rows.js';
import type { LateMessages } from './late-messages.js';
import type { PageResult, PageSender } from './page-sender.js';
import { untilReady } from './until-ready.js';

export interface BatchSenderParts {
  readonly leases: Leases;
  readonly inFlight: InFlightLimiter;
  readonly breaker: CircuitBreaker;
  readonly concurrency: ConcurrencyLimiter;
  readonly pages: PageSender;
  readonly held: HeldRows;
  readonly late: LateMessages;
  readonly contexts: RunContexts;
  readonly finisher: RunFinisher;
  /** Aborted when draining has taken too long: what is not yet handed over comes back for a retry. */
  readonly hardStop: AbortSignal;
}

/** How one round with a batch ended. */
type Round = { readonly kind: 'more' } | { readonly kind: 'ended' } | { readonly kind: 'wait' };

interface BatchContext extends RunContext {
  readonly audience: Audience;
}

/** Works through one batch: page after page, each ended by a checkpoint. */
export class BatchSender {
  private readonly claims: BatchClaims;
  private readonly pauses: AppPauses;

  constructor(
    private readonly deps: DeliveryDeps,
    private readonly parts: BatchSenderParts,
  ) {
    this.claims = new BatchClaims(deps, parts.leases);
    this.pauses = new AppPauses(deps, parts.held);
  }

  /** null if it is not to be had. Whoever has it calls `send`. */
  claim(batchId: number): Promise<Batch | null> {
    return this.claims.claim(batchId);
  }

  /** Returns when the batch has ended, must wait or leave its place, or `signal` asks to stop at the next checkpoint. */
  async send(batch: Batch, signal: AbortSignal): Promise<void> {
    const batchId = batch.id;
    let leave = this.parts.inFlight.join(batch.appId);
    // Who waits for its provider takes no share of the limit meanwhile.
    const wait = async (app: App): Promise<number> => {
      leave();
      const most = await untilReady({ ...this.deps, ...this.parts }, app, signal);
      leave = this.parts.inFlight.join(batch.appId);
      return most;
    };
    try {
      const round = await this.rounds(batch, { context: await this.prepare(batch.runId), wait, signal });
      if (round.kind === 'wait') await this.claims.giveBack(batchId, null);
    } catch (error) {
      await this.claims.giveBack(batchId, this.deps.clock.now() + backoffMs(batch.attempts)).catch(() => undefined);
      throw error;
    } finally {
      this.claims.release(batchId);
      leave();
    }
    await this.parts.finisher.finishIfDone(batch.runId);
  }

  /** Ordinals of tags and events are looked up for every batch: a run may go on for hours while new ones are made. */
  private async prepare(runId: number): Promise<BatchContext> {
    const context = await this.parts.contexts.load(runId);
    if (!context?.run.audience) throw new Error(`run ${runId} has batches and no snapshot`);
    const { userId, audience, parts } = context.run;
    const { database } = this.deps;
    return { ...context, audience: await compileAudience(audience, { database, userId, parts }) };
  }

  private async rounds(
    batch: Batch,
    { context, wait, signal }: { context: BatchContext; wait: (app: App) => Promise<number>; signal: AbortSignal },
  ): Promise<Round> {
    let current = batch;
    const devicePages = new DevicePages();
    for (;;) {
      if (signal.aborted) return { kind: 'wait' };
      if (current !== batch && this.parts.concurrency.shouldYield(batch.appId)) return { kind: 'wait' };
      const app = await loadSendableApp(this.deps.database, batch.appId);
      if ((app?.pausedUntil?.getTime() ?? 0) > this.deps.clock.now()) return { kind: 'wait' };
      const most = app && !this.isTooLate(context) ? await wait(app) : Number.POSITIVE_INFINITY;
      if (most === 0) return { kind: 'wait' };
      const step = app ? await this.page(current, { app, context, devicePages, most }) : await this.skipRest(current);
      if (step.round.kind !== 'more') return step.round;
      current = { ...current, cursorId: step.cursorId };
    }
  }

  private async page(
    batch: Batch,
    { app, context, devicePages, most }: { app: App; context: BatchContext; devicePages: DevicePages; most: number },
  ): Promise<{ round: Round; cursorId: number }> {
    const { inFlight, leases, breaker } = this.parts;
    const unit = context.pushes.length;
    using allowance = await inFlight.take({ appId: app.id, unit, most: Math.max(1, Math.floor(most / unit)) });
    if (!(await leases.confirm('batch', [batch.id]))) return { round: { kind: 'wait' }, cursorId: batch.cursorId };
    const origin = { id: app.id, devicesActiveSince: app.devicesActiveSince.getTime() };
    const selection = new DeviceSelection(this.deps.database, origin, context.audience);
    const { devices, cursorId } = await devicePages.nextPage(selection, { batch, limit: allowance.units });
    const done = cursorId >= batch.toId;
    const expiresAt = this.expiresAt(context);
    breaker.spend(app, devices.length * unit);
    const sent = await this.parts.pages.send({
      runId: batch.runId,
      app,
      pushes: context.pushes,
      recipients: devices.map((device) => ({ device, occurrence: 0 })),
      attempt: 1,
      expiresAt,
      signal: this.parts.hardStop,
    });
    breaker.heard(app, sent);
    const kept = await this.checkpoint(batch, { sent, cursorId, done, expiresAt, context });
    this.parts.late.follow({ app, run: context.run, allowance }, sent.late);
    // Not kept: cancelled, paused by a user, or taken over. Giving back touches it only if it is still ours and running.
    if (!kept) return { round: { kind: done ? 'ended' : 'wait' }, cursorId };
    await this.pauses.heard(app, sent);
    if (done) return { round: { kind: 'ended' }, cursorId };
    return { round: { kind: sent.pause ? 'wait' : 'more' }, cursorId };
  }

  private expiresAt({ run }: BatchContext): number {
    return beganAt(run) + this.deps.config.timeToLiveSeconds * 1000;
  }

  private isTooLate(context: BatchContext): boolean {
    return this.expiresAt(context) <= this.deps.clock.now();
  }

  /** One transaction: outcomes, counters and the cursor. False if the batch is no longer ours or was cancelled. */
  private async checkpoint(
    batch: Batch,
    step: { sent: PageResult; cursorId: number; done: boolean; expiresAt: number; context: RunContext },
  ): Promise<boolean> {
    const { database, clock, publisher } = this.deps;
    const scope = {
      runId: batch.runId,
      batchId: batch.id,
      logKey: batch.id,
      appId: batch.appId,
      now: clock.now(),
      expiresAt: step.expiresAt,
    };
    const lease = this.parts.leases.take();
    const kept = await database.tx(async (tx) => {
      if (!(await this.claims.advance(tx, batch, step))) return false;
      await recordResults(tx, database.dialect, { scope, results: step.sent.results, lease });
      return mayGoOn(tx, batch.id);
    });
    const { schedulerId, userId } = step.context.run;
    publisher.runChanged({ runId: batch.runId, schedulerId, userId });
    return kept;
  }

  /** The application is gone or archived: the rest of the batch reaches nobody. */
  private async skipRest(batch: Batch): Promise<{ round: Round; cursorId: number }> {
    const cursorId = batch.toId;
    await this.deps.database.tx((tx) => this.claims.advance(tx, batch, { cursorId, done: true }));
    return { round: { kind: 'ended' }, cursorId };
  }
}

/** Of a run that came late: what the grace period allows is not to be too old to be sent. */
const beganAt = ({ dueAt, createdAt }: Run): number => Math.max(dueAt.getTime(), createdAt.getTime());

const BACKOFF_CAP_MS = 60_000;

const backoffMs = (attempts: number): number => Math.min(BACKOFF_CAP_MS, 500 * 2 ** Math.min(attempts, 10));

/** Neither cancelled nor paused by a user. */
const mayGoOn = async (tx: Tx, batchId: number): Promise<boolean> => {
  const sql = `SELECT b.id FROM batch b JOIN run r ON r.id = b.run_id
    WHERE b.id = ? AND b.status <> 'cancelled' AND r.status IN ('planning', 'running')`;
  return (await select(tx, sql, [batchId])).length > 0;
};

/** Pages of a batch: by scanning its range, or along a long list of external ids. */
class DevicePages {
  private ids: number[] | null | undefined;

  /** `cursorId` is the last id that the page has covered; the batch's end when nothing is left. */
  async nextPage(
    selection: DeviceSelection,
    { batch, limit }: { batch: Batch; limit: number },
  ): Promise<{ devices: AudienceDevice[]; cursorId: number }> {
    if (this.ids === undefined) this.ids = await selection.externalDeviceIds();
    if (this.ids === null) {
      const devices = await selection.page({ after: batch.cursorId, upTo: batch.toId, limit });
      return { devices, cursorId: devices.length < limit ? batch.toId : (devices.at(-1)?.id ?? batch.toId) };
    }
    const left = this.ids.filter((id) => id > batch.cursorId && id <= batch.toId);
    const wanted = left.slice(0, limit);
    const devices = wanted.length === 0 ? [] : await selection.among(wanted);
    return { devices, cursorId: left.length <= limit ? batch.toId : (wanted.at(-1) ?? batch.toId) };
  }
}
