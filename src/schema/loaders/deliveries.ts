import DataLoader from 'dataloader';
import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { Batch } from '../../entities/batch.js';
import type { OutcomeName } from '../../entities/outcome.js';
import type { ReceiptKind } from '../../entities/receipt.js';
import { DeliveryReader, type DeviceRef } from '../../services/deliveries/delivery-reader.js';
import { type DeliveryRecord, type MessageRef, messageKey } from '../../services/deliveries/delivery-record.js';
import { columnNames, hydrate, type Row } from '../paging/hydrate.js';

/** Notes on messages of runs that are the user's. */
const byMessage = <T>(read: (messages: readonly MessageRef[]) => Promise<Map<string, T>>) =>
  new DataLoader<MessageRef, T | null, string>(
    async (messages) => {
      const found = await read(messages);
      return messages.map((message) => found.get(messageKey(message)) ?? null);
    },
    { cacheKeyFn: messageKey },
  );

export const loadFailures = (database: Database) =>
  byMessage((messages) => new DeliveryReader(database).failures(messages));

export const loadWaiting = (database: Database) =>
  byMessage((messages) => new DeliveryReader(database).waiting(messages));

export const loadReceipts = (database: Database) =>
  byMessage((messages) => new DeliveryReader(database).receipts(messages));

export interface DeviceInRuns extends DeviceRef {
  readonly runIds: readonly number[];
}

/** What was recorded of devices, all those that are asked about the same runs together. */
export const loadDeviceDeliveries = (database: Database): DataLoader<DeviceInRuns, DeliveryRecord[], string> =>
  new DataLoader(
    async (asked) => {
      const reader = new DeliveryReader(database);
      const found = new Map<string, DeliveryRecord[]>();
      for (const [runs, group] of groupBy(asked, ({ runIds }) => runIds.join())) {
        const records = await reader.ofDevices(group, group[0]?.runIds ?? []);
        for (const [id, ofDevice] of groupBy(records, ({ deviceId }) => deviceId)) found.set(`${id} ${runs}`, ofDevice);
      }
      return asked.map(({ deviceId, runIds }) => found.get(`${deviceId} ${runIds.join()}`) ?? []);
    },
    { cacheKeyFn: ({ deviceId, runIds }) => `${deviceId} ${runIds.join()}` },
  );

export interface RunOfPage {
  readonly id: number;
  /** null: its history is there. */
  readonly historyDeletedAt: Date | null;
}

/** The user's runs, latest first, up to one: so many at most. */
export const loadLatestRuns = (database: Database, userId: number, limit: number): DataLoader<number, RunOfPage[]> =>
  new DataLoader((upTo) =>
    Promise.all(
      upTo.map(async (last) => {
        const sql = `SELECT id, history_deleted_at AS at FROM run WHERE user_id = ? AND id <= ? ORDER BY id DESC LIMIT ${limit}`;
        const rows = await database.query<{ id: number; at: number | null }>(sql, [userId, last]);
        return rows.map(({ id, at }) => ({
          id: Number(id),
          historyDeletedAt: at === null ? null : new Date(Number(at)),
        }));
      }),
    ),
  );

/** Batches of the user's runs by id. */
export const loadBatchesById = (database: Database, userId: number): DataLoader<number, Batch | null> =>
  new DataLoader(async (ids) => {
    const columns = columnNames(database.reader, Batch).join(', ');
    const rows = await database.query<Row>(
      `SELECT ${columns} FROM batch WHERE id IN ${inList(ids)}
         AND run_id IN (SELECT r.id FROM run r WHERE r.user_id = ? AND r.history_deleted_at IS NULL)`,
      [...ids, userId],
    );
    const found = new Map(hydrate(database.reader, Batch, rows).map((batch) => [batch.id, batch]));
    return ids.map((id) => found.get(id) ?? null);
  });

interface OutcomeSum {
  readonly outcome: OutcomeName;
  readonly count: number;
}

/** Messages of batches by outcome. */
export const loadBatchCounts = (database: Database): DataLoader<Pick<Batch, 'id' | 'runId'>, OutcomeSum[], number> =>
  new DataLoader(
    async (batches) => {
      const rows = await database.query<{ batch_id: number; outcome: OutcomeName; n: number }>(
        `SELECT batch_id, outcome, SUM(count) AS n FROM batch_count
         WHERE run_id IN ${inList(batches)} AND batch_id IN ${inList(batches)} GROUP BY batch_id, outcome`,
        [...batches.map(({ runId }) => runId), ...batches.map(({ id }) => id)],
      );
      const sumsOf = groupBy(rows, (row) => Number(row.batch_id));
      return batches.map(({ id }) => (sumsOf.get(id) ?? []).map(({ outcome, n }) => ({ outcome, count: Number(n) })));
    },
    { cacheKeyFn: ({ id }) => id },
  );

export interface PushTotal {
  readonly appId: number;
  readonly pushId: number;
  readonly count: number;
}

/** Messages of runs by application and push. */
export const loadPushTotals = (database: Database): DataLoader<number, PushTotal[]> =>
  new DataLoader(async (runIds) => {
    const rows = await database.query<{ run_id: number; app_id: number; push_id: number; n: number }>(
      `SELECT run_id, app_id, push_id, SUM(count) AS n FROM batch_count
       WHERE run_id IN ${inList(runIds)} GROUP BY run_id, app_id, push_id`,
      runIds,
    );
    const totalsOf = groupBy(rows, (row) => Number(row.run_id));
    return runIds.map((id) =>
      (totalsOf.get(id) ?? []).map((row) => ({
        appId: Number(row.app_id),
        pushId: Number(row.push_id),
        count: Number(row.n),
      })),
    );
  });

/** Receipts of runs by kind. */
export const loadReceiptCounts = (
  database: Database,
  userId: number,
): DataLoader<number, Record<ReceiptKind, number>> =>
  new DataLoader(async (runIds) => {
    const rows = await database.longRead<{ run_id: number; kind: ReceiptKind; n: number }>(
      userId,
      `SELECT run_id, kind, COUNT(*) AS n FROM receipt WHERE run_id IN ${inList(runIds)} GROUP BY run_id, kind
       UNION ALL SELECT run_id, 'delivered', delivered FROM run_total WHERE run_id IN ${inList(runIds)}
       UNION ALL SELECT run_id, 'clicked', clicked FROM run_total WHERE run_id IN ${inList(runIds)}`,
      [...runIds, ...runIds, ...runIds],
    );
    const rowsOf = groupBy(rows, (row) => Number(row.run_id));
    return runIds.map((id) => {
      const ofKind = (kind: ReceiptKind) => (rowsOf.get(id) ?? []).filter((row) => row.kind === kind);
      const count = (kind: ReceiptKind): number => ofKind(kind).reduce((sum, { n }) => sum + Number(n), 0);
      return { delivered: count('delivered'), clicked: count('clicked') };
    });
  });
