import { chunk, groupBy } from '../../collections.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertRows } from '../../database/write-rows.js';
import { addOptOut } from '../../delivery/record/goal-events.js';
import { Category } from '../../entities/category.js';
import { CATEGORY_CHOICE_TABLE } from '../../entities/category-choice.js';
import type { RowOf } from '../../entities/column-types.js';
import { AppError, badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { ALL_MARKETING, type Choice, type ChoiceSource, type SubjectKind } from '../../ports/preferences.js';
import { describeText, isPlainText } from '../../text/characters.js';
import { createUsers } from '../end-users/device-copies.js';
import { erasedUser, type Tombstones } from '../erasures/tombstones.js';
import { requireRoom } from '../rules/maxima.js';
import { announceChoices, findEndUser, type StoredChoices } from './announce-choices.js';
import { type ChoiceRow, type PreferenceItem, type SettledChoice, settleRows, toItem } from './settle-choices.js';

/** Whose preferences: a user's, or those of a device, which chooses for its user if it has one. */
export type PreferenceSubject =
  | { readonly kind: 'user'; readonly externalUserId: string }
  | { readonly kind: 'device'; readonly deviceId: number };

export interface Preferences {
  /** The listed categories, in the order of their creation. */
  readonly items: readonly PreferenceItem[];
  /** OFF: nothing of kind `MARKETING` is sent, whatever the items say. */
  readonly allMarketing: Choice;
}

/** @see ALL_MARKETING */
export interface ChoiceInput {
  readonly categoryId: number;
  readonly choice: Choice;
}

/** A subject with its keys in `category_choice`. */
interface Who {
  readonly user: string | null;
  readonly device: string | null;
  /** The application of the device. */
  readonly appId: number | null;
  readonly language: string | null;
}

const MAX_CHOICES = 200;
const MAX_EXTERNAL_ID = 255;
/** Subjects whose choices one transaction stores. */
const SUBJECTS_PER_STEP = 100;

/** Reads and changes preferences (docs/preferences.md). */
export class PreferenceService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tombstones: Tombstones,
  ) {}

  private readonly query: Query = (sql, parameters) => this.database.query(sql, parameters);

  /** @param language null: that of the device. @throws NOT_FOUND for a device of another account. */
  async read(userId: number, subject: PreferenceSubject, language: string | null): Promise<Preferences> {
    const who = await this.identify(this.query, userId, subject);
    const [settled = []] = await this.settle(userId, [who]);
    const inLanguage = language ?? who.language;
    const items = settled.flatMap(({ category, choice, made }) =>
      category?.listed ? [toItem(category, { choice, isDefault: made === null, language: inLanguage })] : [],
    );
    return { items, allMarketing: settled.find(({ category }) => category === null)?.choice ?? 'ON' };
  }

  /** Lists every category, including unlisted ones, and then all marketing. @throws NOT_FOUND */
  async list(userId: number, subject: PreferenceSubject): Promise<readonly SettledChoice[]> {
    const [settled = []] = await this.settle(userId, [await this.identify(this.query, userId, subject)]);
    return settled;
  }

  /** Works as `list`, for many devices. Devices of other accounts are absent. */
  async listOfDevices(userId: number, ids: readonly number[]): Promise<Map<number, readonly SettledChoice[]>> {
    const sql = `SELECT id, app_id, external_user_id, language FROM device WHERE id IN ${inList(ids)}
      AND app_id IN (SELECT a.id FROM app a WHERE a.user_id = ?)`;
    const rows = await this.database.query<DeviceRow & { readonly id: number }>(sql, [...ids, userId]);
    const whos = rows.map((row) => ({
      user: row.external_user_id,
      device: String(row.id),
      appId: null,
      language: null,
    }));
    const settled = await this.settle(userId, whos);
    return new Map(rows.map(({ id }, index) => [Number(id), settled[index] ?? []]));
  }

  /** Works as `list`, for many users. */
  async listOfUsers(
    userId: number,
    externalUserIds: readonly string[],
  ): Promise<Map<string, readonly SettledChoice[]>> {
    const whos = externalUserIds.map((user) => ({ user, device: null, appId: null, language: null }));
    const settled = await this.settle(userId, whos);
    return new Map(externalUserIds.map((id, index) => [id, settled[index] ?? []]));
  }

  /** Stores all choices or none. @throws NOT_FOUND for the device, BAD_USER_INPUT for a choice. */
  async write(
    userId: number,
    subject: PreferenceSubject,
    choices: readonly ChoiceInput[],
    source: ChoiceSource,
  ): Promise<void> {
    if (choices.length === 0) return;
    checkCount(choices);
    await this.database.tx(async (tx) => {
      const stored = await this.store(tx, { userId, subject, choices, source });
      await announceChoices(tx, { userId, now: this.clock.now() }, stored);
    });
  }

  /**
   * Works as `write`, for many subjects, from the account's server.
   * @returns for each why it was refused, or null
   */
  async writeMany(userId: number, reads: readonly (() => PreferencesOf)[]): Promise<(AppError | null)[]> {
    const refused: (AppError | null)[] = [];
    for (const part of chunk(reads, SUBJECTS_PER_STEP)) {
      refused.push(...(await this.database.tx((tx) => this.storePart(tx, userId, part))));
    }
    return refused;
  }

  private async storePart(
    tx: Tx,
    userId: number,
    reads: readonly (() => PreferencesOf)[],
  ): Promise<(AppError | null)[]> {
    const refused: (AppError | null)[] = [];
    const stored: StoredChoices[] = [];
    for (const read of reads) {
      try {
        const given = read();
        checkCount(given.choices);
        stored.push(...(await this.store(tx, { userId, source: 'API', ...given })));
        refused.push(null);
      } catch (error) {
        // A refusal comes before anything is written.
        if (!(error instanceof AppError)) throw error;
        refused.push(error);
      }
    }
    await announceChoices(tx, { userId, now: this.clock.now() }, stored);
    return refused;
  }

  /** Returns what to announce at the end of the transaction. */
  private async store(tx: Tx, { userId, subject, choices, source }: ChoicesOf): Promise<StoredChoices[]> {
    const query: Query = (sql, parameters) => select(tx, sql, parameters);
    const who = await this.identify(query, userId, subject);
    const erased = await this.tombstones.among(query, userId, who.user === null ? [] : [who.user]);
    if (erased.size > 0) throw erasedUser();
    const stored = await this.check(tx, { userId, choices, source });
    if (stored.length === 0) return [];
    const [subjectKind, name]: [SubjectKind, string] =
      who.user === null ? ['device', who.device ?? ''] : ['user', who.user];
    const changedAt = this.clock.now();
    // Anybody with stored choices becomes a user, who can be found, exported and erased.
    if (subject.kind === 'user' && (await findEndUser(tx, userId, subject.externalUserId)) === null) {
      await requireRoom(tx, this.database, { what: 'users', userId, field: 'externalUserId' });
      await createUsers(tx, { userId, now: changedAt }, [subject.externalUserId]);
    }
    const rows = stored.map((one) => ({ userId, subjectKind, subject: name, source, changedAt, ...one }));
    const onClash = this.database.dialect.upsert(KEY, (incoming) =>
      ['choice', 'source', 'changed_at'].map((column) => `${column} = ${incoming(column)}`).join(', '),
    );
    await insertRows(tx, CATEGORY_CHOICE_TABLE, rows, onClash);
    if (stored.some(({ choice }) => choice === 'OFF')) await addOptOut(tx, { userId, ...who, now: changedAt });
    // The person at the device has decided for the user, so the device's older choice no longer restricts the user's.
    if (who.user !== null && who.device !== null) await this.forgetOfDevice(tx, userId, { device: who.device, stored });
    const deviceId = subject.kind === 'device' ? subject.deviceId : null;
    return [{ user: who.user, deviceId, appId: who.appId, choices: stored, source }];
  }

  private async forgetOfDevice(
    tx: Tx,
    userId: number,
    { device, stored }: { device: string; stored: readonly ChoiceInput[] },
  ): Promise<void> {
    const ids = stored.map(({ categoryId }) => categoryId);
    const sql = `DELETE FROM category_choice WHERE user_id = ? AND subject_kind = 'device' AND subject = ?
      AND category_id IN ${inList(ids)}`;
    await execute(tx, sql, [userId, device, ...ids]);
  }

  /** Returns what is stored: nothing for kinds that cannot be turned off. The categories stay until the commit. */
  private async check(
    tx: Tx,
    { userId, choices, source }: Pick<ChoicesOf, 'userId' | 'choices' | 'source'>,
  ): Promise<ChoiceInput[]> {
    const ids = choices.map(({ categoryId }) => categoryId).filter((id) => id !== ALL_MARKETING);
    const sql = `SELECT id, code, kind, listed FROM category WHERE user_id = ? AND id IN ${inList(ids)}
      ${this.database.dialect.forShare}`;
    const rows = ids.length === 0 ? [] : await select<RowOf<Category>>(tx, sql, [userId, ...ids]);
    const known = new Map(rows.map((row) => [Number(row.id), row]));
    const stored = new Map<number, ChoiceInput>();
    for (const [index, { categoryId, choice }] of choices.entries()) {
      const field = `choices[${index}].category_id`;
      const category = known.get(categoryId);
      const isHidden = source !== 'API' && category !== undefined && !category.listed;
      if (categoryId !== ALL_MARKETING && (category === undefined || isHidden))
        throw badInput(field, 'There is no such category.', 'NOT_FOUND');
      if (category?.kind === 'TRANSACTIONAL') {
        if (choice === 'OFF') throw badInput(field, transactional(category.code), 'INVALID');
      } else {
        stored.set(categoryId, { categoryId, choice });
      }
    }
    return [...stored.values()];
  }

  /** The choices of each subject, in their order. */
  private async settle(userId: number, whos: readonly Who[]): Promise<SettledChoice[][]> {
    const categories = await this.database.reader.find(Category, { where: { userId }, order: { id: 'ASC' } });
    const users = await this.rowsOf(
      userId,
      'user',
      whos.flatMap(({ user }) => user ?? []),
    );
    const devices = await this.rowsOf(
      userId,
      'device',
      whos.flatMap(({ device }) => device ?? []),
    );
    return whos.map(({ user, device }) => {
      const rows = [...(users.get(user ?? '') ?? []), ...(devices.get(device ?? '') ?? [])];
      return [...categories, null].map((category) => {
        const id = category?.id ?? ALL_MARKETING;
        const own = rows.filter(({ category_id }) => Number(category_id) === id);
        return { category, ...settleRows(own, category, user !== null) };
      });
    });
  }

  private async rowsOf(
    userId: number,
    kind: SubjectKind,
    subjects: readonly string[],
  ): Promise<Map<string, ChoiceRow[]>> {
    if (subjects.length === 0) return new Map();
    const among = this.database.dialect.among('subject', [...new Set(subjects)]);
    const sql = `SELECT * FROM category_choice WHERE user_id = ? AND subject_kind = ? AND ${among.sql}`;
    const rows = await this.database.query<ChoiceRow>(sql, [userId, kind, ...among.parameters]);
    return groupBy(rows, (row) => row.subject);
  }

  private async identify(query: Query, userId: number, subject: PreferenceSubject): Promise<Who> {
    if (subject.kind === 'user')
      return { user: checkUser(subject.externalUserId), device: null, appId: null, language: null };
    const sql = `SELECT app_id, external_user_id, language FROM device WHERE id = ?
      AND app_id IN (SELECT a.id FROM app a WHERE a.user_id = ?)`;
    const [device] = await query<DeviceRow>(sql, [subject.deviceId, userId]);
    if (!device) throw notFound('device');
    const { external_user_id: user, app_id: appId, language } = device;
    return { user, device: String(subject.deviceId), appId: Number(appId), language };
  }
}

/** The choices of one subject. */
export interface PreferencesOf {
  readonly subject: PreferenceSubject;
  readonly choices: readonly ChoiceInput[];
}

interface ChoicesOf extends PreferencesOf {
  readonly userId: number;
  readonly source: ChoiceSource;
}

interface DeviceRow {
  readonly app_id: number;
  readonly external_user_id: string | null;
  readonly language: string | null;
}

type Query = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

const KEY = ['user_id', 'subject_kind', 'subject', 'category_id'];

const checkUser = (externalUserId: string): string => {
  if (isPlainText(externalUserId, MAX_EXTERNAL_ID)) return externalUserId;
  throw badInput('external_user_id', `\`external_user_id\` must be ${describeText(MAX_EXTERNAL_ID)}.`);
};

const checkCount = ({ length }: readonly ChoiceInput[]): void => {
  if (length > MAX_CHOICES)
    throw badInput('choices', `\`choices\` must have at most ${MAX_CHOICES} entries.`, 'TOO_MANY');
};

const transactional = (key: string): string =>
  `"${key}" is of kind TRANSACTIONAL, which cannot be turned off. Leave it out.`;
