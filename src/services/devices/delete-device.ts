import { dialectOf, execute, select, type Tx } from '../../database/database.js';
import { addDeviceFlow } from '../../delivery/record/add-device-flow.js';
import type { Device } from '../../entities/device.js';

/** With its tags and its history; what was sent to it stays in the log of its runs. @param now epoch ms. */
export const deleteDevice = async (tx: Tx, { appId, id }: Pick<Device, 'appId' | 'id'>, now: number): Promise<void> => {
  // As it is now: another one may have deleted or retired it.
  const sql = `SELECT active FROM device WHERE app_id = ? AND id = ? ${dialectOf(tx).forUpdate}`;
  const [device] = await select<{ active: number }>(tx, sql, [appId, id]);
  await execute(tx, 'DELETE FROM device_tag WHERE app_id = ? AND device_id = ?', [appId, id]);
  await execute(tx, 'DELETE FROM device_event WHERE app_id = ? AND device_id = ?', [appId, id]);
  await execute(tx, 'DELETE FROM device_zone_change WHERE app_id = ? AND device_id = ?', [appId, id]);
  await execute(tx, 'DELETE FROM foreign_subscription WHERE app_id = ? AND device_id = ?', [appId, id]);
  // A row that a worker holds is recorded or dropped by it: taking it away would make the rest of its page come twice.
  const waiting = 'DELETE FROM due_send WHERE app_id = ? AND device_id = ? AND lease_owner IS NULL';
  await execute(tx, waiting, [appId, id]);
  await execute(tx, 'DELETE FROM device WHERE app_id = ? AND id = ?', [appId, id]);
  if (device?.active) await addDeviceFlow(tx, { appId, now, spreadBy: id }, { retired: 1 });
};
