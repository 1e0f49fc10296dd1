import DataLoader from 'dataloader';
import type { Database } from '../../database/database.js';

/** How many devices carry each tag, in one statement over an index alone; rows of deleted applications do not count. */
export const countDevicesOfTags = (database: Database, userId: number): DataLoader<number, number> =>
  new DataLoader(async (tagIds) => {
    const marks = tagIds.map(() => '?').join(', ');
    const rows = await database.longRead<{ tag_id: number; n: number }>(
      userId,
      `SELECT l.tag_id, COUNT(*) AS n FROM device_tag l
       WHERE l.tag_id IN (${marks}) AND l.app_id IN (SELECT id FROM app WHERE user_id = ?) GROUP BY l.tag_id`,
      [...tagIds, userId],
    );
    const countOf = new Map(rows.map((row) => [Number(row.tag_id), Number(row.n)]));
    return tagIds.map((id) => countOf.get(id) ?? 0);
  });
