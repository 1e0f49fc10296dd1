import { type Audience, compileAudience } from '../../audience/audience.js';
import type { CompileContext, FilterReason } from '../../audience/filter.js';
import { FILTERS, type FilterName } from '../../audience/filters/index.js';
import { loadRecord } from '../../catalogue/scheduler-record.js';
import type { Database } from '../../database/database.js';
import { buildRunAudience } from '../../delivery/plan/build-run-audience.js';
import { loadPushes } from '../../delivery/plan/load-pushes.js';
import type { App } from '../../entities/app.js';
import { Batch } from '../../entities/batch.js';
import type { Device } from '../../entities/device.js';
import type { Run } from '../../entities/run.js';
import type { RunAudience, RunPush } from '../../entities/run-snapshot.js';
import { Scheduler } from '../../entities/scheduler.js';
import { rateAt } from '../../schedule/speed.js';
import { type DeliveryReader, type FailureNote, type ReceiptNotes, type WaitingNote } from './delivery-reader.js';
import type { DeliveryRecord } from './delivery-record.js';
import { findOptOuts, type OptOut } from './find-opt-outs.js';

/** Whether one device passes; filters that its run does not use are absent. */
export type FilterVerdicts = ReadonlyMap<FilterName, boolean>;

/** Everything that a trace is derived from. */
export interface TraceFacts {
  readonly run: Run;
  readonly app: App;
  readonly device: Device;
  /** The filters of the run, or the current ones of an auto-push scheduler; null if that was deleted. */
  readonly audience: RunAudience | null;
  readonly pushes: readonly RunPush[];
  readonly filters: FilterVerdicts | null;
  /** More detail about the filters that the device does not pass. */
  readonly explanations: ReadonlyMap<FilterName, FilterReason>;
  /** The batch that contains the device; null for none, or auto-push. */
  readonly batch: Batch | null;
  /** The messages per minute that the speed of the run allows now; null: any number. */
  readonly limit: number | null;
  /** Auto-push: when its next message to this device is due; null if none waits. */
  readonly nextDueAt: Date | null;
  readonly records: readonly DeliveryRecord[];
  readonly failures: ReadonlyMap<string, FailureNote>;
  readonly waiting: ReadonlyMap<string, WaitingNote>;
  readonly receipts: ReadonlyMap<string, ReceiptNotes>;
  /** The choices that made the device opt out, as they are now, the most general first. */
  readonly optOuts: readonly OptOut[];
}

export const loadTraceFacts = async (
  database: Database,
  reader: DeliveryReader,
  { run, app, device, now }: Pick<TraceFacts, 'run' | 'app' | 'device'> & { readonly now: number },
): Promise<TraceFacts> => {
  const { audience, pushes } = run.kind === 'auto-push' ? await readScheduler(database, run, now) : run;
  const logged = await reader.ofDevices([{ appId: app.id, deviceId: device.id }], [run.id]);
  const records = logged.length > 0 || !run.experiment ? logged : await reader.unlogged(run, device);
  const context = { database, userId: run.userId, parts: run.parts };
  const compiled = audience && (await compileAudience(audience, context));
  const filters = compiled && (await judgeFilters(database, device, compiled));
  return {
    run,
    app,
    device,
    audience,
    pushes: pushes ?? [],
    filters,
    explanations: audience && filters ? await explainStopped(audience, filters, { device, context }) : new Map(),
    batch: await findBatch(database, run, device),
    limit: await findLimit(database, run, now),
    nextDueAt: run.kind === 'auto-push' ? await findDue(database, run, device) : null,
    records,
    failures: await reader.failures(records),
    waiting: await reader.waiting(records),
    receipts: await reader.receipts(records),
    optOuts: records.some(({ outcome }) => outcome === 'OPTED_OUT') ? await findOptOuts(database, run, device) : [],
  };
};

/** Auto-push applies the filters when each delay ends, so its runs store none. */
const readScheduler = async (
  { reader }: Database,
  { schedulerId }: Run,
  now: number,
): Promise<{ audience: RunAudience | null; pushes: RunPush[] }> => {
  const scheduler = await reader.findOneBy(Scheduler, { id: schedulerId });
  if (!scheduler) return { audience: null, pushes: [] };
  const audience = await buildRunAudience(reader, await loadRecord(reader, scheduler), now);
  return { audience, pushes: await loadPushes(reader, schedulerId) };
};

const findBatch = async (database: Database, run: Run, { appId, id }: Device): Promise<Batch | null> => {
  const [row] = await database.query<{ id: number }>(
    `SELECT id, to_id FROM batch WHERE run_id = ? AND app_id = ? AND from_id < ? AND to_id >= ? LIMIT 1`,
    [run.id, appId, id, id],
  );
  const batch = row ? await database.reader.findOneBy(Batch, { id: Number(row.id), appId }) : null;
  return batch?.targets && !batch.targets.deviceIds.includes(id) ? null : batch;
};

const findLimit = async (database: Database, { id, speed }: Run, now: number): Promise<number | null> => {
  if (speed === null) return null;
  const sql = 'SELECT began_at FROM run_pace WHERE run_id = ?';
  const [row] = await database.query<{ began_at: number | null }>(sql, [id]);
  return rateAt(speed, now - Number(row?.began_at ?? now));
};

const findDue = async (database: Database, { schedulerId }: Run, { appId, id }: Device): Promise<Date | null> => {
  const sql = 'SELECT MIN(due_at) AS at FROM due_send WHERE scheduler_id = ? AND app_id = ? AND device_id = ?';
  const [row] = await database.query<{ at: number | null }>(sql, [schedulerId, appId, id]);
  return row?.at === null || row?.at === undefined ? null : new Date(Number(row.at));
};

/** Evaluates each filter for one device with the conditions that sending uses, in one statement. */
const judgeFilters = async (
  database: Database,
  { appId, id, externalUserId }: Pick<Device, 'appId' | 'id' | 'externalUserId'>,
  audience: Audience,
): Promise<FilterVerdicts> => {
  if (audience.length === 0) return new Map();
  const columns = audience.map(({ filter, sql }) => `CASE WHEN ${sql} THEN 1 ELSE 0 END AS ${filter}`);
  const parameters = [...audience.flatMap((used) => used.parameters), appId, id];
  const sql = `SELECT ${columns.join(', ')} FROM device d WHERE d.app_id = ? AND d.id = ?`;
  const [row] = await database.query<{ readonly [filter in FilterName]?: unknown }>(sql, parameters);
  return new Map(
    audience.map(({ filter, users }) => [
      filter,
      // A long list of users is not a SQL condition: pages look it up.
      users ? externalUserId !== null && users.includes(externalUserId) : Number(row?.[filter]) === 1,
    ]),
  );
};

const explainStopped = async (
  audience: RunAudience,
  verdicts: FilterVerdicts,
  { device, context }: { readonly device: Device; readonly context: CompileContext },
): Promise<ReadonlyMap<FilterName, FilterReason>> => {
  const found = new Map<FilterName, FilterReason>();
  for (const { name, explain } of FILTERS) {
    const explanation = verdicts.get(name) === false && (await explain?.(audience[name], device, context));
    if (explanation) found.set(name, explanation);
  }
  return found;
};
