import { execute, type Tx } from '../../database/database.js';
import { deleteActiveHours } from '../../delivery/judgement/active-hours.js';
import { subjectHash } from '../../delivery/judgement/cap-sends.js';
import { deleteUnits } from '../conversions/delete-units.js';
import { lockCopies, type UserScope, writeCopies } from './device-copies.js';

/** More than a person has, after its devices were deleted. */
const MAX_DEVICES = 10_000;

/**
 * Deletes a user with its attributes, also from devices that it still has, its hours of activity, its
 * counts of caps and its conversions.
 * @returns how many users were deleted
 */
export const deleteUser = async (
  tx: Tx,
  scope: Pick<UserScope, 'database' | 'userId'>,
  externalUserId: string,
): Promise<number> => {
  const { userId } = scope;
  // The deletion locks the row, so registrations of the user wait until the transaction ends.
  const sql = 'DELETE FROM end_user WHERE user_id = ? AND external_user_id = ?';
  const { affected } = await execute(tx, sql, [userId, externalUserId]);
  const copies = await lockCopies(tx, { ...scope, limit: MAX_DEVICES }, [externalUserId]);
  await writeCopies(
    tx,
    (copies?.get(externalUserId) ?? []).map((row) => ({ row, user: {} })),
  );
  // Last, because those who count activity or messages lock devices first.
  await deleteActiveHours(tx, userId, { user: externalUserId });
  await deleteUnits(tx, userId, { user: externalUserId });
  const subject = subjectHash(userId, { user: externalUserId });
  await execute(tx, 'DELETE FROM device_send WHERE subject = ?', [subject]);
  await execute(tx, 'DELETE FROM cap_subject WHERE user_id = ? AND subject = ?', [userId, subject]);
  return affected;
};
