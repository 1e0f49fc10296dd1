import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { columnNames, hydrate, type Row } from '../../database/hydrate.js';
import { inList } from '../../database/in-list.js';
import { DEVICE_SECRETS, Device } from '../../entities/device.js';

/** Reads devices of the user's applications by id, without their addresses. */
export const selectDevices = async (database: Database, userId: number, ids: readonly number[]): Promise<Device[]> => {
  const columns = columnNames(database.reader, Device, DEVICE_SECRETS).join(', ');
  const rows = await database.query<Row>(
    `SELECT ${columns} FROM device WHERE id IN ${inList(ids)} AND app_id IN (SELECT a.id FROM app a WHERE a.user_id = ?)`,
    [...ids, userId],
  );
  return hydrate(database.reader, Device, rows);
};

/** Reads the tag names of the user's devices. */
export const selectTagsOfDevices = async (
  database: Database,
  deviceIds: readonly number[],
): Promise<Map<number, string[]>> => {
  const rows = await database.query<{ device_id: number; name: string }>(
    `SELECT l.device_id, g.name FROM device_tag l JOIN tag g ON g.id = l.tag_id
     WHERE l.device_id IN ${inList(deviceIds)} ORDER BY g.name`,
    deviceIds,
  );
  const tagsOf = groupBy(rows, (row) => Number(row.device_id));
  return new Map([...tagsOf].map(([id, tags]) => [id, tags.map(({ name }) => name)]));
};

/** Reads the ids of a user's tags by their names. */
export const selectTagIds = async (
  database: Database,
  userId: number,
  names: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await database.query<{ id: number; name: string }>(
    `SELECT id, name FROM tag WHERE user_id = ? AND name IN ${inList(names)}`,
    [userId, ...names],
  );
  return new Map(rows.map(({ id, name }) => [name, Number(id)]));
};

/**
 * Matches if the device of row `f` has not confirmed its subscription since the row was written.
 * @param device its alias.
 */
export const isStillForeign = (device: string): string =>
  `f.app_id = ${device}.app_id AND f.device_id = ${device}.id AND ${device}.token_at <= f.noticed_at`;

/** Counts, per application, active devices that subscribed with a foreign key. Applications without any are absent. */
export const countForeignSubscriptions = async (
  database: Database,
  appIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await database.query<{ app_id: number; n: number }>(
    `SELECT f.app_id, COUNT(*) AS n FROM foreign_subscription f JOIN device d ON ${isStillForeign('d')}
     WHERE f.app_id IN ${inList(appIds)} AND d.active = 1 GROUP BY f.app_id`,
    appIds,
  );
  return new Map(rows.map((row) => [Number(row.app_id), Number(row.n)]));
};
