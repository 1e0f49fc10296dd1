import { subjectHash } from '../../crypto/subject-hash.js';
import { execute, select, type Tx } from '../../database/database.js';
import { deleteActiveHours } from '../../delivery/judgement/active-hours.js';
import { forgetSends, subjectOfUser } from '../../delivery/judgement/cap-sends.js';
import { deleteUnits } from '../conversions/delete-units.js';
import { lockCopies, type UserScope, writeCopies } from './device-copies.js';

/** An upper bound that no person reaches: the devices of the user were deleted before. */
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
  const known = 'FROM end_user WHERE user_id = ? AND external_user_id = ?';
  const [user] = await select<{ id: number }>(tx, `SELECT id ${known}`, [userId, externalUserId]);
  const { affected } = await execute(tx, `DELETE ${known}`, [userId, externalUserId]);
  const copies = await lockCopies(tx, { ...scope, limit: MAX_DEVICES }, [externalUserId]);
  await writeCopies(
    tx,
    (copies?.get(externalUserId) ?? []).map((row) => ({ row, user: {} })),
  );
  // Last, because counting activity or messages locks devices first.
  await deleteActiveHours(tx, userId, { user: externalUserId });
  await deleteUnits(tx, userId, { user: externalUserId });
  const subject = subjectHash(userId, { user: externalUserId });
  await execute(tx, 'DELETE FROM device_send WHERE subject = ?', [subject]);
  if (user) await forgetSends(tx, userId, subjectOfUser(Number(user.id)));
  return affected;
};
