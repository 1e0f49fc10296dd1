import { chunk } from '../../src/collections.js';
import { type Database, execute } from '../../src/database/database.js';
import { insertRows } from '../../src/database/write-rows.js';
import { BATCH_COUNT_TABLE, type BatchCount } from '../../src/entities/batch-count.js';

export interface ReceiptCount {
  readonly runId: number;
  readonly appId: number;
  readonly pushId: number;
  readonly kind: 'delivered' | 'clicked' | 'dismissed';
  readonly shard: number;
  readonly count: number;
}

export interface SeededRun {
  readonly id: number;
  readonly userId: number;
  readonly schedulerId: number;
  readonly dueAt: Date;
  readonly pushes?: unknown;
  readonly experiment?: unknown;
}

/** Inserts finished runs without sending anything. */
export const insertRuns = async (database: Database, runs: readonly SeededRun[]): Promise<void> => {
  const columns =
    'id, user_id, scheduler_id, due_at, created_at, finished_at, pushes, experiment, kind, status, left_out, cut_index, cut_id';
  for (const part of chunk(runs, 500)) {
    const rows = part.map(() => "(?, ?, ?, ?, ?, ?, ?, ?, 'onesend', 'finished', 0, 0, 0)").join(', ');
    const values = part.flatMap(({ id, userId, schedulerId, dueAt, pushes, experiment }) => {
      const at = dueAt.getTime();
      return [id, userId, schedulerId, at, at, at, toJson(pushes), toJson(experiment)];
    });
    await database.tx((tx) => execute(tx, `INSERT INTO run (${columns}) VALUES ${rows}`, values));
  }
};

const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

export const insertCounts = async (
  database: Database,
  messages: readonly BatchCount[],
  receipts: readonly ReceiptCount[],
): Promise<void> => {
  for (const part of chunk(messages, 1_000)) await database.tx((tx) => insertRows(tx, BATCH_COUNT_TABLE, part));
  for (const part of chunk(receipts, 1_000)) {
    const rows = part.map(() => '(?, ?, ?, ?, ?, ?)').join(', ');
    const values = part.flatMap((row) => [row.runId, row.appId, row.pushId, row.kind, row.shard, row.count]);
    const sql = `INSERT INTO receipt_count (run_id, app_id, push_id, kind, shard, count) VALUES ${rows}`;
    await database.tx((tx) => execute(tx, sql, values));
  }
};
