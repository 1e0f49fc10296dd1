import { setImmediate as nextTurn } from 'node:timers/promises';
import { execute, placeholders, select, type Tx } from '../../database/database.js';
import { RECEIPT_KINDS, type ReceiptKind } from '../../entities/receipt.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { BACKFILL_SHARD, RECEIPT_COUNT_KEY } from '../record/add-receipt-count.js';
import { RECEIPTS } from './history-parts.js';
import { NOT_IN_TOTALS } from './history-retention.js';
import { keyRanges } from './key-ranges.js';

interface Backfill {
  readonly counted_from: number;
  readonly run_id: number;
}

interface Counted {
  readonly app_id: number;
  readonly push_id: number;
  readonly kind: ReceiptKind;
  n: number;
}

/** The application and push of receipts whose history was deleted before they were counted. */
const UNKNOWN = 0;

/**
 * Counts the receipts that came before `receipt_count` existed, the newest runs first. A receipt counts by its time, so
 * later ones do not disturb it. Delete this when no supported release upgrades past this one.
 */
export class ReceiptBackfill {
  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'log'>) {}

  async run(signal: AbortSignal): Promise<void> {
    const { database, clock, log } = this.deps;
    let runs = 0;
    while (!signal.aborted) {
      const [backfill] = await database.query<Backfill>('SELECT counted_from, run_id FROM receipt_backfill');
      if (!backfill || Number(backfill.counted_from) > clock.now()) break;
      if (!(await this.countNext(backfill, signal))) break;
      runs += 1;
      // SQLite answers synchronously, so other work gets a turn of the event loop.
      await nextTurn();
    }
    if (runs > 0) log.info({ runs }, 'the receipts of earlier runs were counted for reports');
  }

  /** Returns false when there is nothing left, or the signal is aborted. */
  private async countNext({ counted_from: before, run_id: upTo }: Backfill, signal: AbortSignal): Promise<boolean> {
    const { database } = this.deps;
    const [next] = await database.query<{ id: number | null }>('SELECT MAX(id) AS id FROM run WHERE id <= ?', [upTo]);
    if (!next || next.id === null) {
      await database.tx((tx) => execute(tx, 'DELETE FROM receipt_backfill'));
      return false;
    }
    const runId = Number(next.id);
    const counts = await this.count(runId, Number(before), signal);
    if (signal.aborted) return false;
    await database.tx(async (tx) => {
      const passed = 'UPDATE receipt_backfill SET run_id = ? WHERE run_id = ?';
      // Another worker may have been faster.
      if ((await execute(tx, passed, [runId - 1, upTo])).affected === 0) return;
      await insertCounts(tx, runId, [...counts, ...(await countDeleted(tx, runId))]);
    });
    return true;
  }

  private async count(runId: number, before: number, signal: AbortSignal): Promise<readonly Counted[]> {
    const counts = new Map<string, Counted>();
    for await (const { sql, parameters } of keyRanges(this.deps.database, RECEIPTS, runId)) {
      if (signal.aborted) return [];
      const rows = await this.deps.database.query<Counted>(
        `SELECT app_id, push_id, kind, COUNT(*) AS n FROM receipt
         WHERE ${sql} AND received_at < ? AND ${NOT_IN_TOTALS}
         GROUP BY app_id, push_id, kind`,
        [...parameters, before],
      );
      for (const row of rows) {
        const key = `${row.app_id} ${row.push_id} ${row.kind}`;
        const known = counts.get(key);
        if (known) known.n += Number(row.n);
        else counts.set(key, { ...row, n: Number(row.n) });
      }
      await nextTurn();
    }
    return [...counts.values()];
  }
}

/** The totals of a run whose receipts are deleted. Its application and push are known if it has one of each. */
const countDeleted = async (tx: Tx, runId: number): Promise<readonly Counted[]> => {
  const columns = RECEIPT_KINDS.join(', ');
  const sql = `SELECT ${columns} FROM run_total WHERE run_id = ?`;
  const [totals] = await select<Record<ReceiptKind, number>>(tx, sql, [runId]);
  if (!totals) return [];
  const places = await select<{ app_id: number; push_id: number }>(
    tx,
    'SELECT DISTINCT app_id, push_id FROM batch_count WHERE run_id = ? LIMIT 2',
    [runId],
  );
  const [only] = places;
  const place = only && places.length === 1 ? only : { app_id: UNKNOWN, push_id: UNKNOWN };
  return RECEIPT_KINDS.map((kind) => ({ ...place, kind, n: Number(totals[kind]) })).filter(({ n }) => n > 0);
};

const insertCounts = async (tx: Tx, runId: number, counts: readonly Counted[]): Promise<void> => {
  const sums = new Map<string, readonly unknown[]>();
  for (const { app_id, push_id, kind, n } of counts) {
    const key = `${app_id} ${push_id} ${kind}`;
    sums.set(key, [runId, app_id, push_id, kind, BACKFILL_SHARD, n + Number(sums.get(key)?.at(-1) ?? 0)]);
  }
  if (sums.size === 0) return;
  const columns = [...RECEIPT_COUNT_KEY, 'count'];
  const sql = `INSERT INTO receipt_count (${columns.join(', ')}) VALUES ${placeholders(sums.size, columns.length)}`;
  await execute(tx, sql, [...sums.values()].flat());
};
