import { dialectOf, execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { Reason } from '../../providers/codes.js';
import { toStored } from '../../providers/stored-reason.js';
import { addDeviceFlow } from './add-device-flow.js';
import { addRetirements } from './goal-events.js';
import { appendToOutbox } from './outbox-writer.js';

export interface Retirement {
  readonly appId: number;
  readonly deviceIds: readonly number[];
  readonly reason: Reason;
  /** Epoch ms. */
  readonly now: number;
  /** Devices that confirmed their token after this (epoch ms) stay active; null: all are retired. */
  readonly unlessConfirmedAfter: number | null;
}

/** Retires the active ones among these devices and announces each to its owner. */
export const retireDevices = async (tx: Tx, retirement: Retirement): Promise<void> => {
  const { appId, reason, now } = retirement;
  const ids = await lockRetiring(tx, retirement);
  if (ids.length === 0) return;
  const stored = toStored(reason);
  await execute(
    tx,
    `UPDATE device SET active = 0, inactive_reason = ?, inactive_code = ?, inactive_detail = ?, inactive_at = ?
     WHERE app_id = ? AND id IN ${inList(ids)}`,
    [stored.reason, stored.code, stored.detail, now, appId, ...ids],
  );
  const [app] = await select<{ user_id: number }>(tx, 'SELECT user_id FROM app WHERE id = ?', [appId]);
  if (!app) return;
  await addRetirements(tx, { userId: Number(app.user_id), appId, deviceIds: ids, now });
  const payload = { appId, reason: stored.reason, code: stored.code };
  const told = { userId: Number(app.user_id), payload, occurredAt: new Date(now) };
  await appendToOutbox(
    tx,
    ids.map((deviceId) => ({ ...told, type: 'device.retired', deviceId })),
  );
  // Everything that retires devices of this owner locks the outbox first, which avoids deadlocks.
  await addDeviceFlow(tx, { appId, now, spreadBy: ids[0] ?? 0 }, { retired: ids.length });
};

/** Locks the devices until the commit, so each retirement is announced once. */
const lockRetiring = async (
  tx: Tx,
  { appId, deviceIds, unlessConfirmedAfter }: Retirement,
): Promise<readonly number[]> => {
  if (deviceIds.length === 0) return [];
  const { forcePrimary, forUpdate } = dialectOf(tx);
  const confirmed = unlessConfirmedAfter === null ? '' : 'AND token_at <= ?';
  const rows = await select<{ id: number }>(
    tx,
    `SELECT id FROM device ${forcePrimary} WHERE app_id = ? AND id IN ${inList(deviceIds)} AND active = 1 ${confirmed}
     ORDER BY id ${forUpdate}`,
    [appId, ...deviceIds, ...(unlessConfirmedAfter === null ? [] : [unlessConfirmedAfter])],
  );
  return rows.map((row) => Number(row.id));
};
