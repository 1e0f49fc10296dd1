import { select, type Tx } from '../../database/database.js';
import { updateRows } from '../../database/update-rows.js';
import { insertRows } from '../../database/write-rows.js';
import { END_USER_TABLE } from '../../entities/end-user.js';
import { badInput } from '../../errors.js';
import { type Attributes, readAttributes, storeAttributes } from '../../ports/attributes.js';
import type { AttributeChanges } from '../attributes/attribute-rules.js';
import { AttributeTypes } from '../attributes/attribute-types.js';
import { erasedUser } from '../erasures/tombstones.js';
import { attempt, type ItemResult } from '../events/group-commit.js';
import { hasRoom, noRoomFor } from '../rules/maxima.js';
import { type CopiesByUser, lockCopies, type UserScope, writeCopies } from './device-copies.js';

/** A user to create or change, before the database has been asked whether it exists. */
export interface JudgedUser {
  readonly externalUserId: string;
  readonly changes: AttributeChanges;
}

export interface Upserted {
  readonly id: number;
  readonly created: boolean;
}

/** A user with more devices is not one person, so changes of its attributes are refused. */
const MAX_DEVICES_OF_USER = 1_000;
/** The devices that one transaction locks. */
const MAX_DEVICES = 5_000;

/** A user during the transaction. */
interface UserState {
  /** null: it does not exist yet. */
  readonly id: number | null;
  readonly before: string | null;
  after: Attributes;
  isAccepted: boolean;
}

/**
 * Merges attributes into users and the copies on their devices, in a fixed number of statements. Locks are taken in the
 * order of registrations: types, users, devices.
 * @returns null if the users have too many devices for one transaction; then nothing is written.
 */
export const writeUsers = async (
  tx: Tx,
  scope: UserScope,
  users: readonly JudgedUser[],
): Promise<ItemResult<Upserted>[] | null> => {
  const types = await AttributeTypes.load(
    tx,
    { ...scope, by: 'server' },
    users.map(({ changes }) => changes),
  );
  const ids = [...new Set(users.map(({ externalUserId }) => externalUserId))].sort();
  const states = await lockUsers(tx, scope, ids);
  const known = new Set(states.keys());
  const unknown = ids.filter((id) => !known.has(id));
  const erased = await scope.tombstones.among((sql, values) => select(tx, sql, values), scope.userId, unknown);
  const limit = ids.length === 1 ? MAX_DEVICES_OF_USER : MAX_DEVICES;
  const copies = await lockCopies(tx, { ...scope, limit }, ids);
  if (!copies && ids.length > 1) return null;
  const adding = unknown.length - erased.size;
  const isFull = adding > 0 && !(await hasRoom(tx, scope.database, { what: 'users', userId: scope.userId, adding }));
  const judged = users.map((user) => {
    const isPerson = copies !== null && (copies.get(user.externalUserId)?.length ?? 0) <= MAX_DEVICES_OF_USER;
    return attempt(() => {
      if (erased.has(user.externalUserId)) throw erasedUser();
      if (isFull && !known.has(user.externalUserId)) throw noRoomFor({ what: 'users', field: 'external_user_id' });
      return merge(types, stateOf(states, user), { user, isPerson });
    });
  });
  await types.save(tx);
  const newIds = await save(tx, scope, states);
  await copy(tx, states, copies ?? new Map());
  return judged.map((item, index) => {
    if ('refused' in item) return item;
    const { externalUserId } = users[index] as JudgedUser;
    return { result: { id: item.result.id ?? newIds.get(externalUserId) ?? 0, created: item.result.created } };
  });
};

const lockUsers = async (
  tx: Tx,
  { database: { dialect }, userId }: UserScope,
  externalUserIds: readonly string[],
): Promise<Map<string, UserState>> => {
  const among = dialect.among('external_user_id', externalUserIds);
  const sql = `SELECT id, external_user_id, attributes FROM end_user
    WHERE user_id = ? AND ${among.sql} ${dialect.forUpdate}`;
  const rows = await select<{ id: number; external_user_id: string; attributes: string | null }>(tx, sql, [
    userId,
    ...among.parameters,
  ]);
  return new Map(
    rows.map(({ id, external_user_id, attributes }) => [
      external_user_id,
      { id: Number(id), before: attributes, after: readAttributes(attributes), isAccepted: false },
    ]),
  );
};

/** A repeated id continues with the state that its first occurrence left. */
const stateOf = (states: Map<string, UserState>, { externalUserId }: JudgedUser): UserState => {
  const state = states.get(externalUserId) ?? { id: null, before: null, after: {}, isAccepted: false };
  states.set(externalUserId, state);
  return state;
};

/** @throws BAD_USER_INPUT, and leaves the user unchanged */
const merge = (
  types: AttributeTypes,
  state: UserState,
  { user, isPerson }: { user: JudgedUser; isPerson: boolean },
): { id: number | null; created: boolean } => {
  if (!isPerson) throw tooManyDevices();
  state.after = types.apply(state.after, user.changes);
  const created = state.id === null && !state.isAccepted;
  state.isAccepted = true;
  return { id: state.id, created };
};

const tooManyDevices = () =>
  badInput(
    'external_user_id',
    `\`external_user_id\` has more than ${MAX_DEVICES_OF_USER.toLocaleString('en')} devices, so it is not one person. Set attributes on the devices instead.`,
    'TOO_MANY',
  );

/** Returns the ids of new users. */
const save = async (
  tx: Tx,
  { userId, now, database }: UserScope,
  states: ReadonlyMap<string, UserState>,
): Promise<ReadonlyMap<string, number>> => {
  const accepted = [...states].filter(([, { isAccepted }]) => isAccepted);
  const changed = accepted.flatMap(([, { id, before, after }]) => {
    const stored = storeAttributes(after);
    return id === null || stored === before ? [] : [[id, stored, now]];
  });
  await updateRows(tx, { table: 'end_user', key: ['id'], set: ['attributes', 'updated_at'] }, changed);
  const fresh = accepted.filter(([, { id }]) => id === null);
  const rows = fresh.map(([externalUserId, { after }]) => ({
    userId,
    externalUserId,
    attributes: after,
    createdAt: now,
    updatedAt: now,
  }));
  await insertRows(tx, END_USER_TABLE, rows);
  return rows.length === 0 ? new Map() : readIds(tx, { userId, database, ids: rows.map((row) => row.externalUserId) });
};

const readIds = async (
  tx: Tx,
  { userId, database, ids }: Pick<UserScope, 'userId' | 'database'> & { ids: readonly string[] },
): Promise<ReadonlyMap<string, number>> => {
  const among = database.dialect.among('external_user_id', ids);
  const sql = `SELECT id, external_user_id FROM end_user WHERE user_id = ? AND ${among.sql}`;
  const rows = await select<{ id: number; external_user_id: string }>(tx, sql, [userId, ...among.parameters]);
  return new Map(rows.map((row) => [row.external_user_id, Number(row.id)]));
};

const copy = async (tx: Tx, states: ReadonlyMap<string, UserState>, copies: CopiesByUser): Promise<void> => {
  const accepted = [...states].filter(([, { isAccepted }]) => isAccepted);
  await writeCopies(
    tx,
    accepted.flatMap(([externalUserId, { after: user }]) =>
      (copies.get(externalUserId) ?? []).map((row) => ({ row, user })),
    ),
  );
};
