import { dialectOf, execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { clip } from '../../text/characters.js';
import { addDeviceFlow } from './add-device-flow.js';
import { appendToOutbox } from './outbox-writer.js';

export interface Retirement {
  readonly appId: number;
  readonly deviceIds: readonly number[];
  readonly reason: string;
  /** Epoch ms. */
  readonly now: number;
  /** A device that has confirmed its token after this (epoch ms) stays; null: all go. */
  readonly unlessConfirmedAfter: number | null;
}

const MAX_REASON = 255;

/** Nothing more is sent to these devices; their owner is told of each that this retires. */
export const retireDevices = async (tx: Tx, retirement: Retirement): Promise<void> => {
  const { appId, reason, now } = retirement;
  const ids = await lockRetiring(tx, retirement);
  if (ids.length === 0) return;
  const inactiveReason = clip(reason, MAX_REASON);
  await execute(
    tx,
    `UPDATE device SET active = 0, inactive_reason = ?, inactive_at = ? WHERE app_id = ? AND id IN ${inList(ids)}`,
    [inactiveReason, now, appId, ...ids],
  );
  const [app] = await select<{ user_id: number }>(tx, 'SELECT user_id FROM app WHERE id = ?', [appId]);
  if (!app) return;
  const told = { userId: Number(app.user_id), payload: { reason: inactiveReason }, occurredAt: new Date(now) };
  await appendToOutbox(
    tx,
    ids.map((deviceId) => ({ ...told, type: 'device.retired', deviceId })),
  );
  // Behind the outbox, which all who retire devices of this owner hold: so none of them waits for another in turn.
  await addDeviceFlow(tx, { appId, now, spreadBy: ids[0] ?? 0 }, { retired: ids.length });
};

/** Held until the end, so that each retirement is told once. */
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
