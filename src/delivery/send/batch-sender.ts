import { type Audience, compileAudience } from '../../audience/audience.js';
import { type AudienceDevice, DeviceSelection } from '../../audience/select-devices.js';
import { select, type Tx } from '../../database/database.js';
import type { App } from '../../entities/app.js';
import type { Batch } from '../../entities/batch.js';
import type { Run } from '../../entities/run.js';
import type { Clock } from '../../ports/clock.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { ConcurrencyLimiter } from '../fairness/concurrency-limiter.js';
import { BatchClaims, type BatchRef } from '../leases/batch-claims.js';
import { LeaseLost, type Leases } from '../leases/leases.js';
import { audienceAppOf } from '../plan/audience-app.js';
import type { RunContext, RunContexts } from '../plan/run-contexts.js';
import type { RunFinisher } from '../plan/run-finisher.js';
import type { MessageResult } from '../record/message-result.js';
import { recordResults } from '../record/record-results.js';
import { inRunTrace } from '../record/trace-places.js';
import type { Claim, ClaimedPage, PageProtocol } from './page-protocol.js';

export interface BatchSenderParts {
  readonly protocol: PageProtocol;
  readonly leases: Leases;
  readonly concurrency: ConcurrencyLimiter;
  readonly contexts: RunContexts;
  readonly finisher: RunFinisher;
}

/** Works through one batch: page after page, each ended by a checkpoint. */
export class BatchSender {
  private readonly claims: BatchClaims;

  constructor(
    private readonly deps: DeliveryDeps,
    private readonly parts: BatchSenderParts,
  ) {
    this.claims = new BatchClaims(deps, parts.leases);
  }

  /** null if it is not to be had. Whoever has it calls `send`. */
  claim(batch: BatchRef): Promise<Batch | null> {
    return this.claims.claim(batch);
  }

  /** Returns when the batch has ended, must wait or leave its place, or `signal` asks to stop at the next checkpoint. */
  async send(batch: Batch, signal: AbortSignal): Promise<void> {
    try {
      const pages = await this.open(batch);
      const about = { name: 'batch', runId: batch.runId, appId: batch.appId, batchId: batch.id };
      await inRunTrace(this.deps.database, about, () => this.parts.protocol.send(pages, { signal }));
      // One that another worker has taken over stays as it is.
      if (pages.left > 0 || pages.isStopped) await this.giveBack(batch, pages.run);
    } catch (error) {
      // Another worker has it: to be expected after a freeze.
      if (!(error instanceof LeaseLost)) {
        await this.claims.giveBack(batch, this.deps.clock.now() + backoffMs(batch.attempts)).catch(() => undefined);
        throw error;
      }
    } finally {
      this.claims.release(batch.id);
    }
    await this.parts.finisher.finishIfDone(batch.runId);
  }

  private async giveBack(batch: Batch, { id: runId, schedulerId, userId }: Run): Promise<void> {
    await this.claims.giveBack(batch, null);
    // Of a cancelled run this may have been the last change.
    this.deps.publisher.runChanged({ runId, schedulerId, userId });
  }

  /** Ordinals of tags and events are looked up for every batch: a run may go on for hours while new ones are made. */
  private async open(batch: Batch): Promise<BatchPages> {
    const { contexts, concurrency } = this.parts;
    const context = await contexts.load(batch.runId);
    if (!context?.run.audience) throw new Error(`run ${batch.runId} has batches and no snapshot`);
    const { userId, audience, parts } = context.run;
    const resolved = await compileAudience(audience, { database: this.deps.database, userId, parts });
    return new BatchPages(this.deps, batch, { claims: this.claims, concurrency, context, audience: resolved });
  }
}

interface BatchPagesParts {
  readonly claims: BatchClaims;
  readonly concurrency: ConcurrencyLimiter;
  readonly context: RunContext;
  readonly audience: Audience;
}

class BatchPages implements Claim {
  readonly table = 'batch';
  private readonly devicePages: DevicePages;
  private readonly expiresAt: number;
  private isDone = false;
  /** Its run was cancelled or paused. */
  isStopped = false;

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

