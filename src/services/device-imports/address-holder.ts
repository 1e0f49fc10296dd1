import { inList } from '../../database/in-list.js';
import { MEMBER_ROLES } from '../../entities/member.js';
import { type Caller, SCOPES_OF_ROLE } from '../caller.js';

type Query = (sql: string, parameters: readonly unknown[]) => Promise<readonly unknown[]>;

/** The holder of a signed address as written in it: `m12` for a member, `k5` for an API key. */
export const holderOf = ({ keyId, member }: Pick<Caller, 'keyId' | 'member'>): string =>
  member ? `m${member.id}` : `k${keyId}`;

/** Whether the holder of an address is still a member with write access, or a valid key. */
export const mayStillWrite = (query: Query, holder: string, now: number): Promise<boolean> =>
  mayStill('write', { query, holder, now });

/** Whether the holder of an address is still a member, or a valid key. */
export const mayStillRead = (query: Query, holder: string, now: number): Promise<boolean> =>
  mayStill('read', { query, holder, now });

const mayStill = async (
  scope: 'read' | 'write',
  { query, holder, now }: { readonly query: Query; readonly holder: string; readonly now: number },
): Promise<boolean> => {
  const [, kind, id] = /^([mk])([1-9]\d{0,14})$/.exec(holder) ?? [];
  if (id === undefined) return false;
  const roles = MEMBER_ROLES.filter((role) => SCOPES_OF_ROLE[role].some((held) => held === scope));
  const member = `SELECT id FROM member WHERE id = ? AND role IN ${inList(roles)}`;
  const found = kind === 'm' ? await query(member, [id, ...roles]) : await query(KEY, [id, now]);
  return found.length > 0;
};

const KEY = 'SELECT id FROM api_key WHERE id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';
