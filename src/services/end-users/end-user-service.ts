import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { EndUser } from '../../entities/end-user.js';
import { badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { describeText, isPlainText } from '../../text/characters.js';
import { type AttributesInput, readAttributeChanges } from '../attributes/attribute-rules.js';
import type { Tombstones } from '../erasures/tombstones.js';
import { attempt, type ItemResult } from '../events/group-commit.js';
import { codeOfText, Violations } from '../rules/violations.js';
import { type JudgedUser, type Upserted, writeUsers } from './write-users.js';

/** The limit of one call. */
const MAX_USERS = 1_000;
const MAX_ID = 255;
const USERS_PER_STEP = 500;
/** A step looks for each of its users in every application. */
const SEEKS_PER_STEP = 10_000;
const MAX_ATTEMPTS = 5;

export interface UserChange {
  readonly externalUserId: string;
  /** null removes a key; other keys stay. */
  readonly attributes: AttributesInput;
}

/** People who use the applications of an account. Their devices keep copies of their attributes. */
export class EndUserService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tombstones: Tombstones,
  ) {}

  /**
   * Creates users and merges attributes into known ones, in short transactions. Each user is accepted or refused on its
   * own. @throws BAD_USER_INPUT for none or too many.
   */
  async upsertMany(userId: number, users: readonly UserChange[]): Promise<readonly ItemResult<Upserted>[]> {
    checkCount(users);
    const judged = users.map((user) => attempt(() => judge(user)));
    const good = judged.flatMap((item) => ('refused' in item ? [] : [item.result]));
    const [row] = await this.database.query<{ n: number }>('SELECT COUNT(*) AS n FROM app WHERE user_id = ?', [userId]);
    const perStep = Math.max(1, Math.min(USERS_PER_STEP, Math.floor(SEEKS_PER_STEP / Math.max(1, Number(row?.n)))));
    const written: ItemResult<Upserted>[] = [];
    for (const part of chunk(good, perStep)) written.push(...(await this.write(userId, part)));
    const rest = written.values();
    return judged.map((item) => ('refused' in item ? item : (rest.next().value as ItemResult<Upserted>)));
  }

  /** Returns a user of the account by its external id. */
  find(userId: number, externalUserId: string): Promise<EndUser | null> {
    return this.database.reader.findOneBy(EndUser, { userId, externalUserId });
  }

  /** Splits users with too many devices for one transaction. */
  private async write(userId: number, users: readonly JudgedUser[]): Promise<readonly ItemResult<Upserted>[]> {
    const results = await this.writeOnce(userId, users);
    if (results) return results;
    const half = Math.ceil(users.length / 2);
    const first = await this.write(userId, users.slice(0, half));
    return [...first, ...(await this.write(userId, users.slice(half)))];
  }

  /** Retries when a concurrent request creates one of the users, so that this one finds the row. */
  private async writeOnce(userId: number, users: readonly JudgedUser[]) {
    const { database, clock, tombstones } = this;
    for (let count = 1; ; count += 1) {
      try {
        return await database.tx((tx) => writeUsers(tx, { database, tombstones, userId, now: clock.now() }, users));
      } catch (error) {
        if (count >= MAX_ATTEMPTS || !database.dialect.isDuplicate(error)) throw error;
      }
    }
  }
}

const checkCount = (users: readonly unknown[]): void => {
  if (users.length > 0 && users.length <= MAX_USERS) return;
  const code = users.length === 0 ? 'REQUIRED' : 'TOO_MANY';
  throw badInput('users', `\`users\` must have 1 to ${MAX_USERS.toLocaleString('en')} entries.`, code);
};

/** @throws BAD_USER_INPUT */
const judge = ({ externalUserId, attributes }: UserChange): JudgedUser => {
  const violations = new Violations();
  if (!isPlainText(externalUserId, MAX_ID)) {
    const message = `\`external_user_id\` must be ${describeText(MAX_ID)}.`;
    violations.add('external_user_id', message, codeOfText(externalUserId, MAX_ID));
  }
  const changes = readAttributeChanges(violations, attributes);
  violations.throwIfAny();
  return { externalUserId, changes };
};
