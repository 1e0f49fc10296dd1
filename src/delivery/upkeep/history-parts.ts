import { type Database, dialectOf, execute, placeholders, select, type Tx } from '../../database/database.js';
import { insertRows } from '../../database/write-rows.js';
import { BATCH_COUNT_TABLE } from '../../entities/batch-count.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { RECEIPT_KINDS, type ReceiptKind } from '../../entities/receipt.js';
import type { KeyRange, WalkedTable } from './key-ranges.js';

/** A table with rows per device of a run. */
export interface HistoryPart extends WalkedTable {
  /** What these rows add to the totals that stay. */
  readonly count?: (database: Database, range: KeyRange) => Promise<HistoryTotals>;
  /** Adds the counts of these rows to rows of the same table that stay, in the transaction that deletes them. */
  readonly fold?: (tx: Tx, runId: number, range: KeyRange) => Promise<void>;
}

const TOTALS = ['batches', 'batches_done', ...RECEIPT_KINDS] as const;
export type HistoryTotals = { readonly [total in (typeof TOTALS)[number]]?: number };

const countBatches = async (database: Database, { sql, parameters }: KeyRange): Promise<HistoryTotals> => {
  const counted = "COUNT(*) AS batches, SUM(CASE WHEN status = 'done' THEN 1 ELSE 0 END) AS done";
  const [row] = await database.query<{ batches: number; done: number | null }>(
    `SELECT ${counted} FROM batch WHERE ${sql}`,
    parameters,
  );
  return { batches: Number(row?.batches ?? 0), batches_done: Number(row?.done ?? 0) };
};

const countReceipts = async (database: Database, { sql, parameters }: KeyRange): Promise<HistoryTotals> => {
  const rows = await database.query<{ kind: ReceiptKind; n: number }>(
    `SELECT kind, COUNT(*) AS n FROM receipt WHERE ${sql} GROUP BY kind`,
    parameters,
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)]));
};

export const sumTotals = (some: HistoryTotals, more: HistoryTotals): HistoryTotals =>
  Object.fromEntries(TOTALS.map((name) => [name, (some[name] ?? 0) + (more[name] ?? 0)]));

/** An earlier release may have added some of a run's totals already. */
export const addTotals = async (tx: Tx, runId: number, added: HistoryTotals): Promise<void> => {
  const values = TOTALS.map((name) => added[name] ?? 0);
  if (values.every((value) => value === 0)) return;
  const onClash = dialectOf(tx).upsert(['run_id'], (incoming) =>
    TOTALS.map((name) => `${name} = run_total.${name} + ${incoming(name)}`).join(', '),
  );
  const sql = `INSERT INTO run_total (run_id, ${TOTALS.join(', ')}) VALUES ${placeholders(1, 1 + values.length)} ${onClash}`;
  await execute(tx, sql, [runId, ...values]);
};

interface CountSum {
  readonly app_id: number;
  readonly push_id: number;
  readonly language: string;
  readonly outcome: OutcomeName;
  readonly n: number;
}

/** Adds counts to the rows of batch 0, where auto-push always has its counts. */
const foldCounts = async (tx: Tx, runId: number, { sql, parameters }: KeyRange): Promise<void> => {
  const key = ['app_id', 'push_id', 'language', 'outcome'] as const;
  const sums = await select<CountSum>(
    tx,
    `SELECT ${key.join(', ')}, SUM(count) AS n FROM batch_count WHERE ${sql} GROUP BY ${key.join(', ')}`,
    parameters,
  );
  const whole = ['run_id', 'batch_id', ...key];
  const onClash = dialectOf(tx).upsert(whole, (incoming) => `count = batch_count.count + ${incoming('count')}`);
  const rows = sums.map(({ app_id: appId, push_id: pushId, language, outcome, n }) => {
    return { runId, batchId: 0, appId, pushId, language, outcome, count: Number(n) };
  });
  await insertRows(tx, BATCH_COUNT_TABLE, rows, onClash);
};

/** Receipts of runs, and of pushes that were tried on one device. */
export const RECEIPTS: WalkedTable = {
  table: 'receipt',
  leads: ['push_id'],
  along: 'device_id',
  after: -1,
  rows: 1_000,
};

/** The order matters: a batch must not outlive its counts. */
export const HISTORY_PARTS: readonly HistoryPart[] = [
  { table: 'batch', leads: ['app_id'], along: 'from_id', after: -1, rows: 1_000, count: countBatches },
  // Each row has the messages of a checkpoint, up to 10,000.
  { table: 'delivery_log', leads: ['app_id', 'push_id'], along: 'first_id', after: -1, rows: 100 },
  { table: 'delivery_failure', leads: ['push_id'], along: 'device_id', after: -1, rows: 1_000 },
  { table: 'run_timeline', leads: [], along: 'bucket', after: -1, rows: 1_000 },
  { ...RECEIPTS, count: countReceipts },
  { table: 'batch_count', leads: [], along: 'batch_id', after: 0, rows: 1_000, fold: foldCounts },
];
