import { chunk } from '../../collections.js';
import { dialectOf, execute, placeholders, type Tx } from '../../database/database.js';
import type { MessageResult } from './message-result.js';

const ROWS_PER_INSERT = 500;
const KEY = ['app_id', 'device_id'] as const;

/**
 * Remembers devices that subscribed with another VAPID key, for those who look for them. A row holds as long as the
 * device has not confirmed its subscription since, and 30 days, so nothing need be taken back. They are sent to as before.
 */
export const noteForeignSubscriptions = async (
  tx: Tx,
  appId: number,
  results: readonly Pick<MessageResult, 'deviceId' | 'foreignAt'>[],
): Promise<void> => {
  const noticed = new Map<number, number>();
  for (const { deviceId, foreignAt } of results) if (foreignAt !== undefined) noticed.set(deviceId, foreignAt);
  // In ascending order, so that no two wait for each other in a circle.
  const rows = [...noticed].sort(([a], [b]) => a - b).map(([deviceId, at]) => [appId, deviceId, at]);
  const onClash = dialectOf(tx).upsert(KEY, (incoming) => `noticed_at = ${incoming('noticed_at')}`);
  for (const part of chunk(rows, ROWS_PER_INSERT)) {
    const sql = `INSERT INTO foreign_subscription (${KEY.join(', ')}, noticed_at) VALUES ${placeholders(part.length, 3)} ${onClash}`;
    await execute(tx, sql, part.flat());
  }
};
