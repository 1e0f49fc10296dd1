import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { copyRows, insertRow, insertRows, parameter } from '../../database/write-rows.js';
import { PUSH_TABLE, Push } from '../../entities/push.js';
import { PUSH_TRANSLATION_TABLE, PushTranslation } from '../../entities/push-translation.js';
import { type AppError, badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { fieldsOf, hiddenFieldsOf } from '../../ports/message-fields.js';
import { normalizeName } from '../../text/safe-name.js';
import type { Caller } from '../caller.js';
import { holdCategory } from '../categories/category-service.js';
import { lockOwned } from '../locks.js';
import { copyMediaUses, noteMediaUses } from '../media/media-uses.js';
import { requireRoom } from '../rules/maxima.js';
import type { LastMessage } from '../schedulers/last-message.js';
import { type PushInput, violationsOfPush } from './push-rules.js';

const MAX_COPIED = 1_000;

/** Creates and changes pushes with their translations. `BindingService` binds them to schedulers. */
export class PushService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly lastMessage: Pick<LastMessage, 'checkPushes'>,
  ) {}

  async create(caller: Caller, input: PushInput): Promise<Push> {
    check(input);
    return this.database.tx((tx) => this.insert(tx, caller, input));
  }

  /** The input must be valid. @param bound the scheduler to bind the push to, and its position there. */
  async insert(tx: Tx, caller: Caller, input: PushInput, bound: Bound = UNBOUND): Promise<Push> {
    await this.requireRoom(tx, caller.userId, 1);
    const push = this.newPush(caller, input, bound);
    await holdCategory(tx, this.database, push);
    const { insertId: id } = await insertRow(tx, PUSH_TABLE, push);
    await noteMediaUses(tx, id, input);
    return { ...push, id, translations: await insertTranslations(tx, id, input) };
  }

  /** The error for an invalid input; null if the input is valid. */
  refusalOf(input: PushInput): AppError | null {
    return violationsOfPush(input).error;
  }

  /** Creates all pushes or none, in one transaction. Returns their ids in the same order. */
  async createMany(caller: Caller, inputs: readonly PushInput[]): Promise<number[]> {
    for (const input of inputs) check(input);
    return this.database.tx(async (tx) => {
      const ids: number[] = [];
      for (const input of inputs) {
        ids.push((await this.insert(tx, caller, input)).id);
      }
      return ids;
    });
  }

  /**
   * Copies the pushes of a scheduler, except archived ones, to another scheduler. Positions and states stay the same.
   * @throws BAD_USER_INPUT if there are too many.
   */
  async copyBound(tx: Tx, { userId }: Caller, [fromScheduler, toScheduler]: readonly [number, number]): Promise<void> {
    const bound = 'scheduler_id = ? AND archived = 0';
    const [count] = await select<{ n: number }>(tx, `SELECT COUNT(*) AS n FROM push WHERE ${bound}`, [fromScheduler]);
    if (Number(count?.n) > MAX_COPIED) {
      const message = `This scheduler has more than ${MAX_COPIED} pushes; it cannot be copied with them at once.`;
      throw badInput('id', message, 'TOO_MANY');
    }
    await this.requireRoom(tx, userId, Number(count?.n));
    const now = this.clock.now();
    await copyRows(tx, PUSH_TABLE, {
      set: { schedulerId: parameter(toScheduler), createdAt: parameter(now), updatedAt: parameter(now) },
      from: { sql: `push o WHERE ${bound} ORDER BY position, id`, parameters: [fromScheduler] },
    });
    // Positions are unique among the pushes of a scheduler, so they pair each copy with its original.
    await copyRows(tx, PUSH_TRANSLATION_TABLE, {
      set: { pushId: { sql: 'n.id', parameters: [] } },
      from: {
        sql: `push p JOIN push n ON n.scheduler_id = ? AND n.position = p.position
          JOIN push_translation o ON o.push_id = p.id
          WHERE p.scheduler_id = ? AND p.archived = 0 ORDER BY n.id, o.id`,
        parameters: [toScheduler, fromScheduler],
      },
    });
    await copyMediaUses(tx, [fromScheduler, toScheduler]);
  }

  /** Replaces all translations; the push stays bound. */
  async update(caller: Caller, id: number, input: PushInput): Promise<Push> {
    check(input);
    return this.database.tx(async (tx) => {
      const push = await this.lock(tx, caller, id);
      return { ...push, ...(await this.replace(tx, id, input)) };
    });
  }

  /** Like `update`, but keeps the fields that REST lacks, also of translations whose language stays. */
  async updateRestFields(caller: Caller, id: number, input: PushInput): Promise<Push> {
    check(input);
    return this.database.tx(async (tx) => {
      const push = await this.lock(tx, caller, id);
      const translations = await tx.find(PushTranslation, { select: HIDDEN_COLUMNS, where: { pushId: id } });
      const kept = withHiddenFields({ ...push, translations }, input);
      // A push that the graph made a template stays one.
      if (kept.missing) check(kept);
      return { ...push, ...(await this.replace(tx, id, kept)) };
    });
  }

  /** Replaces a locked push with a valid input. @param status absent: unchanged. */
  async replace(tx: Tx, id: number, { name, categoryId, weight, ...input }: PushInput, status?: Push['status']) {
    if (categoryId) await this.holdCategory(tx, id, categoryId);
    const changes = {
      ...(name === undefined ? {} : { name: name && normalizeName(name) }),
      ...(status === undefined ? {} : { status }),
      ...(categoryId === undefined ? {} : { categoryId }),
      ...(weight === undefined ? {} : { weight }),
      ...fieldsOf('push', input),
      defaultLang: input.defaultLang,
      updatedAt: new Date(this.clock.now()),
    };
    await updatePush(tx, id, changes);
    await tx.delete(PushTranslation, { pushId: id });
    await noteMediaUses(tx, id, { name: null, ...input }, true);
    return { ...changes, translations: await insertTranslations(tx, id, input) };
  }

  async delete(caller: Caller, id: number): Promise<void> {
    await this.database.tx(async (tx) => {
      await this.lock(tx, caller, id);
      await execute(tx, 'DELETE FROM push WHERE id = ?', [id]);
    });
  }

  async activate(caller: Caller, id: number): Promise<Push> {
    await this.checkSpeed(caller, id);
    return this.change(caller, id, (push) => {
      if (push.archived)
        throw badInput('id', 'This push is archived; unarchive it before you activate it.', 'ARCHIVED');
      return { status: 1 };
    });
  }

  /** A deactivated push stays bound and is not sent (docs/rules.md#bound-pushes). */
  async deactivate(caller: Caller, id: number): Promise<Push> {
    return this.change(caller, id, () => ({ status: 0 }));
  }

  /** Archiving deactivates (docs/rules.md#push-archive). */
  async archive(caller: Caller, id: number): Promise<Push> {
    return this.change(caller, id, () => ({ status: 0, archived: true }));
  }

  async unarchive(caller: Caller, id: number): Promise<Push> {
    return this.change(caller, id, () => ({ archived: false }));
  }

  /** A scheduler that sends one push more must not become too slow. */
  private async checkSpeed(caller: Caller, id: number): Promise<void> {
    const push = await this.database.reader.findOneBy(Push, { id, userId: caller.userId, status: 0, archived: false });
    if (!push || push.schedulerId === null) return;
    const countPushes = (active: readonly number[]): number => active.length + 1;
    await this.lastMessage.checkPushes(caller, push.schedulerId, { field: 'id', countPushes });
  }

  /** The category must belong to the owner of the push. */
  private async holdCategory(tx: Tx, pushId: number, categoryId: number): Promise<void> {
    const [owner] = await select<{ user_id: number }>(tx, 'SELECT user_id FROM push WHERE id = ?', [pushId]);
    await holdCategory(tx, this.database, { userId: Number(owner?.user_id), categoryId });
  }

  private requireRoom(tx: Tx, userId: number, adding: number): Promise<void> {
    return requireRoom(tx, this.database, { what: 'pushes', userId, field: 'name', adding });
  }

  private newPush(
    { userId }: Caller,
    { name = null, categoryId = null, weight = null, ...input }: PushInput,
    bound: Bound,
  ) {
    const now = new Date(this.clock.now());
    return {
      userId,
      name: name && normalizeName(name),
      ...fieldsOf('push', input),
      defaultLang: input.defaultLang,
      status: 1,
      archived: false,
      categoryId,
      weight,
      ...bound,
      createdAt: now,
      updatedAt: now,
    };
  }

  private change(caller: Caller, id: number, decide: (push: Push) => Partial<Push>): Promise<Push> {
    return this.database.tx(async (tx) => {
      const push = await this.lock(tx, caller, id);
      const changes = { ...decide(push), updatedAt: new Date(this.clock.now()) };
      await updatePush(tx, id, changes);
      return { ...push, ...changes };
    });
  }

  private async lock(tx: Tx, caller: Caller, id: number): Promise<Push> {
    await lockOwned(tx, this.database, { table: 'push', id, userId: caller.userId, noun: 'push' });
    return tx.findOneByOrFail(Push, { id });
  }
}

