import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';

const ROWS_PER_PAGE = 500;
/** An erasure that a provider holds up ends after three days. */
const MAX_ERASURE_MS = 4 * 24 * 3_600_000;
/** Clocks of two processes may differ by this much. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Deletes the stored beginnings of answers to webhooks of an account. A receiver may repeat what it got, cut anywhere, so
 * no search for the id of an erased user would find everything.
 */
export const forgetAnswers = async (database: Database, userId: number): Promise<void> => {
  const webhooks = await database.query<{ id: number }>('SELECT id FROM webhook WHERE user_id = ?', [userId]);
  for (const { id } of webhooks) await forgetAnswersOf(database, Number(id));
};

const forgetAnswersOf = async (database: Database, webhookId: number): Promise<void> => {
  const sql = `SELECT id FROM webhook_attempt WHERE webhook_id = ? AND id > ? AND answer IS NOT NULL
    ORDER BY id LIMIT ${ROWS_PER_PAGE}`;
  for (let after = 0; ; ) {
    const rows = await database.query<{ id: number }>(sql, [webhookId, after]);
    const ids = rows.map(({ id }) => Number(id));
    const last = ids.at(-1);
    if (last === undefined) return;
    await database.tx((tx) => execute(tx, `UPDATE webhook_attempt SET answer = NULL WHERE id IN ${inList(ids)}`, ids));
    after = last;
    await nextTurn();
  }
};

/** Whether events read since then may name a user whose erasure no longer looks at new answers. */
export const mayNameErasedUser = async (tx: Tx, userId: number, since: number): Promise<boolean> => {
  const sql = `SELECT id FROM erasure WHERE user_id = ? AND created_at >= ?
    AND (finished_at IS NULL OR finished_at >= ?) LIMIT 1`;
  return (await select(tx, sql, [userId, since - MAX_ERASURE_MS, since - CLOCK_SKEW_MS])).length > 0;
};
