import { FAILED } from '../../reports/measures.js';
import { readMessageCounts } from '../../reports/message-counts.js';
import { type AlertKindDefinition, MAX_FINDINGS } from '../alert-kind.js';

const WATCHED_MS = 86_400_000;
const NEVER = new Date(8_640_000_000_000_000);

interface Row {
  readonly run_id: number;
  readonly name: string | null;
  readonly failed: number | string;
  readonly tried: number | string;
}

/** Runs are watched for a day after their start. */
export const runFailures: AlertKindDefinition = {
  name: 'RUN_FAILURES',
  description: 'A run that began within a day has at least `minCount` messages, and at least `share` of them failed.',
  settings: { share: { min: 0.001, max: 1 }, minCount: { min: 1, max: 1_000_000_000 } },
  find: async ({ database, rule, now }) => {
    const failed = `SUM(CASE WHEN ${FAILED} THEN c.count ELSE 0 END)`;
    const tried = `SUM(CASE WHEN ${FAILED} OR c.outcome = 'sent' THEN c.count ELSE 0 END)`;
    const { userId, appId } = rule;
    const period = { from: new Date(now - WATCHED_MS), to: NEVER, timeZone: 'UTC' };
    const scope = { userId, period, where: { appId, schedulerId: null, pushId: null } };
    const messages = database.isVitess ? await readMessageCounts(database, scope, []) : null;
    // A quotient is exact where a product is not: 0.28 * 25 is above 7. `0e0` makes it a double.
    const rows = await database.longRead<Row>(
      userId,
      `SELECT f.run_id, s.name, f.failed, f.tried FROM (
         SELECT r.id AS run_id, r.scheduler_id, ${failed} AS failed, ${tried} AS tried
         FROM run r JOIN ${messages?.sql ?? 'batch_count'} c ON c.run_id = r.id
         WHERE r.user_id = ? AND r.due_at >= ? ${appId === null ? '' : 'AND c.app_id = ?'}
         GROUP BY r.id, r.scheduler_id) f
       LEFT JOIN scheduler s ON s.id = f.scheduler_id
       WHERE f.tried >= ? AND (f.failed + 0e0) / f.tried >= ? ORDER BY f.run_id DESC LIMIT ${MAX_FINDINGS}`,
      [
        ...(messages?.parameters ?? []),
        ...[userId, period.from.getTime(), ...(appId === null ? [] : [appId]), rule.minCount, rule.share],
      ],
    );
    return rows.map(({ run_id, name, failed: count, tried: of }) => ({
      appId,
      runId: Number(run_id),
      facts: { failed: Number(count), messages: Number(of), name },
    }));
  },
  describe: ({ failed, messages, name }) =>
    `${failed} of ${messages} messages of ${name === null ? 'a run' : `the run of "${name}"`} failed.`,
};
