import { chunk } from '../../collections.js';
import { type Database, execute, placeholders, select, type Tx } from '../../database/database.js';
import { Push } from '../../entities/push.js';
import { PushTranslation } from '../../entities/push-translation.js';
import { type AppError, badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { normalizeName } from '../../text/safe-name.js';
import type { Caller } from '../caller.js';
import { lockOwned } from '../locks.js';
import { requireRoom } from '../rules/maxima.js';
import { type PushInput, violationsOfPush } from './push-rules.js';

const TRANSLATIONS_PER_INSERT = 500;
const MAX_COPIED = 1_000;

/** Pushes with their translations. Binding them to schedulers is `BindingService`. */
export class PushService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async create(caller: Caller, input: PushInput): Promise<Push> {
    check(input);
    return this.database.tx((tx) => this.insert(tx, caller, input));
  }

  /** @param bound the scheduler that it is bound to from the beginning, and its place there. The input keeps the rules. */
  async insert(tx: Tx, caller: Caller, input: PushInput, bound: Bound = UNBOUND): Promise<Push> {
    await this.requireRoom(tx, caller.userId, 1);
    const push = this.newPush(caller, input, bound);
    const id = await insertPush(tx, push);
    return { ...push, id, translations: await insertTranslations(tx, id, input) };
  }

  /** Why this input would be refused; null: it would not. */
  refusalOf(input: PushInput): AppError | null {
    return violationsOfPush(input).error;
  }

  /** All of them or none, in one transaction; answers their ids in this order. */
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
   * Copies of what a scheduler sends, archived pushes aside, bound to another one in the same places and in the same
   * state. @throws BAD_USER_INPUT if there are very many.
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
    await execute(
      tx,
      `INSERT INTO push (user_id, name, default_lang, status, archived, scheduler_id, position, created_at, updated_at)
       SELECT user_id, name, default_lang, status, archived, ?, position, ?, ? FROM push WHERE ${bound}
       ORDER BY position, id`,
      [toScheduler, now, now, fromScheduler],
    );
    // A place among the pushes of a scheduler is taken once.
    await execute(
      tx,
      `INSERT INTO push_translation (push_id, language, title, text, image, icon, link)
       SELECT n.id, x.language, x.title, x.text, x.image, x.icon, x.link
       FROM push o JOIN push n ON n.scheduler_id = ? AND n.position = o.position
       JOIN push_translation x ON x.push_id = o.id
       WHERE o.scheduler_id = ? AND o.archived = 0 ORDER BY n.id, x.id`,
      [toScheduler, fromScheduler],
    );
  }

  /** Replaces all translations; the push stays bound. */
  async update(caller: Caller, id: number, input: PushInput): Promise<Push> {
    check(input);
    return this.database.tx(async (tx) => {
      const push = await this.lock(tx, caller, id);
      return { ...push, ...(await this.replace(tx, id, input)) };
    });
  }

  /** The same of a push that the transaction holds. @param status left out: as it is. The input keeps the rules. */
  async replace(tx: Tx, id: number, { name, ...input }: PushInput, status?: Push['status']) {
    const changes = {
      ...(name === undefined ? {} : { name: name && normalizeName(name) }),
      ...(status === undefined ? {} : { status }),
      defaultLang: input.defaultLang,
      updatedAt: new Date(this.clock.now()),
    };
    await tx.update(Push, { id }, changes);
    await tx.delete(PushTranslation, { pushId: id });
    return { ...changes, translations: await insertTranslations(tx, id, input) };
  }

  async delete(caller: Caller, id: number): Promise<void> {
    await this.database.tx(async (tx) => {
      await this.lock(tx, caller, id);
      await execute(tx, 'DELETE FROM push WHERE id = ?', [id]);
    });
  }

  async activate(caller: Caller, id: number): Promise<Push> {
    return this.change(caller, id, (push) => {
      if (push.archived)
        throw badInput('id', 'This push is archived; unarchive it before you activate it.', 'ARCHIVED');
      return { status: 1 };
    });
  }

  /** It stays bound and is not sent (docs/rules.md#bound-pushes). */
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

  private requireRoom(tx: Tx, userId: number, adding: number): Promise<void> {
    return requireRoom(tx, this.database, { what: 'pushes', userId, field: 'name', adding });
  }

  private newPush({ userId }: Caller, { name = null, defaultLang }: PushInput, bound: Bound) {
    const now = new Date(this.clock.now());
    return {
      userId,
      name: name && normalizeName(name),
      defaultLang,
      status: 1,
      archived: false,
      ...bound,
      createdAt: now,
      updatedAt: now,
    };
  }

  private change(caller: Caller, id: number, decide: (push: Push) => Partial<Push>): Promise<Push> {
    return this.database.tx(async (tx) => {
      const push = await this.lock(tx, caller, id);
      const changes = { ...decide(push), updatedAt: new Date(this.clock.now()) };
      await tx.update(Push, { id }, changes);
      return { ...push, ...changes };
    });
  }

  private async lock(tx: Tx, caller: Caller, id: number): Promise<Push> {
    await lockOwned(tx, this.database, { table: 'push', id, userId: caller.userId, noun: 'push' });
    return tx.findOneByOrFail(Push, { id });
  }
}

type Bound = Pick<Push, 'schedulerId' | 'position'> & Partial<Pick<Push, 'status'>>;

const UNBOUND: Bound = { schedulerId: null, position: 0 };

const check = (input: PushInput): void => violationsOfPush(input).throwIfAny();

/** Plain SQL here and below: TypeORM's `save` costs more than all the rest of a creation. */
const insertPush = async (tx: Tx, push: Omit<Push, 'id' | 'translations'>): Promise<number> => {
  const { insertId } = await execute(
    tx,
    `INSERT INTO push (user_id, name, default_lang, status, archived, scheduler_id, position, created_at, updated_at)
     VALUES ${placeholders(1, 9)}`,
    [
      push.userId,
      push.name,
      push.defaultLang,
      push.status,
      push.archived,
      push.schedulerId,
      push.position,
      push.createdAt.getTime(),
      push.updatedAt.getTime(),
    ],
  );
  return insertId;
};

/** In the order of the input. */
const insertTranslations = async (tx: Tx, pushId: number, input: PushInput): Promise<PushTranslation[]> => {
  for (const part of chunk(input.translations, TRANSLATIONS_PER_INSERT)) {
    await execute(
      tx,
      `INSERT INTO push_translation (push_id, language, title, text, image, icon, link)
       VALUES ${placeholders(part.length, 7)}`,
      part.flatMap(({ language, title, text, image, icon, link }) => [
        pushId,
        language,
        title,
        text,
        image,
        icon,
        link,
      ]),
    );
  }
  // Asked for, since not every server numbers the rows of one insert without gaps.
  const sql = 'SELECT id FROM push_translation WHERE push_id = ? ORDER BY id';
  const rows = await select<{ id: number }>(tx, sql, [pushId]);
  return rows.map(({ id }, index) => Object.assign(new PushTranslation(), input.translations[index], { id, pushId }));
};