  /** How many there are in a range of ids shows only as they are read. */
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
    if (app) return this.parts.context.pushes.length;
    // The rest of the batch reaches nobody.
    const batch = this.moveTo(this.batch.toId);
    await this.deps.database.tx((tx) => this.parts.claims.advance(tx, batch, { cursorId: batch.toId, done: true }));
    return 0;
  }

  async mayStillGo(): Promise<boolean> {
    const { database } = this.deps;
    this.isStopped = !(await mayGoOn((sql, parameters) => database.query(sql, parameters), this.batch));
    return !this.isStopped;
  }

  readAhead(app: App, devices: number): void {
    if (!this.isDone) this.devicePages.readAhead(this.selectionOf(app), { batch: this.batch, limit: devices });
  }

  async next(app: App, devices: number): Promise<ClaimedPage> {
    const found = await this.devicePages.nextPage(this.selectionOf(app), { batch: this.batch, limit: devices });
    const batch = this.moveTo(found.cursorId);
    const step = { cursorId: found.cursorId, done: this.isDone };
    const { run, pushes } = this.parts.context;
    const { expiresAt } = this;
    const scope = { runId: run.id, batchId: batch.id, logKey: batch.id, appId: app.id, expiresAt };
    return {
      run,
      pushes,
      recipients: found.devices.map((device) => ({ device, occurrence: 0 })),
      attempt: 1,
      unanswered: 0,
      expiresAt,
      record: async (tx, sent, lease) => {
        const { results, ...done } = await this.keepUnsent(tx, batch, { ...step, results: sent.results });
        if (!(await this.parts.claims.advance(tx, batch, done))) return false;
        const now = this.deps.clock.now();
        await recordResults(tx, this.deps.database.dialect, { scope: { ...scope, now }, results, lease });
        this.isStopped = !(await mayGoOn((sql, parameters) => select(tx, sql, parameters), batch));
        return !this.isStopped;
      },
    };
  }

  /** A pause cuts the page after its last device that was handed over; the batch resumes from there. */
  private async keepUnsent(tx: Tx, { runId, cursorId }: Batch, step: PageStep): Promise<PageStep> {
    if (!step.results.some(isUnsent) || !(this.deps.isHeld?.() || (await isPausedRun(tx, runId)))) return step;
    const sentTo = step.results.filter((result) => !isUnsent(result)).map(({ deviceId }) => deviceId);
    const lastId = sentTo.reduce((last, id) => Math.max(last, id), cursorId);
    this.isDone = false;
    return { cursorId: lastId, done: false, results: step.results.filter(({ deviceId }) => deviceId <= lastId) };
  }

  private selectionOf(app: App): DeviceSelection {
    return new DeviceSelection(this.deps.database, audienceAppOf(app), this.parts.audience);
  }

  /** Answers the batch as it was. */
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

const isPausedRun = async (tx: Tx, runId: number): Promise<boolean> =>
  (await select(tx, "SELECT id FROM run WHERE id = ? AND status = 'paused'", [runId])).length > 0;

/** Of a run that came late: what the grace period allows is not to be too old to be sent. */
const beganAt = ({ dueAt, createdAt }: Run): number => Math.max(dueAt.getTime(), createdAt.getTime());

const BACKOFF_CAP_MS = 60_000;

const backoffMs = (attempts: number): number => Math.min(BACKOFF_CAP_MS, 500 * 2 ** Math.min(attempts, 10));

/** Neither cancelled nor paused by a user. */
const mayGoOn = async (read: PlainRead, { id, appId }: Batch): Promise<boolean> => {
  const sql = `SELECT b.id FROM batch b JOIN run r ON r.id = b.run_id
    WHERE b.id = ? AND b.app_id = ? AND b.status <> 'cancelled' AND r.status IN ('planning', 'running')`;
  return (await read(sql, [id, appId])).length > 0;
};

type PlainRead = (sql: string, parameters: readonly unknown[]) => Promise<readonly unknown[]>;

/** What was read ahead is as good as new for so long: a device that is retired meanwhile is sent to once more. */
const FRESH_MS = 1_000;

interface Reach {
  readonly batch: Batch;
  readonly limit: number;
}

interface DevicePage {
  readonly devices: readonly AudienceDevice[];
  /** The last id that the page has covered; the batch's end when nothing is left. */
  readonly cursorId: number;
}

/** Read before it was asked for. */
interface Ahead {
  readonly fromId: number;
  readonly activeSince: number;
  readonly readAt: number;
  readonly page: Promise<DevicePage>;
}

/** Pages of a batch, read ahead: by scanning its range, or along a long list of external ids. */
class DevicePages {
  private ids: number[] | null | undefined;
  private ahead: Ahead | null = null;

  constructor(private readonly clock: Clock) {}

  readAhead(selection: DeviceSelection, reach: Reach): void {
    if (this.isFresh(selection, reach)) return;
    const page = this.read(selection, reach);
    // Whoever asks for the page hears of it.
    page.catch(() => undefined);
    const { activeSince } = selection;
    this.ahead = { fromId: reach.batch.cursorId, activeSince, readAt: this.clock.now(), page };
  }

  async nextPage(selection: DeviceSelection, reach: Reach): Promise<DevicePage> {
    const ahead = this.isFresh(selection, reach) ? this.ahead : null;
    this.ahead = null;
    const { devices, cursorId } = await (ahead?.page ?? this.read(selection, reach));
    const missing = reach.limit - devices.length;
    if (missing < 0) return this.keepRest({ devices, cursorId }, { ahead, limit: reach.limit });
    if (missing === 0 || ahead === null || cursorId >= reach.batch.toId) return { devices, cursorId };
    const more = await this.read(selection, { batch: { ...reach.batch, cursorId }, limit: missing });
    return { devices: [...devices, ...more.devices], cursorId: more.cursorId };
  }

  /** There is room for fewer than were read. */
  private keepRest(
    { devices, cursorId }: DevicePage,
    { ahead, limit }: { ahead: Ahead | null; limit: number },
  ): DevicePage {
    const fromId = devices[limit - 1]?.id ?? cursorId;
    const page = Promise.resolve({ devices: devices.slice(limit), cursorId });
    this.ahead = ahead && { ...ahead, fromId, page };
    return { devices: devices.slice(0, limit), cursorId: fromId };
  }

  private isFresh({ activeSince }: DeviceSelection, { batch }: Reach): boolean {
    const { ahead } = this;
    if (ahead?.fromId !== batch.cursorId || ahead.activeSince !== activeSince) return false;
    return Math.abs(this.clock.now() - ahead.readAt) <= FRESH_MS;
  }

  private async read(selection: DeviceSelection, { batch, limit }: Reach): Promise<DevicePage> {
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
