import { randomBytes } from 'node:crypto';
import { sha256 } from '../../crypto/secrets.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertSelected, parameter } from '../../database/write-rows.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Member } from '../../entities/member.js';
import { MEMBER_SESSION_TABLE, MemberSession } from '../../entities/member-session.js';
import type { UserAccount } from '../../entities/user-account.js';
import { AppError, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { clip } from '../../text/characters.js';
import { type Caller, SCOPES_OF_ROLE } from '../caller.js';
import type { KnownPlaces } from './known-places.js';

const HOUR_MS = 3_600_000;
/** The time without a request after which a session ends. */
const IDLE_MS = 12 * HOUR_MS;
/** The time since sign-in after which a session ends, even if it is used. */
export const SESSION_MS = 30 * 24 * HOUR_MS;
/** The minimum time between two records of use: recording each request would turn every read into a write. */
const SEEN_EVERY_MS = 60_000;
/** Maximum number per member; a new session replaces the least recently used. */
const MAX_SESSIONS = 20;

/** The address and browser with which a session begins. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string | null;
}

export interface NewSession {
  /** The value of the cookie: 32 random bytes in base64url, stored as a hash. */
  readonly token: string;
  readonly caller: Caller;
}

type SessionRow = Pick<RowOf<MemberSession>, 'id' | 'user_id' | 'member_id' | 'last_seen_at'> &
  Pick<RowOf<Member>, 'name' | 'email' | 'role'> &
  Pick<RowOf<UserAccount>, 'suspended' | 'suspended_by'>;

