import type { Database } from '../../database/database.js';
import { DAY } from '../../schedule/wall-clock.js';
import type { Dimension } from './dimension.js';
import { inScope, type ReportScope } from './report-sql.js';

interface Asked {
  readonly scope: ReportScope;
  readonly dimension: Dimension;
  /** Epoch ms. */
  readonly now: number;
  /** `RUN_RETENTION_DAYS`; 0: runs are kept. */
  readonly runRetentionDays: number;
}

/**
 * The instant from which a report has everything; null: all of its period. Before it, runs were deleted, receipts are not
 * counted yet, or only the totals of runs are known.
 */
export const findCompleteFrom = async (
  database: Database,
  { scope, dimension, now, runRetentionDays }: Asked,
): Promise<Date | null> => {
  const all = { ...scope, where: { appId: null, pushId: null, schedulerId: null } };
  const { sql, parameters } = inScope(all, (name) => `c.${name}`);
  const last = async (more: string, values: readonly unknown[] = []): Promise<number | null> => {
    const found = `SELECT MAX(r.due_at) AS at FROM run r WHERE ${sql} AND ${more}`;
    const [row] = await database.longRead<{ at: number | null }>(scope.userId, found, [...parameters, ...values]);
    return row && row.at !== null ? Number(row.at) + 1 : null;
  };
  const isDivided =
    dimension.needs.includes('app_id') ||
    dimension.needs.includes('push_id') ||
    dimension.needs.includes('variant') ||
    scope.where.appId !== null ||
    scope.where.pushId !== null;
  const [backfill] = await database.query<{ run_id: number }>('SELECT run_id FROM receipt_backfill');
  const bounds = [
    backfill ? await last('r.id <= ?', [backfill.run_id]) : null,
    isDivided ? await last('EXISTS (SELECT 1 FROM receipt_count c WHERE c.run_id = r.id AND c.app_id = 0)') : null,
    await deletedBefore(database, { scope, now, runRetentionDays }),
  ].filter((bound) => bound !== null);
  return bounds.length === 0 ? null : new Date(Math.max(...bounds));
};

/** Runs past their retention are deleted. An account that is younger has lost none. */
const deletedBefore = async (
  database: Database,
  { scope, now, runRetentionDays }: Omit<Asked, 'dimension'>,
): Promise<number | null> => {
  const oldest = now - runRetentionDays * DAY;
  if (runRetentionDays === 0 || scope.period.from.getTime() >= oldest) return null;
  const sql = 'SELECT created_at FROM user_account WHERE id = ?';
  const [account] = await database.query<{ created_at: number }>(sql, [scope.userId]);
  return account && Number(account.created_at) < oldest ? oldest : null;
};
