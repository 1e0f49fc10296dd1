import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { columnNames, hydrate, type Row } from '../../database/hydrate.js';
import { inList } from '../../database/in-list.js';
import { NOT_IN_TOTALS } from '../../delivery/upkeep/history-retention.js';
import { Batch } from '../../entities/batch.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { RECEIPT_KINDS, type ReceiptKind } from '../../entities/receipt.js';

export interface RunOfPage {
  readonly id: number;
  /** null while the history of the run exists. */
  readonly historyDeletedAt: Date | null;
}

/** The user's runs, latest first, up to the given one, limited in number. */
export const selectLatestRuns = async (
  database: Database,
  userId: number,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<RunOfPage[]> => {
  const sql = `SELECT id, history_deleted_at AS at FROM run WHERE user_id = ? AND id <= ? ORDER BY id DESC LIMIT ${limit}`;
  const rows = await database.query<{ id: number; at: number | null }>(sql, [userId, upTo]);
  return rows.map(({ id, at }) => ({ id: Number(id), historyDeletedAt: at === null ? null : new Date(Number(at)) }));
};

/** Large columns that only delivery and traces read. */
export const BATCH_LISTS = ['targets'] as const;

/** Batches of the user's runs, by id. */
export const selectBatches = async (database: Database, userId: number, ids: readonly number[]): Promise<Batch[]> => {
  const columns = columnNames(database.reader, Batch, BATCH_LISTS).join(', ');
  const rows = await database.query<Row>(
    `SELECT ${columns} FROM batch WHERE id IN ${inList(ids)}
       AND run_id IN (SELECT r.id FROM run r WHERE r.user_id = ? AND r.history_deleted_at IS NULL)`,
    [...ids, userId],
  );
  return hydrate(database.reader, Batch, rows);
};

export interface OutcomeSum {
  readonly outcome: OutcomeName;
  readonly count: number;
}

/** Messages of batches by outcome. */
export const sumBatches = async (
  database: Database,
  batches: readonly Pick<Batch, 'id' | 'runId'>[],
): Promise<Map<number, OutcomeSum[]>> => {
  const rows = await database.query<{ batch_id: number; outcome: OutcomeName; n: number }>(
    `SELECT batch_id, outcome, SUM(count) AS n FROM batch_count
     WHERE run_id IN ${inList(batches)} AND batch_id IN ${inList(batches)} GROUP BY batch_id, outcome`,
    [...batches.map(({ runId }) => runId), ...batches.map(({ id }) => id)],
  );
  const sumsOf = groupBy(rows, (row) => Number(row.batch_id));
  return new Map([...sumsOf].map(([id, sums]) => [id, sums.map(({ outcome, n }) => ({ outcome, count: Number(n) }))]));
};

export interface PushTotal extends OutcomeSum {
  readonly appId: number;
  readonly pushId: number;
}

/** Messages of runs by application, push and outcome. */
export const sumPushes = async (database: Database, runIds: readonly number[]): Promise<Map<number, PushTotal[]>> => {
  const rows = await database.query<{
    run_id: number;
    app_id: number;
    push_id: number;
    outcome: OutcomeName;
    n: number;
  }>(
    `SELECT run_id, app_id, push_id, outcome, SUM(count) AS n FROM batch_count
     WHERE run_id IN ${inList(runIds)} GROUP BY run_id, app_id, push_id, outcome ORDER BY run_id, push_id, app_id`,
    runIds,
  );
  const toTotal = (row: (typeof rows)[number]): PushTotal => ({
    appId: Number(row.app_id),
    pushId: Number(row.push_id),
    outcome: row.outcome,
    count: Number(row.n),
  });
  return new Map([...groupBy(rows, (row) => Number(row.run_id))].map(([id, totals]) => [id, totals.map(toTotal)]));
};

export type ReceiptSums = Record<ReceiptKind, number>;
export const NO_RECEIPTS: Readonly<ReceiptSums> = { delivered: 0, clicked: 0, dismissed: 0 };

/** Receipts of runs by push and kind, for runs with few pushes. @param userId their owner. */
export const countPushReceipts = async (
  database: Database,
  userId: number,
  runIds: readonly number[],
): Promise<Map<number, Map<number, ReceiptSums>>> => {
  const rows = await database.longRead<{ run_id: number; push_id: number; kind: ReceiptKind; n: number }>(
    userId,
    `SELECT run_id, push_id, kind, COUNT(*) AS n FROM receipt
     WHERE run_id IN ${inList(runIds)} GROUP BY run_id, push_id, kind`,
    runIds,
  );
  return new Map(
    [...groupBy(rows, (row) => Number(row.run_id))].map(([runId, ofRun]) => [
      runId,
      new Map([...groupBy(ofRun, (row) => Number(row.push_id))].map(([pushId, group]) => [pushId, toSums(group)])),
    ]),
  );
};

const toSums = (rows: readonly { readonly kind: ReceiptKind; readonly n: number }[]): ReceiptSums => ({
  ...NO_RECEIPTS,
  ...Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)])),
});

/** Receipts of runs by kind. @param userId their owner. */
export const countReceipts = async (
  database: Database,
  userId: number,
  runIds: readonly number[],
): Promise<Map<number, ReceiptSums>> => {
  const totals = RECEIPT_KINDS.map(
    (kind) => `UNION ALL SELECT run_id, '${kind}', ${kind} FROM run_total WHERE run_id IN ${inList(runIds)}`,
  );
  const rows = await database.longRead<{ run_id: number; kind: ReceiptKind; n: number }>(
    userId,
    `SELECT run_id, kind, COUNT(*) AS n FROM receipt WHERE run_id IN ${inList(runIds)}
     GROUP BY run_id, kind HAVING ${NOT_IN_TOTALS} ${totals.join(' ')}`,
    [runIds, ...totals.map(() => runIds)].flat(),
  );
  const sums = new Map<number, ReceiptSums>();
  for (const { run_id, kind, n } of rows) {
    const sum = sums.get(Number(run_id)) ?? { ...NO_RECEIPTS };
    sum[kind] += Number(n);
    sums.set(Number(run_id), sum);
  }
  return sums;
};
