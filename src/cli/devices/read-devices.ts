import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { App } from '../../entities/app.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Device } from '../../entities/device.js';

const PAGE = 1_000;

/** What an export says of a device. */
export type DeviceRow = Pick<
  RowOf<Device>,
  | 'id'
  | 'token'
  | 'p256dh'
  | 'auth'
  | 'language'
  | 'country'
  | 'timezone'
  | 'external_user_id'
  | 'platform'
  | 'app_version'
>;

export type DeviceWithTags = DeviceRow & { readonly audiences: readonly string[] };

const COLUMNS = 'id, token, p256dh, auth, language, country, timezone, external_user_id, platform, app_version';

/** The devices of an application in pages, by id; the active ones, or every one. */
export async function* readDevices(
  database: Database,
  app: App,
  { all }: { all: boolean },
): AsyncGenerator<readonly DeviceWithTags[]> {
  // Archiving makes devices inactive by this moment alone (`App.devicesActiveSince`).
  // Of one that was unregistered nobody knows any more where it is.
  const active = all ? "AND token <> ''" : 'AND active = 1 AND seen_at >= ?';
  const since = all ? [] : [app.devicesActiveSince.getTime()];
  const sql = `SELECT ${COLUMNS} FROM device ${database.dialect.forcePrimary}
    WHERE app_id = ? AND id > ? ${active} ORDER BY id LIMIT ${PAGE}`;
  for (let after = 0; ; ) {
    const rows = (await database.query<DeviceRow>(sql, [app.id, after, ...since])).map(toRow);
    if (rows.length > 0) yield await withTags(database, rows);
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

const toRow = (row: DeviceRow): DeviceRow => ({ ...row, id: Number(row.id) });

const withTags = async (database: Database, rows: readonly DeviceRow[]): Promise<DeviceWithTags[]> => {
  const ids = rows.map(({ id }) => id);
  const sql = `SELECT dt.device_id, t.name FROM device_tag dt JOIN tag t ON t.id = dt.tag_id
    WHERE dt.device_id IN ${inList(ids)} ORDER BY dt.device_id, t.id`;
  const tags = await database.query<{ device_id: number; name: string }>(sql, ids);
  const byDevice = groupBy(tags, (tag) => Number(tag.device_id));
  return rows.map((row) => ({ ...row, audiences: (byDevice.get(row.id) ?? []).map(({ name }) => name) }));
};
