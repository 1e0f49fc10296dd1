import { chunk, groupBy } from '../../collections.js';
import { subjectHash } from '../../crypto/subject-hash.js';
import { dialectOf, execute, placeholders, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { NO_GOAL } from '../../entities/arm-count.js';
import { addArmCounts } from './arm-counts.js';

/** A message that a device got, or was left without for comparison. */
interface ArmSend {
  readonly deviceId: number;
  /** The same number as `device_send.variant`; null: the run has no variants. */
  readonly variant: number | null;
}

interface UnitScope {
  readonly runId: number;
  readonly appId: number;
  /** Epoch ms. */
  readonly now: number;
}

const ROWS_PER_INSERT = 500;

/**
 * Counts the units of a checkpoint, each once in a run: two devices of a user are one unit.
 * @returns the unit of each device; a device that was deleted in the meantime is absent
 */
export const recordUnits = async (
  tx: Tx,
  { runId, appId, now }: UnitScope,
  sends: readonly ArmSend[],
): Promise<ReadonlyMap<number, string>> => {
  const [app] = await select<{ user_id: number }>(tx, 'SELECT user_id FROM app WHERE id = ?', [appId]);
  if (!app) return new Map();
  const userId = Number(app.user_id);
  const units = await readUnits(tx, { userId, appId }, sends);
  const arms = new Map<string, number>();
  for (const { deviceId, variant } of sends) {
    const unit = units.get(deviceId);
    if (unit !== undefined && !arms.has(unit)) arms.set(unit, variant ?? 0);
  }
  const counts = [];
  for (const [arm, group] of groupBy([...arms].sort(byUnit), ([, arm]) => arm)) {
    let count = 0;
    for (const part of chunk(group, ROWS_PER_INSERT)) {
      const insert = `${dialectOf(tx).insertIgnore} run_unit (run_id, unit, user_id, arm, marks, created_at)
        VALUES ${placeholders(part.length, 6)}`;
      const rows = part.flatMap(([unit]) => [runId, unit, userId, arm, 0, now]);
      count += (await execute(tx, insert, rows)).affected;
    }
    if (count > 0) counts.push({ runId, goal: NO_GOAL, arm, kind: 'units' as const, count, value: 0 });
  }
  if (counts.length > 0) await addArmCounts(tx, counts, sends[0]?.deviceId ?? 0);
  return units;
};

const byUnit = ([one]: readonly [string, number], [other]: readonly [string, number]): number => (one < other ? -1 : 1);

/** The lock keeps an erasure from passing between the read and the commit. */
const readUnits = async (
  tx: Tx,
  { userId, appId }: { userId: number; appId: number },
  sends: readonly ArmSend[],
): Promise<ReadonlyMap<number, string>> => {
  const units = new Map<number, string>();
  const { forcePrimary, forShare } = dialectOf(tx);
  const ids = [...new Set(sends.map(({ deviceId }) => deviceId))].sort((a, b) => a - b);
  for (const part of chunk(ids, ROWS_PER_INSERT)) {
    const sql = `SELECT id, external_user_id FROM device ${forcePrimary} WHERE app_id = ? AND id IN ${inList(part)}
      ORDER BY id ${forShare}`;
    const rows = await select<{ id: number; external_user_id: string | null }>(tx, sql, [appId, ...part]);
    for (const { id, external_user_id: user } of rows) {
      units.set(Number(id), subjectHash(userId, user === null ? { device: Number(id) } : { user }));
    }
  }
  return units;
};
