import type { Database } from '../../database/database.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Member } from '../../entities/member.js';
import { notFound } from '../../errors.js';
import { normalizeEmail } from './member-rules.js';

/** The command line's output. */
interface MemberLine {
  readonly user_id: number;
  readonly member_id: number;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly state: 'joined' | 'invited';
  readonly password: boolean;
  readonly single_sign_on: boolean;
  readonly last_seen_at: string | null;
}

/** @param userId null for all users. */
export const listMembers = async (database: Database, userId: number | null): Promise<MemberLine[]> => {
  const rows = await database.query<RowOf<Member>>(
    `SELECT * FROM member ${userId === null ? '' : 'WHERE user_id = ?'} ORDER BY user_id, id`,
    userId === null ? [] : [userId],
  );
  return rows.map((row) => ({
    user_id: Number(row.user_id),
    member_id: Number(row.id),
    name: row.name,
    email: row.email,
    role: row.role,
    state: row.joined_at === null ? 'invited' : 'joined',
    password: row.password_hash !== null,
    single_sign_on: row.oidc_subject !== null,
    last_seen_at: row.last_seen_at === null ? null : new Date(Number(row.last_seen_at)).toISOString(),
  }));
};

/** @param text a member's number or e-mail address, which belongs to at most one member. @throws NOT_FOUND */
export const findMember = async (
  database: Database,
  text: string,
): Promise<{ id: number; userId: number; name: string }> => {
  const isId = /^[1-9]\d{0,14}$/.test(text);
  const [row] = await database.query<Pick<RowOf<Member>, 'id' | 'user_id' | 'name'>>(
    `SELECT id, user_id, name FROM member WHERE ${isId ? 'id' : 'email'} = ?`,
    [isId ? Number(text) : normalizeEmail(text)],
  );
  if (!row) throw notFound('member');
  return { id: Number(row.id), userId: Number(row.user_id), name: row.name };
};
