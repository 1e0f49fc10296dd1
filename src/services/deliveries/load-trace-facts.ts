import { type Audience, compileAudience } from '../../audience/audience.js';
import type { FilterName } from '../../audience/filters/index.js';
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
import { type DeliveryReader, type FailureNote, type ReceiptNotes, type WaitingNote } from './delivery-reader.js';
import type { DeliveryRecord } from './delivery-record.js';

/** Whether one device passes; a filter that its run does not use is absent. */
export type FilterVerdicts = ReadonlyMap<FilterName, boolean>;

/** Everything that a trace is told from. */
export interface TraceFacts {
  readonly run: Run;
  readonly app: App;
  readonly device: Device;
  /** The filters of the run; of auto-push those of its scheduler now; null: that has been deleted. */
  readonly audience: RunAudience | null;
  readonly pushes: readonly RunPush[];
  readonly filters: FilterVerdicts | null;
  /** The batch that has the device; null: none, or auto-push. */
  readonly batch: Batch | null;
  /** Auto-push: when the next of its messages is due to this device; null: none waits. */
  readonly nextDueAt: Date | null;
  readonly records: readonly DeliveryRecord[];
  readonly failures: ReadonlyMap<string, FailureNote>;
  readonly waiting: ReadonlyMap<string, WaitingNote>;
  readonly receipts: ReadonlyMap<string, ReceiptNotes>;
}

export const loadTraceFacts = async (
  database: Database,
  reader: DeliveryReader,
  { run, app, device }: Pick<TraceFacts, 'run' | 'app' | 'device'>,
): Promise<TraceFacts> => {
  const { audience, pushes } = run.kind === 'auto-push' ? await readScheduler(database, run) : run;
  const records = await reader.ofDevices([{ appId: app.id, deviceId: device.id }], [run.id]);
  const compiled = audience && (await compileAudience(audience, { database, userId: run.userId, parts: run.parts }));
  return {
    run,
    app,
    device,
    audience,
    pushes: pushes ?? [],
    filters: compiled && (await judgeFilters(database, device, compiled)),
    batch: await findBatch(database, run, device),
    nextDueAt: run.kind === 'auto-push' ? await findDue(database, run, device) : null,
    records,
    failures: await reader.failures(records),
    waiting: await reader.waiting(records),
    receipts: await reader.receipts(records),
  };
};

/** Auto-push judges when each delay ends, so the run has no filters of its own. */
const readScheduler = async (
  { reader }: Database,
  { schedulerId }: Run,
): Promise<{ audience: RunAudience | null; pushes: RunPush[] }> => {
  const scheduler = await reader.findOneBy(Scheduler, { id: schedulerId });
  if (!scheduler) return { audience: null, pushes: [] };
  const audience = await buildRunAudience(reader, await loadRecord(reader, scheduler));
  return { audience, pushes: await loadPushes(reader, schedulerId) };
};

const findBatch = async (database: Database, run: Run, { appId, id }: Device): Promise<Batch | null> => {
  const [row] = await database.query<{ id: number }>(
    `SELECT id, to_id FROM batch WHERE run_id = ? AND app_id = ? AND from_id < ? AND to_id >= ? LIMIT 1`,
    [run.id, appId, id, id],
  );
  return row ? database.reader.findOneBy(Batch, { id: Number(row.id), appId }) : null;
};

const findDue = async (database: Database, { schedulerId }: Run, { appId, id }: Device): Promise<Date | null> => {
  const sql = 'SELECT MIN(due_at) AS at FROM due_send WHERE scheduler_id = ? AND app_id = ? AND device_id = ?';
  const [row] = await database.query<{ at: number | null }>(sql, [schedulerId, appId, id]);
  return row?.at === null || row?.at === undefined ? null : new Date(Number(row.at));
};

/** What each filter says of one device, by the very conditions that sending selects with; in one statement. */
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
      // A long list of users is no condition: pages look it up.
      users ? externalUserId !== null && users.includes(externalUserId) : Number(row?.[filter]) === 1,
    ]),
  );
};
