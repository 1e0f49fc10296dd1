import { inCategory } from '../../catalogue/push-categories.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { insertRow } from '../../database/write-rows.js';
import { CATEGORY_TABLE, Category } from '../../entities/category.js';
import { CATEGORY_DELETION_TABLE } from '../../entities/category-deletion.js';
import { UserAccount } from '../../entities/user-account.js';
import { AppError, badInput, type Violation, violation } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Caller } from '../caller.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { requireRoom } from '../rules/maxima.js';
import { type CategoryInput, readCategory } from './category-rules.js';

interface InCategory {
  readonly categoryId?: number | null;
  readonly channel?: string | null;
}

/** The id of a category, or its key. */
export type CategoryName = number | { readonly key: string };

/** How many pushes the refusal to delete a category names. */
const NAMED = 5;

/** Creates, changes and deletes the kinds of messages that people can turn on and off (docs/preferences.md). */
export class CategoryService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws BAD_USER_INPUT for a broken rule, or if the account has too many. */
  async create({ userId }: Caller, input: CategoryInput): Promise<{ readonly id: number }> {
    const columns = readCategory(input);
    return this.database.tx(async (tx) => {
      await lockCatalogue(tx, this.database, userId);
      await requireRoom(tx, this.database, { what: 'categories', userId, field: 'key' });
      await this.requireFreeKey(tx, { userId, key: columns.code, id: 0 });
      const now = new Date(this.clock.now());
      const { insertId } = await insertRow(tx, CATEGORY_TABLE, { userId, ...columns, createdAt: now, updatedAt: now });
      return { id: insertId };
    });
  }

  /** Replaces every field. Runs that have begun keep the kind and default with which they were planned. */
  async update({ userId }: Caller, id: number, input: CategoryInput): Promise<void> {
    const columns = readCategory(input);
    await this.database.tx(async (tx) => {
      await lockCatalogue(tx, this.database, userId);
      await this.lock(tx, userId, id);
      await this.requireFreeKey(tx, { userId, key: columns.code, id });
      const key = await capped(tx, userId, id);
      if (key !== null && key !== columns.code) throw badInput('key', isCapped(key), 'CONFLICT');
      await tx.update(Category, { id }, { ...columns, updatedAt: new Date(this.clock.now()) } as object);
    });
  }

  /** People's choices stay for runs that have begun; upkeep deletes them. @throws CONFLICT while pushes or caps use it. */
  async delete({ userId }: Caller, id: number): Promise<void> {
    await this.database.tx(async (tx) => {
      await lockCatalogue(tx, this.database, userId);
      await this.lock(tx, userId, id);
      const sql = `SELECT id FROM push WHERE category_id = ? ORDER BY id LIMIT ${NAMED + 1}`;
      const pushes = (await select<{ id: number }>(tx, sql, [id])).map((push) => Number(push.id));
      if (pushes.length > 0) throw isUsed(pushes);
      const key = await capped(tx, userId, id);
      if (key !== null) throw new AppError('CONFLICT', isCapped(key));
      const deleted = { categoryId: id, userId, deletedAt: new Date(this.clock.now()) };
      await insertRow(tx, CATEGORY_DELETION_TABLE, deleted);
      await execute(tx, 'DELETE FROM category WHERE id = ?', [id]);
    });
  }

  /** The category of a message that is not stored, or null. @throws BAD_USER_INPUT if there is no such category. */
  async find({ userId }: Caller, name: CategoryName | null | undefined): Promise<Category | null> {
    if (name === null || name === undefined) return null;
    const where = typeof name === 'number' ? { id: name } : { code: name.key };
    const category = await this.database.reader.findOneBy(Category, { ...where, userId });
    if (category) return category;
    if (typeof name === 'number') throw noCategory();
    throw badInput('category', `There is no category "${name.key}".`, 'NOT_FOUND');
  }

  async violationsOf({ userId }: Caller, { categoryId }: InCategory): Promise<readonly Violation[]> {
    if (categoryId === null || categoryId === undefined) return [];
    const isKnown = await this.database.reader.existsBy(Category, { id: categoryId, userId });
    return isKnown ? [] : [violation('category_id', NO_CATEGORY, 'NOT_FOUND')];
  }

  /** The push with the notification channel of its category, as it is sent. An unknown category changes nothing. */
  async inCategory<Push extends InCategory>({ userId }: Caller, push: Push): Promise<Push> {
    const { categoryId = null } = push;
    if (categoryId === null) return push;
    return inCategory(push, await this.database.reader.findOneBy(Category, { id: categoryId, userId }));
  }

  /** The categories of the account that people can see, in the order of their creation. */
  listed(userId: number): Promise<Category[]> {
    return this.database.reader.find(Category, { where: { userId, listed: true }, order: { id: 'ASC' } });
  }

  private lock(tx: Tx, userId: number, id: number): Promise<void> {
    return lockOwned(tx, this.database, { table: 'category', id, userId, noun: 'category' });
  }

  private async requireFreeKey(
    tx: Tx,
    { userId, key, id }: { userId: number; key: string; id: number },
  ): Promise<void> {
    const sql = 'SELECT id FROM category WHERE user_id = ? AND code = ? AND id <> ?';
    const [other] = await select(tx, sql, [userId, key, id]);
    if (other) throw badInput('key', `A category "${key}" already exists; use another key.`, 'DUPLICATE');
  }
}

/** The key of the category if a frequency cap names it, which would count nothing without it; otherwise null. */
const capped = async (tx: Tx, userId: number, id: number): Promise<string | null> => {
  const { code } = await tx.findOneByOrFail(Category, { id });
  const { frequencyCaps } = await tx.findOneByOrFail(UserAccount, { id: userId });
  return frequencyCaps?.caps.some(({ categories }) => categories?.includes(code)) ? code : null;
};

const isCapped = (key: string): string =>
  `A frequency cap counts the category "${key}". Take it out of the frequency caps first, and try again.`;

const NO_CATEGORY = 'There is no such category.';
const noCategory = (): AppError => badInput('category_id', NO_CATEGORY, 'NOT_FOUND');

/** Keeps the category from being deleted until the transaction ends. @throws BAD_USER_INPUT if it does not exist. */
export const holdCategory = async (
  tx: Tx,
  database: Database,
  { userId, categoryId }: { readonly userId: number; readonly categoryId: number | null },
): Promise<void> => {
  if (categoryId === null) return;
  const sql = `SELECT id FROM category WHERE id = ? AND user_id = ? ${database.dialect.forShare}`;
  if ((await select(tx, sql, [categoryId, userId])).length === 0) throw noCategory();
};

const isUsed = (pushes: readonly number[]): AppError => {
  const named = pushes.slice(0, NAMED).join(', ');
  const more = pushes.length > NAMED ? ' and others' : '';
  return new AppError(
    'CONFLICT',
    `Pushes use this category: ${named}${more}. Give them another category, or none, and try again.`,
  );
};
