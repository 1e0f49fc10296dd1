import { type Database, execute, select, type Tx } from '../../database/database.js';
import { insertRow } from '../../database/write-rows.js';
import { MEMBER_TABLE, Member, type MemberRole, NEW_MEMBER } from '../../entities/member.js';
import { AppError, badInput, notFound, violation } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { type Caller, requireAdmin } from '../caller.js';
import { endKeys, findKeysOfMembers } from '../keys/write-keys.js';
import { lockCatalogue } from '../locks.js';
import { RateLimit } from '../rate-limits/rate-limit.js';
import { MAXIMA_IN_USE } from '../rules/maxima.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import { type InvitationService, takenEmail } from './invitation-service.js';
import { checkEmail, checkPassword } from './member-rules.js';
import type { PasswordHasher } from './password-hasher.js';
import { endSessions } from './session-service.js';

export interface MemberInput {
  readonly name: string;
  readonly email: string;
  readonly role: MemberRole;
}

export interface InvitedMember {
  readonly id: number;
  /** The link's token, shown once. */
  readonly token: string;
}

export interface MemberDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly invitations: InvitationService;
}

const MAX_MEMBERS = MAXIMA_IN_USE.members.most;
/** Attempts of one member to confirm the current password. */
const PASSWORD_TRIES = 10;
const TRIES_WINDOW_MS = 15 * 60_000;

/** The people of an account. Changes run one after another. */
export class MemberService {
  private readonly tries: RateLimit;

  constructor(private readonly deps: MemberDeps) {
    const { clock } = deps;
    this.tries = new RateLimit({
      name: 'password',
      limit: PASSWORD_TRIES,
      windowMs: TRIES_WINDOW_MS,
      clock,
      redis: null,
    });
  }

  /** Invites a new person. @throws FORBIDDEN, BAD_USER_INPUT, CONFLICT */
  async invite(caller: Caller, input: MemberInput): Promise<InvitedMember> {
    requireAdmin(caller);
    const { userId } = caller;
    const violations = new Violations();
    const name = checkName(violations, 'name', input.name).trim();
    const email = checkEmail(violations, 'email', input.email);
    violations.throwIfAny();
    return this.change(caller, async (tx) => {
      const member = { ...NEW_MEMBER, userId, name, email, role: input.role, createdAt: this.deps.clock.now() };
      const { affected, insertId } = await insertRow(tx, MEMBER_TABLE, member, 'ignore');
      if (affected === 0) throw takenEmail('email');
      await checkMemberCount(tx, userId);
      const token = await this.deps.invitations.insert(tx, { userId, memberId: insertId, kind: 'INVITATION' });
      return { id: insertId, token };
    });
  }

  /** Replaces a link: an invitation, or for a member who has joined, a link that sets a new password. */
  renewLink(caller: Caller, id: number): Promise<InvitedMember> {
    return this.change(caller, async (tx) => {
      const { userId, joinedAt } = await this.lock(tx, caller, id);
      const kind = joinedAt === null ? 'INVITATION' : 'PASSWORD_RESET';
      return { id, token: await this.deps.invitations.insert(tx, { userId, memberId: id, kind }) };
    });
  }

  /** Members may change their own name, admins everything. Takes effect at the next request. */
  async update(
    caller: Caller,
    id: number,
    { name, role }: { name: string | null; role: MemberRole | null },
  ): Promise<void> {
    const isOwnName = caller.member?.id === id && role === null;
    if (!isOwnName) requireAdmin(caller);
    const violations = new Violations();
    const stored = name === null ? null : checkName(violations, 'name', name).trim();
    violations.throwIfAny();
    await this.inTurn(caller, async (tx) => {
      if (!isOwnName) await this.checkStillAdmin(tx, caller);
      const member = await this.lock(tx, caller, id);
      if (role !== null && role !== 'ADMIN') await checkNotLast(tx, member, 'role');
      const sql = 'UPDATE member SET name = ?, role = ? WHERE id = ?';
      await execute(tx, sql, [stored ?? member.name, role ?? member.role, id]);
    });
  }

  /**
   * Ends the member's sessions and links at once, and the keys that the member made unless `keepKeys` is set. The audit
   * log keeps what the member did, by name.
   * @returns the ids of those keys, revoked or kept.
   */
  remove(caller: Caller, id: number, { keepKeys }: { keepKeys: boolean }): Promise<readonly number[]> {
    return this.change(caller, async (tx) => {
      const member = await this.lock(tx, caller, id);
      await checkNotLast(tx, member, 'id');
      const now = this.deps.clock.now();
      const keyIds = await keysOf(tx, member, now);
      // Stores the current name, because it cannot be looked up later.
      await execute(tx, 'UPDATE api_key SET member_name = ? WHERE member_id = ?', [member.name, id]);
      if (!keepKeys && keyIds.length > 0) await endKeys(tx, { ids: keyIds, now });
      await endSessions(tx, id);
      await execute(tx, 'DELETE FROM member_invitation WHERE member_id = ?', [id]);
      await execute(tx, 'DELETE FROM sign_in_place WHERE member_id = ?', [id]);
      await execute(tx, 'DELETE FROM member WHERE id = ?', [id]);
      return keyIds;
    });
  }

