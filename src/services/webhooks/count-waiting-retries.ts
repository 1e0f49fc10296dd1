import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';

/** Returns the number of waiting messages by webhook; webhooks without any are absent. */
export const countWaitingRetries = async (
  database: Database,
  webhookIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await database.query<{ webhook_id: number; n: number }>(
    `SELECT webhook_id, COUNT(*) AS n FROM webhook_retry WHERE webhook_id IN ${inList(webhookIds)} GROUP BY webhook_id`,
    webhookIds,
  );
  return new Map(rows.map((row) => [Number(row.webhook_id), Number(row.n)]));
};
