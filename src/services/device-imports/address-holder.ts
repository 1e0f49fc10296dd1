import { MEMBER_ROLES } from '../../entities/member.js';
import { type Caller, SCOPES_OF_ROLE } from '../caller.js';

type Query = (sql: string, parameters: readonly unknown[]) => Promise<readonly unknown[]>;

/** The holder of a signed address as written in it: `m12` for a member, `k5` for an API key. */
export const holderOf = ({ keyId, member }: Pick<Caller, 'keyId' | 'member'>): string =>
  member ? `m${member.id}` : `k${keyId}`;

/** Whether the holder of an address is still a member with write access, or a valid key. */
export const mayStillWrite = async (query: Query, holder: string, now: number): Promise<boolean> => {
  const [, kind, id] = /^([mk])([1-9]\d{0,14})$/.exec(holder) ?? [];
  if (id === undefined) return false;
  const found = kind === 'm' ? await query(MEMBER, [id, ...WRITERS]) : await query(KEY, [id, now]);
  return found.length > 0;
};

const WRITERS = MEMBER_ROLES.filter((role) => SCOPES_OF_ROLE[role].some((scope) => scope === 'write'));

const MEMBER = `SELECT id FROM member WHERE id = ? AND role IN (${WRITERS.map(() => '?').join(', ')})`;
const KEY = 'SELECT id FROM api_key WHERE id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';
