import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { App } from '../../entities/app.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Device } from '../../entities/device.js';
import { type Attributes, readAttributes } from '../../ports/attributes.js';

const PAGE = 1_000;

/** The exported fields of a device. */
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
> & { readonly own_attributes: string | null };

export interface AttributesOfDevice {
  /** The attributes of its user, or the device's own if it has no user. */
  readonly attributes: Attributes;
  /** The device's own, if it has a user. */
  readonly deviceAttributes: Attributes;
}

export type ExportedDevice = DeviceRow & AttributesOfDevice & { readonly audiences: readonly string[] };

const COLUMNS =
  'id, token, p256dh, auth, language, country, timezone, external_user_id, platform, app_version, own_attributes';

/** Pages through the devices of an application by id, active ones only or all. */
export async function* readDevices(
  database: Database,
  app: App,
  which: { readonly all: boolean },
): AsyncGenerator<readonly ExportedDevice[]> {
  for await (const rows of readRows(database, app, which)) {
    const tagsOf = await readTags(database, rows);
    const attributesOf = await readAttributesOf(database, app, rows);
    yield rows.map((row) => ({ ...row, audiences: tagsOf(row.id), ...attributesOf(row) }));
  }
}

/** Pages through the attributes alone. */
export async function* readDeviceAttributes(
  database: Database,
  app: App,
  which: { readonly all: boolean },
): AsyncGenerator<readonly AttributesOfDevice[]> {
  for await (const rows of readRows(database, app, which)) {
    yield rows.map(await readAttributesOf(database, app, rows));
  }
}

async function* readRows(
  database: Database,
  app: App,
  { all }: { readonly all: boolean },
): AsyncGenerator<readonly DeviceRow[]> {
  // An archived application's devices are inactive by `App.devicesActiveSince` alone, and an unregistered device has no
  // address any more.
  const active = all ? "AND token <> ''" : 'AND active = 1 AND seen_at >= ?';
  const since = all ? [] : [app.devicesActiveSince.getTime()];
  const sql = `SELECT ${COLUMNS} FROM device ${database.dialect.forcePrimary}
    WHERE app_id = ? AND id > ? ${active} ORDER BY id LIMIT ${PAGE}`;
  for (let after = 0; ; ) {
    const rows = (await database.query<DeviceRow>(sql, [app.id, after, ...since])).map(toRow);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

const toRow = (row: DeviceRow): DeviceRow => ({ ...row, id: Number(row.id) });

const readAttributesOf = async (
  database: Database,
  { userId }: App,
  rows: readonly DeviceRow[],
): Promise<(row: DeviceRow) => AttributesOfDevice> => {
  const ids = [...new Set(rows.flatMap((row) => row.external_user_id ?? []))];
  const sql = `SELECT external_user_id, attributes FROM end_user
    WHERE user_id = ? AND external_user_id IN ${inList(ids)} AND attributes IS NOT NULL`;
  type UserRow = { readonly external_user_id: string; readonly attributes: string };
  const users = ids.length === 0 ? [] : await database.query<UserRow>(sql, [userId, ...ids]);
  const byId = new Map(users.map((user) => [user.external_user_id, readAttributes(user.attributes)]));
  return ({ external_user_id: id, own_attributes: stored }) => {
    const own = readAttributes(stored);
    return id === null
      ? { attributes: own, deviceAttributes: {} }
      : { attributes: byId.get(id) ?? {}, deviceAttributes: own };
  };
};

const readTags = async (
  database: Database,
  rows: readonly DeviceRow[],
): Promise<(deviceId: number) => readonly string[]> => {
  const ids = rows.map(({ id }) => id);
  const sql = `SELECT dt.device_id, t.name FROM device_tag dt JOIN tag t ON t.id = dt.tag_id
    WHERE dt.device_id IN ${inList(ids)} ORDER BY dt.device_id, t.id`;
  const tags = await database.query<{ device_id: number; name: string }>(sql, ids);
  const byDevice = groupBy(tags, (tag) => Number(tag.device_id));
  return (id) => (byDevice.get(id) ?? []).map(({ name }) => name);
};
