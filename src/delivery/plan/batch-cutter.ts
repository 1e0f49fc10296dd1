import { setImmediate } from 'node:timers/promises';
import { type Audience, compileAudience } from '../../audience/audience.js';
import { DeviceSelection } from '../../audience/select-devices.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { insertRows } from '../../database/write-rows.js';
import { App } from '../../entities/app.js';
import { BATCH_TABLE } from '../../entities/batch.js';
import { Run } from '../../entities/run.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { pushesEach } from '../judgement/arms.js';
import type { BatchRef } from '../leases/batch-claims.js';
import { audienceAppOf } from './audience-app.js';
import { setRunStatus } from './moment-firing.js';

/** A range of ids of one application: `fromId < id <= toId`. */
interface Range {
  readonly appId: number;
  readonly fromId: number;
  readonly toId: number;
}

const RANGES_PER_STEP = 50;
/** A step ends after this time, since its batches are sent only once all of them are counted. */
const STEP_MS = 200;

/**
 * Cuts a run into batches by key ranges, not by lists of devices. Each step is a transaction that writes some batches and
 * the progress. After a crash, cutting resumes from there; batches that exist are being sent already.
 */
export class BatchCutter {
  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'config' | 'jobs'>) {}

  async cut(runId: number): Promise<void> {
    for (;;) {
      const run = await this.deps.database.reader.findOneBy(Run, { id: runId });
      if (run?.status !== 'planning') return;
      const step = await this.nextStep(run);
      const batches = await this.deps.database.tx((tx) => this.saveStep(tx, run, step));
      await this.deps.jobs.enqueueMany('batch', batches);
    }
  }

  /** The next ranges, and the progress after them. */
  private async nextStep(run: Run): Promise<Step> {
    const appIds = run.pushes?.length ? (run.audience?.appIds ?? []) : [];
    const ranges: Range[] = [];
    const reach = new RunReach(this.deps.database, run);
    let { cutIndex, cutId } = run;
    let planned = 0;
    const startedAt = performance.now();
    while (ranges.length < RANGES_PER_STEP && performance.now() - startedAt < STEP_MS) {
      const appId = appIds[cutIndex];
      if (appId === undefined) break;
      const toId = await this.endOfRange(run.id, appId, cutId);
      if (toId !== null) {
        ranges.push({ appId, fromId: cutId, toId });
        planned += await reach.count({ appId, fromId: cutId, toId });
        // SQLite answers synchronously, so other work gets a turn of the event loop.
        await setImmediate();
      }
      cutIndex = toId === null ? cutIndex + 1 : cutIndex;
      cutId = toId ?? 0;
    }
    const done = cutIndex >= appIds.length;
    return { ranges, planned, cutIndex, cutId, done, leftOut: done ? await countLeftOut(this.deps.database, run) : 0 };
  }

  /**
   * The last id of the batch that begins after `fromId`; null if the application has no further devices. On shards, the
   * batch may exist already, and its messages may be sent (docs/decisions/sharding.md).
   */
  private async endOfRange(runId: number, appId: number, fromId: number): Promise<number | null> {
    const { database, config } = this.deps;
    const known = 'SELECT to_id FROM batch WHERE run_id = ? AND app_id = ? AND from_id = ?';
    const [cut] = await database.query<{ to_id: number }>(known, [runId, appId, fromId]);
    if (cut) return Number(cut.to_id);
    const table = `device ${database.dialect.forcePrimary}`;
    const after = [appId, fromId];
    const where = 'WHERE app_id = ? AND id > ?';
    const [full] = await database.query<{ id: number }>(
      `SELECT id FROM ${table} ${where} ORDER BY id LIMIT 1 OFFSET ${config.batchSize - 1}`,
      after,
    );
    if (full) return Number(full.id);
    const [rest] = await database.query<{ id: number | null }>(`SELECT MAX(id) AS id FROM ${table} ${where}`, after);
    return rest?.id ? Number(rest.id) : null;
  }

  /** Reads the batches first, so that on shards they are committed before the progress. */
  private async saveStep(tx: Tx, run: Run, step: Step): Promise<BatchRef[]> {
    const known = await findBatches(tx, run.id, step.ranges);
    const { affected } = await execute(
      tx,
      `UPDATE run SET cut_index = ?, cut_id = ?, planned_total = COALESCE(planned_total, 0) + ?
       WHERE id = ? AND cut_index = ? AND cut_id = ? AND status = 'planning'`,
      [step.cutIndex, step.cutId, step.planned, run.id, run.cutIndex, run.cutId],
    );
    // Another worker has cut this step, or the run was cancelled.
    if (affected === 0) return [];
    const isKnown = ({ appId, fromId }: Range) => known.some((one) => one.appId === appId && one.fromId === fromId);
    const fresh = step.ranges.filter((range) => !isKnown(range));
    await insertBatches(tx, run.id, fresh);
    if (step.done) {
      await tx.update(Run, { id: run.id }, { leftOut: step.leftOut });
      await setRunStatus(tx, run.id, 'planning', 'running');
    }
    return (await findBatches(tx, run.id, step.ranges)).map(({ batchId, appId }) => ({ batchId, appId }));
  }
}

