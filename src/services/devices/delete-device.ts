import { dialectOf, execute, select, type Tx } from '../../database/database.js';
import { deleteActiveHours } from '../../delivery/judgement/active-hours.js';
import { forgetSends, subjectOfDevice } from '../../delivery/judgement/cap-sends.js';
import { addDeviceFlow } from '../../delivery/record/add-device-flow.js';
import type { Device } from '../../entities/device.js';
import { deleteUnits } from '../conversions/delete-units.js';

/** Deletes a device with its tags and history. The logs of its runs stay. @param now epoch ms. */
export const deleteDevice = async (tx: Tx, { appId, id }: Pick<Device, 'appId' | 'id'>, now: number): Promise<void> => {
  // Another transaction may have deleted or retired the device.
  const sql = `SELECT active FROM device WHERE app_id = ? AND id = ? ${dialectOf(tx).forUpdate}`;
  const [device] = await select<{ active: number }>(tx, sql, [appId, id]);
  await execute(tx, 'DELETE FROM device_tag WHERE app_id = ? AND device_id = ?', [appId, id]);
  await execute(tx, 'DELETE FROM device_event WHERE app_id = ? AND device_id = ?', [appId, id]);
  await execute(tx, 'DELETE FROM device_event_day WHERE app_id = ? AND device_id = ?', [appId, id]);
  await execute(tx, 'DELETE FROM device_zone_change WHERE app_id = ? AND device_id = ?', [appId, id]);
  await execute(tx, 'DELETE FROM live_activity WHERE app_id = ? AND device_id = ?', [appId, id]);
  await execute(tx, 'DELETE FROM foreign_subscription WHERE app_id = ? AND device_id = ?', [appId, id]);
  const choices = `DELETE FROM category_choice WHERE user_id = (SELECT user_id FROM app WHERE id = ?)
    AND subject_kind = 'device' AND subject = ?`;
  await execute(tx, choices, [appId, String(id)]);
  const [app] = await select<{ user_id: number }>(tx, 'SELECT user_id FROM app WHERE id = ?', [appId]);
  const account = Number(app?.user_id ?? 0);
  await forgetSends(tx, account, subjectOfDevice(id));
  await deleteActiveHours(tx, account, { device: id });
  await execute(tx, 'DELETE FROM device_send WHERE app_id = ? AND device_id = ?', [appId, id]);
  await execute(tx, 'DELETE FROM goal_event WHERE app_id = ? AND device_id = ?', [appId, id]);
  await execute(tx, 'DELETE FROM conversion WHERE app_id = ? AND device_id = ?', [appId, id]);
  await deleteUnits(tx, account, { device: id });
  // A leased row is left to its worker. Deleting it would make the worker repeat the rest of the page.
  const waiting = 'DELETE FROM due_send WHERE app_id = ? AND device_id = ? AND lease_owner IS NULL';
  await execute(tx, waiting, [appId, id]);
  await execute(tx, 'DELETE FROM device WHERE app_id = ? AND id = ?', [appId, id]);
  if (device?.active) await addDeviceFlow(tx, { appId, now, spreadBy: id }, { retired: 1 });
};