  /** Changes the member's own password, and signs out everywhere else. @throws RATE_LIMITED after too many attempts. */
  async changePassword({ member }: Caller, { current, next }: { current: string; next: string }): Promise<number> {
    if (!member)
      throw new AppError('FORBIDDEN', 'Only a member has a password; an API key is changed by `apiKeyRotate`.');
    const { passwords, database } = this.deps;
    const violations = new Violations();
    checkPassword(violations, 'new', next, member);
    violations.throwIfAny();
    const waitMs = await this.tries.take(String(member.id));
    if (waitMs > 0) throw tooManyTries(waitMs);
    const { passwordHash: old } = await database.reader.findOneByOrFail(Member, { id: member.id });
    if (old === null) {
      const message = 'You have no password; an admin of your account can give you a link that sets one.';
      throw badInput('current', message, 'NO_PASSWORD');
    }
    if (!(await passwords.verify(current, old)))
      throw badInput('current', 'This is not your current password.', 'WRONG_PASSWORD');
    this.tries.giveBack(String(member.id));
    const passwordHash = await passwords.hash(next);
    await database.tx(async (tx) => {
      const sql = 'UPDATE member SET password_hash = ? WHERE id = ? AND password_hash = ?';
      const { affected } = await execute(tx, sql, [passwordHash, member.id, old]);
      if (affected === 0) throw new AppError('CONFLICT', 'Your password was changed at the same time; sign in again.');
      await endSessions(tx, member.id, member.sessionId);
    });
    return member.id;
  }

  /** Runs the changes of admins one after another. */
  private async change<T>(caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
    requireAdmin(caller);
    return this.inTurn(caller, async (tx) => {
      await this.checkStillAdmin(tx, caller);
      return work(tx);
    });
  }

  private inTurn<T>({ userId }: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.deps.database.tx(async (tx) => {
      await lockCatalogue(tx, this.deps.database, userId);
      return work(tx);
    });
  }

  /** The admin may have been removed while the request waited. */
  private async checkStillAdmin(tx: Tx, { member }: Caller): Promise<void> {
    if (member) await checkIsAdmin(tx, member.id);
  }

  private async lock(tx: Tx, { userId }: Caller, id: number): Promise<Member> {
    const member = await tx.findOneBy(Member, { id, userId });
    if (!member) throw notFound('member');
    return member;
  }
}

const keysOf = async (tx: Tx, { id, userId }: Member, now: number): Promise<readonly number[]> => {
  const query = (sql: string, parameters: readonly unknown[]) =>
    select<{ member: number; id: number }>(tx, sql, parameters);
  return (await findKeysOfMembers(query, { memberIds: [id], userId, now })).get(id) ?? [];
};

/** Requires the locked catalogue. @throws FORBIDDEN */
export const checkIsAdmin = async (tx: Tx, memberId: number): Promise<void> => {
  const found = await select(tx, "SELECT id FROM member WHERE id = ? AND role = 'ADMIN'", [memberId]);
  if (found.length === 0) throw new AppError('FORBIDDEN', 'You are no longer an admin.');
};

const checkMemberCount = async (tx: Tx, userId: number): Promise<void> => {
  const [row] = await select<{ n: number }>(tx, 'SELECT COUNT(*) AS n FROM member WHERE user_id = ?', [userId]);
  if (Number(row?.n) <= MAX_MEMBERS) return;
  const message = `An account has at most ${MAX_MEMBERS} members; remove one who is no longer needed.`;
  throw new AppError('CONFLICT', message, { violations: [violation('email', message, 'TOO_MANY')] });
};

/** At least one person who can invite others must remain. */
const checkNotLast = async (tx: Tx, { id, userId, role, joinedAt }: Member, field: string): Promise<void> => {
  if (role !== 'ADMIN' || joinedAt === null) return;
  const sql =
    "SELECT id FROM member WHERE user_id = ? AND role = 'ADMIN' AND joined_at IS NOT NULL AND id <> ? LIMIT 1";
  if ((await select(tx, sql, [userId, id])).length > 0) return;
  throw badInput(field, 'This is the last admin of the account; make another member an admin first.', 'LAST_ADMIN');
};

const tooManyTries = (waitMs: number): AppError => {
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  const message = `Your current password was wrong too often; try again in ${retryAfterSeconds} s.`;
  return new AppError('RATE_LIMITED', message, { retryAfterSeconds });
};
