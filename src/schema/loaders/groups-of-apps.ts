import DataLoader from 'dataloader';
import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { AppGroup } from '../../entities/app-group.js';
import { columnsToRead, type NeededColumns } from '../columns/needed-columns.js';
import { hydrate, type Row } from '../paging/hydrate.js';

/** The groups that each application is in: by name, or because the group has all applications. */
export const loadGroupsOfApps = (
  database: Database,
  userId: number,
  needed: NeededColumns | null,
): DataLoader<number, AppGroup[]> =>
  new DataLoader(async (appIds) => {
    const columns = columnsToRead(database.reader, { entity: AppGroup, needed });
    const marks = appIds.map(() => '?').join(', ');
    const rows = await database.query<Row>(
      `SELECT ${columns.map((column) => `g.${column}`).join(', ')}, a.id AS of_app FROM app a JOIN app_group g ON g.user_id = a.user_id
       LEFT JOIN app_group_member m ON m.group_id = g.id AND m.app_id = a.id
       WHERE a.user_id = ? AND a.id IN (${marks}) AND (m.app_id IS NOT NULL OR (g.all_apps = ? AND a.archived = ?))
       ORDER BY g.id`,
      [userId, ...appIds, true, false],
    );
    const groupsOf = groupBy(rows, (row) => Number(row.of_app));
    return appIds.map((id) => hydrate(database.reader, AppGroup, groupsOf.get(id) ?? []));
  });

/** The applications that a group names; none of one that has them all. Only for groups that the caller owns. */
export const loadMembersOfGroups = (database: Database): DataLoader<number, number[]> =>
  new DataLoader(async (groupIds) => {
    const marks = groupIds.map(() => '?').join(', ');
    const rows = await database.query<{ group_id: number; app_id: number }>(
      `SELECT group_id, app_id FROM app_group_member WHERE group_id IN (${marks}) ORDER BY app_id`,
      groupIds,
    );
    const membersOf = groupBy(rows, (row) => Number(row.group_id));
    return groupIds.map((id) => (membersOf.get(id) ?? []).map((row) => Number(row.app_id)));
  });
