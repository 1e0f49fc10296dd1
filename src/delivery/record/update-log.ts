import { execute, select, type Tx } from '../../database/database.js';
import type { Dialect } from '../../database/dialect.js';
import type { RowOf } from '../../entities/column-types.js';
import type { DeliveryLog } from '../../entities/delivery-log.js';
import { OUTCOMES, type OutcomeName } from '../../entities/outcome.js';
import { decodeLog } from './delivery-log-codec.js';

export interface LogChange {
  readonly deviceId: number;
  readonly outcome: OutcomeName;
}

type LogRow = Pick<RowOf<DeliveryLog>, 'first_id' | 'batch_id' | 'outcomes' | 'members'>;

/** A message that waited has its final outcome: its byte in the log changes from `retrying` to it. */
export const updateLog = async (
  tx: Tx,
  dialect: Dialect,
  { runId, appId, pushId, changes }: { runId: number; appId: number; pushId: number; changes: readonly LogChange[] },
): Promise<void> => {
  const pending = changes.toSorted((a, b) => a.deviceId - b.deviceId);
  const [lowest, highest] = [pending[0], pending.at(-1)];
  if (!lowest || !highest) return;
  const key = 'run_id = ? AND app_id = ? AND push_id = ?';
  const rows = await select<LogRow>(
    tx,
    `SELECT first_id, batch_id, members, outcomes FROM delivery_log
     WHERE ${key} AND first_id <= ? AND last_id >= ? ORDER BY first_id, batch_id ${dialect.forUpdate}`,
    [runId, appId, pushId, highest.deviceId, lowest.deviceId],
  );
  const waiting = new Map<number, OutcomeName[]>();
  for (const { deviceId, outcome } of pending) waiting.set(deviceId, [...(waiting.get(deviceId) ?? []), outcome]);
  for (const row of rows) {
    const outcomes = settle(row, waiting);
    if (!outcomes) continue;
    const sql = `UPDATE delivery_log SET outcomes = ? WHERE ${key} AND first_id = ? AND batch_id = ?`;
    await execute(tx, sql, [outcomes, runId, appId, pushId, row.first_id, row.batch_id]);
  }
};

/** The row's bytes with what is waiting filled in; null if nothing in it changed. */
const settle = (row: LogRow, waiting: Map<number, OutcomeName[]>): Buffer | null => {
  const outcomes = Buffer.from(row.outcomes);
  let changed = false;
  for (const [index, entry] of decodeLog(row.members, row.outcomes).entries()) {
    const outcome = entry.outcome === 'retrying' ? waiting.get(entry.deviceId)?.shift() : undefined;
    if (!outcome) continue;
    outcomes[index] = OUTCOMES[outcome];
    changed = true;
  }
  return changed ? outcomes : null;
};