/** The browsers in which members are signed in. */
export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly places: KnownPlaces,
  ) {}

  /**
   * Uses one indexed lookup and no cache, as for keys: a removal or change of role applies to the next request.
   * @param options `isUse`: false when only checking that the session is still valid.
   * @throws UNAUTHENTICATED for a missing or expired session, FORBIDDEN for a suspended user.
   */
  async authenticate(token: string, options: { isUse: boolean } = { isUse: true }): Promise<Caller> {
    const caller = await this.authenticateToResume(token, options);
    if (!caller.suspended) return caller;
    throw new AppError('FORBIDDEN', 'This account is suspended; resume it with the mutation `userResume`.');
  }

  /** Lets users resume themselves; refuses only users whom the operator suspended. */
  async authenticateToResume(token: string, { isUse } = { isUse: true }): Promise<Caller> {
    const now = this.clock.now();
    const row = /^[\w-]{43}$/.test(token) ? await this.find(sha256(token), now) : undefined;
    if (!row) throw new AppError('UNAUTHENTICATED', 'Your session has ended; sign in again.');
    if (row.suspended && row.suspended_by !== 'user') throw suspendedByOperator();
    if (isUse && now - Number(row.last_seen_at) >= SEEN_EVERY_MS) await this.noteUse(row, now);
    return toCaller(row);
  }

  /** Creates a session for a member who has just authenticated; the oldest ones beyond the limit end. */
  async begin(tx: Tx, memberId: number, { address, userAgent }: Visitor): Promise<NewSession> {
    const now = this.clock.now();
    const token = randomBytes(32).toString('base64url');
    await insertSelected(tx, MEMBER_SESSION_TABLE, {
      values: {
        userId: { sql: 'user_id', parameters: [] },
        memberId: { sql: 'id', parameters: [] },
        hash: parameter(sha256(token)),
        createdAt: parameter(now),
        lastSeenAt: parameter(now),
        expiresAt: parameter(now + SESSION_MS),
        address: parameter(clip(address, 64)),
        userAgent: parameter(userAgent && clip(userAgent, 255)),
      },
      from: { sql: 'member WHERE id = ?', parameters: [memberId] },
    });
    await execute(tx, 'UPDATE member SET last_seen_at = ? WHERE id = ?', [now, memberId]);
    await this.places.note(tx, memberId, address);
    const old = await select<{ id: number }>(
      tx,
      'SELECT id FROM member_session WHERE member_id = ? ORDER BY last_seen_at DESC, id DESC',
      [memberId],
    );
    const ids = old.slice(MAX_SESSIONS).map(({ id }) => Number(id));
    if (ids.length > 0) await execute(tx, `DELETE FROM member_session WHERE id IN ${inList(ids)}`, ids);
    const [row] = await select<SessionRow>(tx, `${SELECT} WHERE s.hash = ?`, [sha256(token)]);
    if (!row) throw new AppError('UNAUTHENTICATED', 'You are no longer a member.');
    return { token, caller: toCaller(row) };
  }

  /** The caller's own sessions, most recently used first, at most 20. */
  async list(caller: Caller): Promise<MemberSession[]> {
    if (!caller.member) return [];
    const found = await this.database.reader.findBy(MemberSession, { memberId: caller.member.id });
    const now = this.clock.now();
    return found
      .filter(({ lastSeenAt, expiresAt }) => expiresAt.getTime() > now && lastSeenAt.getTime() > now - IDLE_MS)
      .toSorted((a, b) => b.lastSeenAt.getTime() - a.lastSeenAt.getTime() || b.id - a.id);
  }

  /** Signs out. An invalid token is signed out already. */
  async end(token: string): Promise<void> {
    await this.database.tx((tx) => execute(tx, 'DELETE FROM member_session WHERE hash = ?', [sha256(token)]));
  }

  /** Ends one of the member's own sessions, including the current one. @throws NOT_FOUND */
  async revoke(caller: Caller, id: number): Promise<void> {
    const sql = 'DELETE FROM member_session WHERE id = ? AND member_id = ?';
    const { affected } = await this.database.tx((tx) => execute(tx, sql, [id, caller.member?.id ?? 0]));
    if (affected === 0) throw notFound('session');
  }

  /** @returns how many ended. */
  revokeOthers({ member }: Caller): Promise<number> {
    return this.database.tx((tx) => endSessions(tx, member?.id ?? 0, member?.sessionId ?? 0));
  }

  private async find(hash: string, now: number): Promise<SessionRow | undefined> {
    const [row] = await this.database.query<SessionRow>(
      `${SELECT} WHERE s.hash = ? AND s.expires_at > ? AND s.last_seen_at > ? AND u.deleted_at IS NULL`,
      [hash, now, now - IDLE_MS],
    );
    return row;
  }

  private async noteUse({ id, member_id }: SessionRow, now: number): Promise<void> {
    await this.database.tx(async (tx) => {
      await execute(tx, 'UPDATE member_session SET last_seen_at = ? WHERE id = ?', [now, id]);
      await execute(tx, 'UPDATE member SET last_seen_at = ? WHERE id = ?', [now, member_id]);
    });
  }
}

/** @param exceptId if omitted, ends all of them. @returns how many. */
export const endSessions = async (tx: Tx, memberId: number, exceptId = 0): Promise<number> =>
  (await execute(tx, 'DELETE FROM member_session WHERE member_id = ? AND id <> ?', [memberId, exceptId])).affected;

export const suspendedByOperator = (): AppError =>
  new AppError('FORBIDDEN', 'This account is suspended; contact the operator.');

const SELECT = `SELECT s.id, s.user_id, s.member_id, s.last_seen_at, m.name, m.email, m.role, u.suspended, u.suspended_by
  FROM member_session s JOIN member m ON m.id = s.member_id JOIN user_account u ON u.id = s.user_id`;

const toCaller = ({ id, user_id, member_id, name, email, role, suspended }: SessionRow): Caller => ({
  userId: Number(user_id),
  keyId: null,
  scopes: SCOPES_OF_ROLE[role],
  member: { id: Number(member_id), name, email, role, sessionId: Number(id) },
  ...(suspended ? { suspended: true as const } : {}),
});
