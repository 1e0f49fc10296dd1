import { type AlertKindDefinition, MAX_FINDINGS } from '../alert-kind.js';

const MINUTE_MS = 60_000;
/** Phones take a moment to report that they received a message. */
const SETTLES_MINUTES = 5;

interface Row {
  readonly app_id: number;
  readonly name: string | null;
  readonly sent: number | string;
}

/** Applications that never reported a delivery are left out: they do not use receipts. */
export const noDeliveries: AlertKindDefinition = {
  name: 'NO_DELIVERIES',
  description:
    'An application sent at least `minCount` messages within `minutes`, and no device reported a delivery, although some did within the last 92 days. Messages of the last 5 minutes do not count.',
  settings: { minCount: { min: 1, max: 1_000_000_000 }, minutes: { min: 15, max: 1_440 } },
  find: async ({ database, rule, now }) => {
    const minute = Math.floor(now / MINUTE_MS);
    const narrowed = rule.appId === null ? '' : 'AND t.app_id = ?';
    const rows = await database.longRead<Row>(
      rule.userId,
      `SELECT f.app_id, a.name, f.sent FROM (
         SELECT t.app_id, SUM(CASE WHEN t.minute < ? THEN t.sent ELSE 0 END) AS sent, SUM(t.delivered) AS delivered
         FROM traffic t WHERE t.user_id = ? AND t.minute >= ? ${narrowed} GROUP BY t.app_id) f
       JOIN app a ON a.id = f.app_id
       WHERE f.delivered = 0 AND f.sent >= ?
         AND EXISTS (SELECT 1 FROM traffic e WHERE e.user_id = ? AND e.app_id = f.app_id AND e.delivered > 0)
       ORDER BY f.app_id LIMIT ${MAX_FINDINGS}`,
      [
        ...[minute - SETTLES_MINUTES, rule.userId, minute - Number(rule.minutes)],
        ...(rule.appId === null ? [] : [rule.appId]),
        ...[rule.minCount, rule.userId],
      ],
    );
    return rows.map(({ app_id, name, sent }) => ({
      appId: Number(app_id),
      runId: null,
      facts: { sent: Number(sent), minutes: rule.minutes, name },
    }));
  },
  describe: ({ sent, minutes, name }) =>
    `No device reported a delivery from "${name}" within ${minutes} minutes, although ${sent} messages were sent.`,
};
