import { subjectHash } from '../../crypto/subject-hash.js';
import { execute, type Tx } from '../../database/database.js';

/** In this order, so that a worker that counts an event leaves nothing behind. */
const TABLES = [
  ['goal_event', 'user_id = ? AND subject = ?'],
  ['run_unit', 'user_id = ? AND unit = ?'],
  ['conversion', 'user_id = ? AND subject = ?'],
] as const;

/** Deletes the arms and conversions of a user, or of a device without one. The counts of runs stay. */
export const deleteUnits = async (
  tx: Tx,
  userId: number,
  unit: { readonly user: string } | { readonly device: number },
): Promise<void> => {
  const subject = subjectHash(userId, unit);
  for (const [table, where] of TABLES) await execute(tx, `DELETE FROM ${table} WHERE ${where}`, [userId, subject]);
};
