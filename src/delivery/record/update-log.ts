import { execute, select, type Tx } from '../../database/database.js';
import type { Dialect } from '../../database/dialect.js';
import type { RowOf } from '../../entities/column-types.js';
import type { DeliveryLog } from '../../entities/delivery-log.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { settleLog } from './delivery-log-codec.js';

export interface LogChange {
  readonly deviceId: number;
  readonly outcome: OutcomeName;
}

type LogRow = Pick<RowOf<DeliveryLog>, 'first_id' | 'batch_id' | 'outcomes' | 'members'>;

/** Replaces `retrying` by the final outcome in the log bytes of messages that waited. */
export const updateLog = async (
  tx: Tx,
  dialect: Dialect,
  { runId, appId, pushId, changes }: { runId: number; appId: number; pushId: number; changes: readonly LogChange[] },
): Promise<void> => {
  const pending = changes
    .map(({ deviceId, outcome }) => ({ deviceId, outcome, isLogged: false }))
    .sort((a, b) => a.deviceId - b.deviceId);
  const [lowest, highest] = [pending[0], pending.at(-1)];
  if (!lowest || !highest) return;
  const key = 'run_id = ? AND app_id = ? AND push_id = ?';
  const rows = await select<LogRow>(
    tx,
    `SELECT first_id, batch_id, members, outcomes FROM delivery_log
     WHERE ${key} AND first_id <= ? AND last_id >= ? ORDER BY first_id, batch_id ${dialect.forUpdate}`,
    [runId, appId, pushId, highest.deviceId, lowest.deviceId],
  );
  for (const row of rows) {
    const outcomes = settleLog(row, pending);
    if (!outcomes) continue;
    const sql = `UPDATE delivery_log SET outcomes = ? WHERE ${key} AND first_id = ? AND batch_id = ?`;
    await execute(tx, sql, [outcomes, runId, appId, pushId, row.first_id, row.batch_id]);
  }
};
