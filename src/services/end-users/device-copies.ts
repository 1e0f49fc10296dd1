import { chunk, groupBy } from '../../collections.js';
import { type Database, select, type Tx } from '../../database/database.js';
import { updateRows } from '../../database/update-rows.js';
import { insertRows } from '../../database/write-rows.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Device } from '../../entities/device.js';
import { END_USER_TABLE } from '../../entities/end-user.js';
import { type Attributes, mergeAttributes, readAttributes, storeAttributes } from '../../ports/attributes.js';
import type { Tombstones } from '../erasures/tombstones.js';

export interface UserScope {
  readonly database: Database;
  /** The account. */
  readonly userId: number;
  /** Epoch ms, used as the creation time of new users. */
  readonly now: number;
  readonly tombstones: Pick<Tombstones, 'among'>;
}

export interface SharedUsers {
  readonly users: Map<string, Attributes>;
  /** The ids of erased users, who are not created. */
  readonly erased: ReadonlySet<string>;
}

/**
 * Returns the attributes of users, which stay unchanged until the transaction ends, and creates missing users. Call it
 * before a device is written, so that a concurrent change of its user either comes first or finds the device.
 */
export const shareUsers = async (tx: Tx, scope: UserScope, externalUserIds: Iterable<string>): Promise<SharedUsers> => {
  const named = [...new Set(externalUserIds)].sort();
  const found = named.length === 0 ? new Map<string, Attributes>() : await readShared(tx, scope, named);
  // An erased user has no row, so only unknown users need a check of the tombstones.
  const unknown = named.filter((id) => !found.has(id));
  const erased = await scope.tombstones.among((sql, parameters) => select(tx, sql, parameters), scope.userId, unknown);
  const missing = unknown.filter((id) => !erased.has(id));
  const created = missing.length === 0 ? [] : await createShared(tx, scope, missing);
  return { users: new Map([...found, ...created]), erased };
};

const createShared = async (
  tx: Tx,
  scope: UserScope,
  missing: readonly string[],
): Promise<Iterable<readonly [string, Attributes]>> => {
  await createUsers(tx, scope, missing);
  const { writesSideBySide } = scope.database.dialect;
  // Another transaction may have created some of them, with attributes.
  return writesSideBySide ? readShared(tx, scope, missing) : missing.map((id) => [id, {}] as const);
};

/**
 * Creates users in a short transaction of its own, before concurrent transactions need them. It does not read first
 * which of them exist, which saves a statement when most are new.
 */
export const createUsersAhead = async (scope: UserScope, externalUserIds: Iterable<string>): Promise<void> => {
  const wanted = await livingOf(scope, [...new Set(externalUserIds)].sort());
  if (wanted.length > 0) await scope.database.tx((tx) => createUsers(tx, scope, wanted));
};

/** Creates the users that do not exist yet. */
export const ensureUsers = async (scope: UserScope, externalUserIds: Iterable<string>): Promise<void> => {
  const { database, userId } = scope;
  const wanted = [...new Set(externalUserIds)].sort();
  if (wanted.length === 0) return;
  const among = database.dialect.among('external_user_id', wanted);
  const sql = `SELECT external_user_id FROM end_user WHERE user_id = ? AND ${among.sql}`;
  const rows = await database.query<{ external_user_id: string }>(sql, [userId, ...among.parameters]);
  const known = new Set(rows.map((row) => row.external_user_id));
  const missing = await livingOf(
    scope,
    wanted.filter((id) => !known.has(id)),
  );
  if (missing.length > 0) await database.tx((tx) => createUsers(tx, scope, missing));
};

/** Leaves out the ids of erased users. */
const livingOf = async ({ database, userId, tombstones }: UserScope, ids: readonly string[]): Promise<string[]> => {
  const erased = await tombstones.among((sql, parameters) => database.query(sql, parameters), userId, ids);
  return ids.filter((id) => !erased.has(id));
};

/** Creates users that do not exist. The ids must not be of erased users. */
export const createUsers = (
  tx: Tx,
  { userId, now }: Pick<UserScope, 'userId' | 'now'>,
  externalUserIds: readonly string[],
): Promise<void> => {
  const rows = externalUserIds.map((externalUserId) => ({
    userId,
    externalUserId,
    attributes: null,
    createdAt: now,
    updatedAt: now,
  }));
  return insertRows(tx, END_USER_TABLE, rows, 'ignore');
};

const readShared = async (
  tx: Tx,
  { database: { dialect }, userId }: UserScope,
  externalUserIds: readonly string[],
): Promise<Map<string, Attributes>> => {
  const among = dialect.among('external_user_id', externalUserIds);
  const sql = `SELECT external_user_id, attributes FROM end_user
    WHERE user_id = ? AND ${among.sql} ${dialect.forShare}`;
  const rows = await select<{ external_user_id: string; attributes: string | null }>(tx, sql, [
    userId,
    ...among.parameters,
  ]);
  return new Map(rows.map((row) => [row.external_user_id, readAttributes(row.attributes)]));
};

/** A device with the texts that its copy is made of. */
export type CopyRow = Pick<RowOf<Device>, 'app_id' | 'id' | 'external_user_id' | 'attributes' | 'own_attributes'>;

export type CopiesByUser = ReadonlyMap<string, readonly CopyRow[]>;

const APPS_PER_STATEMENT = 500;

/**
 * Locks the devices of users in every application of the account, including archived ones.
 * @returns null if there are more than `limit`.
 */
export const lockCopies = async (
  tx: Tx,
  { database: { dialect }, userId, limit }: { readonly database: Database; readonly userId: number; limit: number },
  externalUserIds: readonly string[],
): Promise<CopiesByUser | null> => {
  const apps = await select<{ id: number }>(tx, 'SELECT id FROM app WHERE user_id = ?', [userId]);
  const among = dialect.among('external_user_id', externalUserIds);
  const found: CopyRow[] = [];
  for (const part of chunk(apps, APPS_PER_STATEMENT)) {
    const ids = part.map(({ id }) => Number(id)).join(', ');
    const sql = `SELECT app_id, id, external_user_id, attributes, own_attributes
      FROM device ${dialect.forceIndex('device_external')}
      WHERE app_id IN (${ids}) AND ${among.sql} LIMIT ${limit + 1 - found.length} ${dialect.forUpdate}`;
    found.push(...(await select<CopyRow>(tx, sql, among.parameters)));
    if (found.length > limit) return null;
  }
  return groupBy(found, (row) => row.external_user_id ?? '');
};

/** Writes the copies that differ from the attributes of their user. @returns how many did */
export const writeCopies = async (
  tx: Tx,
  copies: readonly { readonly row: CopyRow; readonly user: Attributes }[],
): Promise<number> => {
  const rows = copies.flatMap(({ row, user }) => {
    const attributes = storeAttributes(mergeAttributes(readAttributes(row.own_attributes), user));
    return attributes === row.attributes ? [] : [[Number(row.app_id), Number(row.id), attributes]];
  });
  await updateRows(tx, { table: 'device', key: ['app_id', 'id'], set: ['attributes'] }, rows);
  return rows.length;
};
