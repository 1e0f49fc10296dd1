import { createHmac, randomBytes } from 'node:crypto';
import type { Keyring } from '../../crypto/keyring.js';
import { execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertRow } from '../../database/write-rows.js';
import { ERASED_USER_TABLE } from '../../entities/erasure.js';
import { type AppError, badInput } from '../../errors.js';

/** See `Keyring.seal`. */
export const erasureContext = (userId: number): string => `erasure:${userId}`;

/** Runs in the transaction of the caller, or outside one. */
type Query = <Row>(sql: string, parameters: readonly unknown[]) => Promise<readonly Row[]>;

interface SealedKey {
  readonly erasure_key: string | null;
}

const SELECT_KEY = 'SELECT erasure_key FROM user_account WHERE id = ?';

/**
 * Remembers erased users by the HMAC of their ids. Each account has a key of its own, so that hashes of likely ids
 * cannot be tried out on a copy of the database without the master key.
 */
export class Tombstones {
  /** @param openKeyring called only for accounts that have erased somebody. */
  constructor(private readonly openKeyring: () => Promise<Keyring>) {}

  /** Returns those of the ids that belong to erased users. Costs one read for an account that has erased nobody. */
  async among(query: Query, userId: number, externalUserIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (externalUserIds.length === 0) return new Set();
    const [row] = await query<SealedKey>(SELECT_KEY, [userId]);
    if (!row?.erasure_key) return new Set();
    const key = await this.open(userId, row.erasure_key);
    const byHash = new Map(externalUserIds.map((id) => [hashOf(key, id), id]));
    const hashes = [...byHash.keys()];
    const sql = `SELECT hash FROM erased_user WHERE user_id = ? AND hash IN ${inList(hashes)}`;
    const found = await query<{ hash: string }>(sql, [userId, ...hashes]);
    return new Set(found.flatMap(({ hash }) => byHash.get(hash) ?? []));
  }

  /** Requires a lock on the account's catalogue: two first tombstones must not make two keys. */
  async add(tx: Tx, userId: number, { externalUserId, now }: { externalUserId: string; now: number }): Promise<void> {
    const [row] = await select<SealedKey>(tx, SELECT_KEY, [userId]);
    const key = row?.erasure_key ? await this.open(userId, row.erasure_key) : await this.create(tx, userId);
    const hash = hashOf(key, externalUserId);
    await execute(tx, 'DELETE FROM erased_user WHERE user_id = ? AND hash = ?', [userId, hash]);
    await insertRow(tx, ERASED_USER_TABLE, { userId, hash, erasedAt: now });
  }

  /** Lets the id be used again. Returns whether it belonged to an erased user. */
  async remove(tx: Tx, userId: number, externalUserId: string): Promise<boolean> {
    const [row] = await select<SealedKey>(tx, SELECT_KEY, [userId]);
    if (!row?.erasure_key) return false;
    const hash = hashOf(await this.open(userId, row.erasure_key), externalUserId);
    return (await execute(tx, 'DELETE FROM erased_user WHERE user_id = ? AND hash = ?', [userId, hash])).affected > 0;
  }

  private async create(tx: Tx, userId: number): Promise<Buffer> {
    const key = randomBytes(32);
    const sealed = (await this.openKeyring()).seal(key.toString('base64url'), erasureContext(userId));
    await execute(tx, 'UPDATE user_account SET erasure_key = ? WHERE id = ?', [sealed, userId]);
    return key;
  }

  private async open(userId: number, sealed: string): Promise<Buffer> {
    return Buffer.from((await this.openKeyring()).open(sealed, erasureContext(userId)), 'base64url');
  }
}

/** Refuses the id of an erased user. */
export const erasedUser = (): AppError =>
  badInput(
    'external_user_id',
    '`external_user_id` belongs to a user who was erased. Omit it, or allow the id again with `userErasureLift`.',
  );

const hashOf = (key: Buffer, externalUserId: string): string =>
  createHmac('sha256', key).update(externalUserId).digest('hex');
