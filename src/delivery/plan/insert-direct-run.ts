import { chunk, groupBy } from '../../collections.js';
import { select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertRow, insertRows } from '../../database/write-rows.js';
import { BATCH_TABLE } from '../../entities/batch.js';
import { NO_RUN, RUN_TABLE } from '../../entities/run.js';
import type { BatchTargets, RunPush, RunTarget } from '../../entities/run-snapshot.js';
import { type BatchRef, findOpenBatches } from '../leases/batch-claims.js';
import { appendToOutbox } from '../record/outbox-writer.js';
import { keepRunPlace } from '../record/trace-places.js';
import { NO_EXPERIMENT } from './run-experiment.js';

/** A device that a message is sent to at once. */
export interface TargetDevice {
  readonly appId: number;
  readonly id: number;
  /** The device must still have this user when it is sent to; null: any. */
  readonly externalId: string | null;
}

export interface DirectRun {
  readonly userId: number;
  /** Unique among the runs without a scheduler. */
  readonly number: number;
  readonly push: RunPush;
  readonly target: RunTarget;
  readonly devices: readonly TargetDevice[];
  readonly now: Date;
  /** The fields that name the sender in the log. */
  readonly sender: Readonly<Record<string, unknown>>;
}

/** A batch's external ids are part of the condition on each of its pages, so a batch has few. */
const DEVICES_PER_BATCH = 500;

/**
 * Creates a run without a scheduler, together with its batches, so that sending can begin with the commit. It has no
 * filters: a process of an earlier release, which does not know the lists of devices, cannot send its batches.
 */
export const insertDirectRun = async (
  tx: Tx,
  { userId, number, push, target, devices, now, sender }: DirectRun,
): Promise<{ runId: number; batches: BatchRef[] }> => {
  const byApp = groupBy(devices, (device) => device.appId);
  await commitBatchesFirst(tx, [...byApp.keys()]);
  const { insertId: runId } = await insertRow(tx, RUN_TABLE, {
    ...NEW_RUN,
    ...{ userId, schedulerId: -number, dueAt: now, createdAt: now, plannedTotal: devices.length },
    ...{ target, pushes: [push] },
  });
  const batches = [...byApp].flatMap(([appId, ofApp]) =>
    toRanges(ofApp).map((range) => ({ ...NEW_BATCH, ...range, runId, appId })),
  );
  await insertRows(tx, BATCH_TABLE, batches);
  await keepRunPlace(tx, runId, now);
  const logged = { cause: 'message', ...sender };
  await appendToOutbox(tx, [{ userId, type: 'run.started', runId, payload: {}, logged, occurredAt: now }]);
  return { runId, batches: await findOpenBatches(tx, runId) };
};

/**
 * Finds nothing on purpose. On shards, a transaction commits first where it read first, and a run that became visible
 * without its batches would end at once (docs/decisions/sharding.md). The batches need the id of the run, so they
 * cannot be written first.
 */
const commitBatchesFirst = (tx: Tx, appIds: readonly number[]) =>
  select(tx, `SELECT id FROM batch WHERE run_id = ${NO_RUN} AND app_id IN ${inList(appIds)} LIMIT 1`, appIds);

const NEW_RUN = {
  kind: 'one-time',
  status: 'running',
  statusReason: null,
  statusMessage: null,
  statusCode: null,
  parts: null,
  audience: null,
  quietHours: null,
  speed: null,
  bestHour: null,
  goals: null,
  ...NO_EXPERIMENT,
  leftOut: 0,
  cancelCount: 0,
  cutIndex: 0,
  cutId: 0,
  finishedAt: null,
  historyDeletedAt: null,
} as const;

const NEW_BATCH = { status: 'pending', leaseOwner: null, leaseUntil: null, notBefore: null, attempts: 0 } as const;

/** Ranges that do not overlap, each with its devices. */
const toRanges = (devices: readonly TargetDevice[]) => {
  let fromId = 0;
  return chunk(
    devices.toSorted((a, b) => a.id - b.id),
    DEVICES_PER_BATCH,
  ).map((part) => {
    const range = { fromId, cursorId: fromId, toId: part.at(-1)?.id ?? fromId, targets: toTargets(part) };
    fromId = range.toId;
    return range;
  });
};

const toTargets = (devices: readonly TargetDevice[]): BatchTargets => {
  const users = new Set(devices.flatMap(({ externalId }) => externalId ?? []));
  return { deviceIds: devices.map(({ id }) => id), externalIds: users.size > 0 ? [...users] : null };
};
