import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import type { Row } from '../../database/hydrate.js';
import { inList } from '../../database/in-list.js';

/**
 * Returns the applications that each group names, ascending; empty for a group of all applications. The user must own
 * the groups.
 */
export const selectMembers = async (
  database: Database,
  groupIds: readonly number[],
): Promise<Map<number, number[]>> => {
  const rows = await database.query<{ group_id: number; app_id: number }>(
    `SELECT group_id, app_id FROM app_group_member WHERE group_id IN ${inList(groupIds)} ORDER BY app_id`,
    groupIds,
  );
  const membersOf = groupBy(rows, (row) => Number(row.group_id));
  return new Map([...membersOf].map(([id, members]) => [id, members.map((row) => Number(row.app_id))]));
};

/** Returns the groups that contain each application, by name or because they include all applications. */
export const selectGroupsOfApps = async (
  database: Database,
  userId: number,
  { appIds, columns }: { appIds: readonly number[]; columns: readonly string[] },
): Promise<Map<number, Row[]>> => {
  const rows = await database.query<Row>(
    `SELECT ${columns.map((column) => `g.${column}`).join(', ')}, a.id AS of_app FROM app a JOIN app_group g ON g.user_id = a.user_id
     LEFT JOIN app_group_member m ON m.group_id = g.id AND m.app_id = a.id
     WHERE a.user_id = ? AND a.id IN ${inList(appIds)} AND (m.app_id IS NOT NULL OR (g.all_apps = ? AND a.archived = ?))
     ORDER BY g.id`,
    [userId, ...appIds, true, false],
  );
  return groupBy(rows, (row) => Number(row.of_app));
};
