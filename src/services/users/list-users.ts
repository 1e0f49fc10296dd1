import type { Database } from '../../database/database.js';
import type { ApiKey } from '../../entities/api-key.js';
import type { RowOf } from '../../entities/column-types.js';
import type { UserAccount } from '../../entities/user-account.js';
import { notFound } from '../../errors.js';
import { readUserLimits } from './user-limits.js';

type UserRow = Pick<RowOf<UserAccount>, 'id' | 'name' | 'suspended' | 'suspended_by' | 'deleted_at' | 'created_at'> & {
  readonly apps: number;
  readonly good_keys: number;
};

type KeyRow = Pick<
  RowOf<ApiKey>,
  'user_id' | 'prefix' | 'name' | 'scopes' | 'created_at' | 'expires_at' | 'revoked_at'
> & { readonly made_by: string | null; readonly member: string | null };

/** The command line's output. */
interface UserLine {
  readonly user_id: number;
  readonly name: string;
  readonly state: 'active' | 'suspended' | 'deleted';
  readonly suspended_by: string | null;
  readonly apps: number;
  /** Neither revoked nor expired. */
  readonly keys: number;
  /** null for no limit. */
  readonly messages_per_minute: number | null;
  readonly max_devices: number | null;
  readonly created_at: string;
}

interface KeyLine {
  readonly user_id: number;
  readonly prefix: string;
  readonly name: string | null;
  readonly scopes: string;
  readonly state: 'good' | 'expired' | 'revoked';
  /** The prefix of the key that made it. */
  readonly made_by: string | null;
  /** The name of the member who made it. */
  readonly made_by_member: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
}

const GOOD = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';

export const listUsers = async (database: Database, now: number): Promise<UserLine[]> => {
  const rows = await database.query<UserRow>(
    `SELECT u.id, u.name, u.suspended, u.suspended_by, u.deleted_at, u.created_at,
       (SELECT COUNT(*) FROM app WHERE user_id = u.id) AS apps,
       (SELECT COUNT(*) FROM api_key WHERE user_id = u.id AND ${GOOD}) AS good_keys
     FROM user_account u ORDER BY u.id`,
    [now],
  );
  const limits = await readUserLimits(database);
  return rows.map((row) => ({
    user_id: Number(row.id),
    name: row.name,
    state: row.deleted_at !== null ? 'deleted' : row.suspended ? 'suspended' : 'active',
    suspended_by: row.suspended ? (row.suspended_by ?? 'operator') : null,
    apps: Number(row.apps),
    keys: Number(row.good_keys),
    messages_per_minute: limits.get(Number(row.id))?.messagesPerMinute ?? null,
    max_devices: limits.get(Number(row.id))?.maxDevices ?? null,
    created_at: toText(row.created_at),
  }));
};

/** @param userId null for all users. */
export const listKeys = async (database: Database, userId: number | null, now: number): Promise<KeyLine[]> => {
  const rows = await database.query<KeyRow>(
    `SELECT k.user_id, k.prefix, k.name, k.scopes, k.created_at, k.expires_at, k.revoked_at, p.prefix AS made_by,
       COALESCE(m.name, k.member_name) AS member
     FROM api_key k LEFT JOIN api_key p ON p.id = k.parent_id LEFT JOIN member m ON m.id = k.member_id
     ${userId === null ? '' : 'WHERE k.user_id = ?'} ORDER BY k.user_id, k.id`,
    userId === null ? [] : [userId],
  );
  return rows.map((row) => {
    const isExpired = row.expires_at !== null && Number(row.expires_at) <= now;
    return {
      user_id: Number(row.user_id),
      prefix: row.prefix,
      name: row.name,
      scopes: row.scopes,
      state: row.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'good',
      made_by: row.made_by,
      made_by_member: row.member,
      created_at: toText(row.created_at),
      expires_at: row.expires_at === null ? null : toText(row.expires_at),
    };
  });
};

/** Includes users that are being deleted. @throws NOT_FOUND */
export const requireUser = async (database: Database, userId: number): Promise<void> => {
  const found = await database.query('SELECT id FROM user_account WHERE id = ?', [userId]);
  if (found.length === 0) throw notFound('user');
};

const toText = (at: number | string): string => new Date(Number(at)).toISOString();
