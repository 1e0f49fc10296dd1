import { dialectOf, execute, select } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { DAY_MS } from '../record/add-device-flow.js';
import { deviceRanges } from './device-ranges.js';

const APPS_PER_PAGE = 500;
const DEVICES_PER_STEP = 500;
const LINKS = [
  'device_tag',
  'device_event',
  'device_event_day',
  'device_zone_change',
  'foreign_subscription',
  'device_send',
  'live_activity',
  'goal_event',
  'conversion',
] as const;

/**
 * Deletes devices whose token died, or that were unregistered, long ago. They cost storage, and cutting a run into batches
 * reads them too.
 */
export class DeviceRetention {
  /** The day on which all devices were last read. Once a day is enough. */
  private doneOn: number | null = null;

  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'config' | 'log'>) {}

  async run(signal: AbortSignal): Promise<void> {
    const { clock, config, database, log } = this.deps;
    const today = Math.floor(clock.now() / DAY_MS);
    if (config.inactiveDeviceRetentionDays === 0 || this.doneOn === today) return;
    const before = clock.now() - config.inactiveDeviceRetentionDays * DAY_MS;
    let deleted = 0;
    for (let after = 0; ; ) {
      const apps = await database.query<{ id: number; user_id: number }>(
        `SELECT id, user_id FROM app WHERE id > ? ORDER BY id LIMIT ${APPS_PER_PAGE}`,
        [after],
      );
      for (const { id, user_id: userId } of apps) {
        deleted += await this.sweepSafely({ id: Number(id), userId: Number(userId) }, before, signal);
        if (signal.aborted) return;
      }
      const last = apps.at(-1);
      if (!last || apps.length < APPS_PER_PAGE) break;
      after = Number(last.id);
    }
    this.doneOn = today;
    if (deleted > 0) log.info({ devices: deleted }, 'devices that had long been inactive were deleted');
  }

  /** A failure stops no other application. The next day tries again. */
  private async sweepSafely(app: { id: number; userId: number }, before: number, signal: AbortSignal): Promise<number> {
    try {
      return await this.sweep(app, before, signal);
    } catch (error) {
      this.deps.log.error(
        { err: error, app_id: app.id },
        'inactive devices could not be deleted; trying again the next day',
      );
      return 0;
    }
  }

  private async sweep(app: { id: number; userId: number }, before: number, signal: AbortSignal): Promise<number> {
    const { database } = this.deps;
    let deleted = 0;
    for await (const { table, after, upTo } of deviceRanges(database, app)) {
      const found = await database.longRead<{ id: number }>(
        app.userId,
        `SELECT id FROM ${table} WHERE app_id = ? AND id > ? AND id <= ? AND active = 0 AND inactive_at < ? ORDER BY id`,
        [app.id, after, upTo, before],
      );
      for (let from = 0; from < found.length && !signal.aborted; from += DEVICES_PER_STEP) {
        const ids = found.slice(from, from + DEVICES_PER_STEP).map(({ id }) => Number(id));
        deleted += await this.delete(app.id, ids, before);
      }
      if (signal.aborted) break;
    }
    return deleted;
  }

  /** Deletes the devices that are still inactive. Some may have come back since they were found. */
  private delete(appId: number, found: readonly number[], before: number): Promise<number> {
    return this.deps.database.tx(async (tx) => {
      const { forcePrimary, forUpdate } = dialectOf(tx);
      const rows = await select<{ id: number }>(
        tx,
        `SELECT id FROM device ${forcePrimary} WHERE app_id = ? AND id IN ${inList(found)} AND active = 0
         AND inactive_at < ? ORDER BY id ${forUpdate}`,
        [appId, ...found, before],
      );
      const ids = rows.map(({ id }) => Number(id));
      if (ids.length === 0) return 0;
      const among = `app_id = ? AND device_id IN ${inList(ids)}`;
      for (const table of LINKS) await execute(tx, `DELETE FROM ${table} WHERE ${among}`, [appId, ...ids]);
      // The worker that leased a row records or deletes it.
      await execute(tx, `DELETE FROM due_send WHERE ${among} AND lease_owner IS NULL`, [appId, ...ids]);
      await execute(tx, `DELETE FROM device WHERE app_id = ? AND id IN ${inList(ids)}`, [appId, ...ids]);
      return ids.length;
    });
  }
}
