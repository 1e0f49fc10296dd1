import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';

/** Counts the devices of each tag, from an index alone, without deleted applications. Tags of no device are absent. */
export const countDevicesOfTags = async (
  database: Database,
  userId: number,
  tagIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await database.longRead<{ tag_id: number; n: number }>(
    userId,
    `SELECT l.tag_id, COUNT(*) AS n FROM device_tag l
     WHERE l.tag_id IN ${inList(tagIds)} AND l.app_id IN (SELECT id FROM app WHERE user_id = ?) GROUP BY l.tag_id`,
    [...tagIds, userId],
  );
  return new Map(rows.map((row) => [Number(row.tag_id), Number(row.n)]));
};
