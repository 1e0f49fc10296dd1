import { type Database, execute, placeholders, select, type Tx } from '../../database/database.js';
import type { Device } from '../../entities/device.js';
import { notFound } from '../../errors.js';

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
  const at = await zoneChangeAt(tx, now.getTime());
  await writeZoneChanges(tx, database, { before: [device], at });
  return { timezoneChangedAt: new Date(at) };
};

/** More than come due together: later ones may have been due earlier, where a clock was set back. */
const RUNS_LOOKED_AT = 100;

/**
 * When a change of zone counts as made: now, and never before a moment that was carried out, which has gone by the zone
 * before. Without that a clock that was set back would let a traveller have the same local time twice.
 */
export const zoneChangeAt = async (tx: Tx, now: number): Promise<number> => {
  const latest = `SELECT MAX(due_at) AS at FROM (SELECT due_at FROM run ORDER BY id DESC LIMIT ${RUNS_LOOKED_AT}) latest`;
  const [row] = await select<{ at: number | null }>(tx, latest, []);
  return Math.max(now, Number(row?.at ?? 0));
};

/** @param before devices as they were. Of several changes within a millisecond the first one tells the zone before. */
export const writeZoneChanges = async (
  tx: Tx,
  { dialect }: Database,
  { before, at }: { before: readonly Pick<Device, 'appId' | 'id' | 'timezone'>[]; at: number },
): Promise<void> => {
  if (before.length === 0) return;
  await execute(
    tx,
    `${dialect.insertIgnore} device_zone_change (app_id, device_id, changed_at, zone_before)
     VALUES ${placeholders(before.length, 4)}`,
    before.flatMap(({ appId, id, timezone }) => [appId, id, at, timezone ?? 'UTC']),
  );
};
