import DataLoader from 'dataloader';
import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { DEVICE_SECRETS, Device } from '../../entities/device.js';
import { columnNames, hydrate, type Row } from '../paging/hydrate.js';

/** Devices of the user's applications by id, without what they are reached by; null for others. */
export const loadDevices = (database: Database, userId: number): DataLoader<number, Device | null> =>
  new DataLoader(async (ids) => {
    const columns = columnNames(database.reader, Device, DEVICE_SECRETS).join(', ');
    const rows = await database.query<Row>(
      `SELECT ${columns} FROM device WHERE id IN ${inList(ids)} AND app_id IN (SELECT a.id FROM app a WHERE a.user_id = ?)`,
      [...ids, userId],
    );
    const found = new Map(hydrate(database.reader, Device, rows).map((device) => [device.id, device]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** The tags of devices that are the user's, by name. */
export const loadTagsOfDevices = (database: Database): DataLoader<number, string[]> =>
  new DataLoader(async (ids) => {
    const rows = await database.query<{ device_id: number; name: string }>(
      `SELECT l.device_id, g.name FROM device_tag l JOIN tag g ON g.id = l.tag_id
       WHERE l.device_id IN ${inList(ids)} ORDER BY g.name`,
      ids,
    );
    const tagsOf = groupBy(rows, (row) => Number(row.device_id));
    return ids.map((id) => (tagsOf.get(id) ?? []).map(({ name }) => name));
  });

/** The ids of all applications of the user, once. */
export const loadAppIds = (database: Database): DataLoader<number, number[]> =>
  new DataLoader(async (userIds) => {
    const rows = await database.query<{ id: number; user_id: number }>(
      `SELECT id, user_id FROM app WHERE user_id IN ${inList(userIds)} ORDER BY id`,
      userIds,
    );
    const idsOf = groupBy(rows, (row) => Number(row.user_id));
    return userIds.map((userId) => (idsOf.get(userId) ?? []).map(({ id }) => Number(id)));
  });
