import { type Database, select, type Tx } from '../../database/database.js';
import { insertRows } from '../../database/write-rows.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Device } from '../../entities/device.js';
import { DEVICE_ZONE_CHANGE_TABLE } from '../../entities/device-zone-change.js';
import { notFound } from '../../errors.js';
import { readAttributes } from '../../ports/attributes.js';

/** Locks the device and reads its current facts that depend on each other, so that concurrent changes are serialised. */
export const lockFacts = async (tx: Tx, database: Database, device: Device): Promise<Device> => {
  const sql = `SELECT timezone, external_user_id, attributes, own_attributes FROM device
    WHERE app_id = ? AND id = ? ${database.dialect.forUpdate}`;
  const [row] = await select<Facts>(tx, sql, [device.appId, device.id]);
  if (!row) throw notFound('device');
  const { timezone, external_user_id: externalUserId } = row;
  const [attributes, ownAttributes] = [readAttributes(row.attributes), readAttributes(row.own_attributes)];
  return { ...device, timezone, externalUserId, attributes, ownAttributes };
};

type Facts = Pick<RowOf<Device>, 'timezone' | 'external_user_id' | 'attributes' | 'own_attributes'>;

interface ZoneChange {
  /** The device as this transaction sees it. */
  readonly device: Device;
  /** undefined: no change. */
  readonly timezone: string | null | undefined;
  readonly now: Date;
}

/**
 * Records the previous zone and the time of the change. A local-time push uses the zone that a device had before the
 * first instant of the local time. Returns the changes of the device row.
 */
export const recordZoneChange = async (
  tx: Tx,
  { device, timezone, now }: ZoneChange,
): Promise<Pick<Device, 'timezoneChangedAt'> | null> => {
  if (timezone === undefined || timezone === device.timezone) return null;
  const at = await zoneChangeAt(tx, now.getTime());
  await writeZoneChanges(tx, { before: [device], at });
  return { timezoneChangedAt: new Date(at) };
};

/** More runs than are due at once. A clock set back may give later runs an earlier due time. */
const RUNS_LOOKED_AT = 100;

/**
 * Returns when a change of zone takes effect: now, but never before a moment that has been sent by the old zone.
 * Otherwise a clock set back would send the same local time to a traveller twice.
 */
export const zoneChangeAt = async (tx: Tx, now: number): Promise<number> => {
  const latest = `SELECT MAX(due_at) AS at FROM (SELECT due_at FROM run ORDER BY id DESC LIMIT ${RUNS_LOOKED_AT}) latest`;
  const [row] = await select<{ at: number | null }>(tx, latest, []);
  return Math.max(now, Number(row?.at ?? 0));
};

/** @param before the devices before the change. The first of several changes within a millisecond is kept. */
export const writeZoneChanges = async (
  tx: Tx,
  { before, at }: { before: readonly Pick<Device, 'appId' | 'id' | 'timezone'>[]; at: number },
): Promise<void> => {
  const changes = before.map(({ appId, id, timezone }) => ({
    appId,
    deviceId: id,
    changedAt: at,
    zoneBefore: timezone ?? 'UTC',
  }));
  await insertRows(tx, DEVICE_ZONE_CHANGE_TABLE, changes, 'ignore');
};
