import { select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { ALL_MARKETING, type Choice, type ChoiceSource } from '../../ports/preferences.js';
import { appendEvents, type NewEvent } from '../event-log/append-events.js';

/** The choices of one subject. */
export interface StoredChoices {
  /** The external id of the user who chose; null: the device alone. */
  readonly user: string | null;
  /** null: the choice came without a device. */
  readonly deviceId: number | null;
  readonly appId: number | null;
  readonly choices: readonly { readonly categoryId: number; readonly choice: Choice }[];
  readonly source: ChoiceSource;
}

/** Appends choices to the event log. Call it last in the transaction. */
export const announceChoices = async (
  tx: Tx,
  { userId, now }: { readonly userId: number; readonly now: number },
  stored: readonly StoredChoices[],
): Promise<void> => {
  const codes = await readCodes(
    tx,
    stored.flatMap(({ choices }) => choices.map(({ categoryId }) => categoryId)),
  );
  const events: NewEvent<'preference.changed'>[] = [];
  for (const { user, deviceId, appId, choices, source } of stored) {
    const endUserId = user === null || deviceId !== null ? null : await findEndUser(tx, userId, user);
    // A choice of the device alone is not its user's, so the user must not be looked up.
    const alone = user === null ? { external_user_id: null } : {};
    for (const { categoryId, choice } of choices) {
      const data = { category: codes.get(categoryId) ?? null, choice, source, ...alone };
      events.push({ type: 'preference.changed', appId, deviceId, endUserId, data });
    }
  }
  await appendEvents(tx, { userId, now }, events);
};

const readCodes = async (tx: Tx, categoryIds: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const ids = [...new Set(categoryIds.filter((id) => id !== ALL_MARKETING))];
  const rows = ids.length === 0 ? [] : await select<CategoryRow>(tx, `${CATEGORIES} ${inList(ids)}`, ids);
  return new Map(rows.map(({ id, code }) => [Number(id), code]));
};

interface CategoryRow {
  readonly id: number;
  readonly code: string;
}

const CATEGORIES = 'SELECT id, code FROM category WHERE id IN';

export const findEndUser = async (tx: Tx, userId: number, externalUserId: string): Promise<number | null> => {
  const sql = 'SELECT id FROM end_user WHERE user_id = ? AND external_user_id = ?';
  const [row] = await select<{ id: number }>(tx, sql, [userId, externalUserId]);
  return row ? Number(row.id) : null;
};
