import DataLoader from 'dataloader';
import type { Database } from '../../database/database.js';

/** Of a row `f`: the device has not confirmed its subscription since it was noticed. @param device its alias. */
export const isStillForeign = (device: string): string =>
  `f.app_id = ${device}.app_id AND f.device_id = ${device}.id AND ${device}.token_at <= f.noticed_at`;

/** How many active devices of each application subscribed with another key, in one statement over keys alone. */
export const countForeignSubscriptions = (database: Database): DataLoader<number, number> =>
  new DataLoader(async (appIds) => {
    const marks = appIds.map(() => '?').join(', ');
    const rows = await database.query<{ app_id: number; n: number }>(
      `SELECT f.app_id, COUNT(*) AS n FROM foreign_subscription f JOIN device d ON ${isStillForeign('d')}
       WHERE f.app_id IN (${marks}) AND d.active = 1 GROUP BY f.app_id`,
      appIds,
    );
    const countOf = new Map(rows.map((row) => [Number(row.app_id), Number(row.n)]));
    return appIds.map((id) => countOf.get(id) ?? 0);
  });