interface Step {
  readonly ranges: readonly Range[];
  /** Messages to the devices of these ranges that the filters reach now. */
  readonly planned: number;
  readonly cutIndex: number;
  readonly cutId: number;
  readonly done: boolean;
  readonly leftOut: number;
}

/** Counts the messages of a run to the devices of a range. */
class RunReach {
  private audience: Audience | null = null;
  private selection: { readonly appId: number; readonly devices: DeviceSelection | null } | null = null;

  constructor(
    private readonly database: Database,
    private readonly run: Run,
  ) {}

  async count({ appId, fromId, toId }: Range): Promise<number> {
    if (this.selection?.appId !== appId) this.selection = { appId, devices: await this.selectionOf(appId) };
    const devices = (await this.selection.devices?.count({ after: fromId, upTo: toId })) ?? 0;
    return devices * pushesEach(this.run, this.run.pushes ?? []);
  }

  /** null: the application was deleted or archived after the run began. */
  private async selectionOf(appId: number): Promise<DeviceSelection | null> {
    const { audience, userId, parts } = this.run;
    const app = await this.database.reader.findOneBy(App, { id: appId, archived: false });
    if (!app || !audience) return null;
    this.audience ??= await compileAudience(audience, { database: this.database, userId, parts });
    return new DeviceSelection(this.database, audienceAppOf(app), this.audience);
  }
}

type CutBatch = BatchRef & Pick<Range, 'fromId'>;

const insertBatches = async (tx: Tx, runId: number, ranges: readonly Range[]): Promise<void> => {
  const untouched = {
    status: 'pending',
    leaseOwner: null,
    leaseUntil: null,
    notBefore: null,
    attempts: 0,
    targets: null,
  } as const;
  await insertRows(
    tx,
    BATCH_TABLE,
    ranges.map(({ appId, fromId, toId }) => ({ runId, appId, fromId, toId, cursorId: fromId, ...untouched })),
  );
};

const findBatches = async (tx: Tx, runId: number, ranges: readonly Range[]): Promise<CutBatch[]> => {
  if (ranges.length === 0) return [];
  const wanted = ranges.map(() => '(app_id = ? AND from_id = ?)').join(' OR ');
  const sql = `SELECT id, app_id, from_id FROM batch WHERE run_id = ? AND (${wanted}) ORDER BY id`;
  const rows = await select<{ id: number; app_id: number; from_id: number }>(tx, sql, [
    runId,
    ...ranges.flatMap(({ appId, fromId }) => [appId, fromId]),
  ]);
  return rows.map(({ id, app_id, from_id }) => ({
    batchId: Number(id),
    appId: Number(app_id),
    fromId: Number(from_id),
  }));
};

/** Devices that the filters reach in zones whose moment had passed at activation (docs/rules.md#activation). */
const countLeftOut = async (database: Database, run: Run): Promise<number> => {
  const [first] = run.parts ?? [];
  const leftOut = run.parts?.flatMap((part) => part.leftOutZones ?? []) ?? [];
  if (!first || leftOut.length === 0 || !run.audience) return 0;
  const parts = [{ local: '', zones: leftOut, firstAt: first.firstAt }];
  const audience = await compileAudience(run.audience, { database, userId: run.userId, parts });
  let count = 0;
  for (const appId of run.audience.appIds) {
    const app = await database.reader.findOneBy(App, { id: appId });
    if (!app) continue;
    const selection = new DeviceSelection(database, audienceAppOf(app), audience);
    count += await selection.count({ after: 0, upTo: Number.MAX_SAFE_INTEGER });
  }
  return count;
};