/** TypeORM's type of changes does not know columns of JSON. */
const updatePush = (tx: Tx, id: number, changes: Partial<Push>) =>
  tx.update(Push, { id }, changes as QueryDeepPartialEntity<Push>);

/** Texts, which may be long, are not read. */
const HIDDEN_COLUMNS = Object.fromEntries(
  ['language', ...Object.keys(hiddenFieldsOf('translation', {}))].map((name) => [name, true]),
);

const withHiddenFields = (push: Push, input: PushInput): PushInput => {
  const kept = new Map(
    push.translations.map((one) => [one.language.toLowerCase(), hiddenFieldsOf('translation', one)]),
  );
  const translations = input.translations.map((given) => ({ ...given, ...kept.get(given.language.toLowerCase()) }));
  return { ...input, ...hiddenFieldsOf('push', push), translations };
};

type Bound = Pick<Push, 'schedulerId' | 'position'> & Partial<Pick<Push, 'status'>>;

const UNBOUND: Bound = { schedulerId: null, position: 0 };

const check = (input: PushInput): void => violationsOfPush(input).throwIfAny();

/** The ids in the order of the input. */
const insertTranslations = async (tx: Tx, pushId: number, { translations }: PushInput): Promise<PushTranslation[]> => {
  const rows = translations.map(({ language, ...given }) => ({ pushId, language, ...fieldsOf('translation', given) }));
  await insertRows(tx, PUSH_TRANSLATION_TABLE, rows);
  // The ids are read back, because not every server numbers the rows of one insert without gaps.
  const sql = 'SELECT id FROM push_translation WHERE push_id = ? ORDER BY id';
  const ids = await select<{ id: number }>(tx, sql, [pushId]);
  return ids.map(({ id }, index) => Object.assign(new PushTranslation(), rows[index], { id }));
};
