import { type Database, execute, placeholders, select, type Tx } from '../database/database.js';
import type { Device } from '../entities/device.js';
import { notFound } from '../errors.js';

/** The device with the zone that it has now: of two changes at once, the second sees what the first has made of it. */
export const lockZone = async (tx: Tx, database: Database, device: Device): Promise<Device> => {
  const sql = `SELECT timezone FROM device WHERE app_id = ? AND id = ? ${database.dialect.forUpdate}`;
  const [row] = await select<{ timezone: string | null }>(tx, sql, [device.appId, device.id]);
  if (!row) throw notFound('device');
  return { ...device, timezone: row.timezone };
};

interface ZoneChange {
  readonly database: Database;
  /** As it is in this transaction. */
  readonly device: Device;
  /** undefined: stays as it is. */
  readonly timezone: string | null | undefined;
  readonly now: Date;
}

/**
 * Keeps the zone before with the time of the change: a local-time push goes by the zone that a device had until the
 * local time's first instant, however often it has changed since. Answers what changes in the device's own row.
 */
export const recordZoneChange = async (
  tx: Tx,
  { database, device, timezone, now }: ZoneChange,
): Promise<Pick<Device, 'timezoneChangedAt'> | null> => {
  if (timezone === undefined || timezone === device.timezone) return null;
  await writeZoneChanges(tx, database, { before: [device], now: now.getTime() });
  return { timezoneChangedAt: now };
};

/** @param before devices as they were. Of several changes within a millisecond the first one tells the zone before. */
export const writeZoneChanges = async (
  tx: Tx,
  { dialect }: Database,
  { before, now }: { before: readonly Device[]; now: number },
): Promise<void> => {
  if (before.length === 0) return;
  await execute(
    tx,
    `${dialect.insertIgnore} device_zone_change (app_id, device_id, changed_at, zone_before)
     VALUES ${placeholders(before.length, 4)}`,
    before.flatMap(({ appId, id, timezone }) => [appId, id, now, timezone ?? 'UTC']),
  );
};
