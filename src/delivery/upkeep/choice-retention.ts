import { execute } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { DAY_MS } from '../record/add-device-flow.js';

/** No run lasts longer than this, so none needs the choices about a category that was deleted before. */
const DAYS = 90;
const ROWS = 2_000;

/** Deletes the choices of deleted categories, in short transactions. */
export const deleteOldChoices = async (
  { database, clock }: Pick<DeliveryDeps, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> => {
  const before = clock.now() - DAYS * DAY_MS;
  const sql = 'SELECT category_id, user_id FROM category_deletion WHERE deleted_at < ? LIMIT 100';
  const found = await database.query<{ category_id: number; user_id: number }>(sql, [before]);
  for (const { category_id: id, user_id: userId } of found) {
    const rows = `SELECT subject_kind, subject FROM category_choice WHERE user_id = ? AND category_id = ? LIMIT ${ROWS}`;
    for (;;) {
      if (signal.aborted) return;
      const page = await database.query<{ subject_kind: string; subject: string }>(rows, [userId, id]);
      if (page.length === 0) break;
      await database.tx(async (tx) => {
        for (const kind of ['user', 'device']) {
          const subjects = page.filter((row) => row.subject_kind === kind).map(({ subject }) => subject);
          if (subjects.length === 0) continue;
          const gone = `DELETE FROM category_choice WHERE user_id = ? AND subject_kind = ? AND category_id = ?
            AND subject IN ${inList(subjects)}`;
          await execute(tx, gone, [userId, kind, id, ...subjects]);
        }
      });
    }
    await database.tx((tx) => execute(tx, 'DELETE FROM category_deletion WHERE category_id = ?', [id]));
  }
};
