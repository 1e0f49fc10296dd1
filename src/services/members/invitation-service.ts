import { randomBytes } from 'node:crypto';
import { sha256 } from '../../crypto/secrets.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { takeIds } from '../../database/id-sequence.js';
import { insertRow } from '../../database/write-rows.js';
import type { RowOf } from '../../entities/column-types.js';
import { MEMBER_TABLE, type Member, type MemberRole, NEW_MEMBER } from '../../entities/member.js';
import {
  type InvitationKind,
  MEMBER_INVITATION_TABLE,
  type MemberInvitation,
} from '../../entities/member-invitation.js';
import type { UserAccount } from '../../entities/user-account.js';
import { AppError, badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { AuditLog } from '../audit/audit-log.js';
import { lockCatalogue } from '../locks.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import { toChosenName } from '../users/account-name.js';
import { checkEmail, checkPassword } from './member-rules.js';
import type { PasswordHasher } from './password-hasher.js';
import {
  endSessions,
  type NewSession,
  type SessionService,
  suspendedByOperator,
  type Visitor,
} from './session-service.js';

const HOUR_MS = 3_600_000;
const LIFE_MS = { FIRST_ADMIN: 24 * HOUR_MS, INVITATION: 7 * 24 * HOUR_MS, PASSWORD_RESET: 7 * 24 * HOUR_MS } as const;

/** The facts that the holder of a link sees. */
export interface Invitation {
  readonly kind: InvitationKind;
  /** null if the invited person chooses it. */
  readonly email: string | null;
  readonly name: string | null;
  /** null if no name was chosen yet. */
  readonly accountName: string | null;
  readonly role: MemberRole;
}

export interface AcceptInput {
  readonly token: string;
  readonly name: string | null;
  /** Present only for the first admin. */
  readonly email: string | null;
  readonly password: string;
}

export interface InvitationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly sessions: SessionService;
  readonly audit: AuditLog;
}

type InvitationRow = Pick<RowOf<MemberInvitation>, 'id' | 'user_id' | 'member_id' | 'kind'> & {
  readonly member_name: string | null;
  readonly email: string | null;
  readonly role: MemberRole | null;
  readonly account_name: string;
} & Pick<RowOf<UserAccount>, 'suspended' | 'suspended_by'>;

/** Issues links that admit one person once. Their tokens are stored as hashes. */
export class InvitationService {
  constructor(private readonly deps: InvitationDeps) {}

  /** @throws NOT_FOUND for a link that was used, has expired or never existed. */
  async check(token: string): Promise<Invitation> {
    const { kind, email, member_name, account_name, role } = await this.find(token);
    return { kind, email, name: member_name, accountName: toChosenName(account_name), role: role ?? 'ADMIN' };
  }

  /**
   * Uses up the link: its person gets the new password and a session, and is signed out everywhere else.
   * @throws NOT_FOUND like `check`, BAD_USER_INPUT for an invalid name, e-mail address or password.
   */
  async accept(input: AcceptInput, visitor: Visitor): Promise<NewSession> {
    const { audit, passwords } = this.deps;
    const row = await this.find(input.token);
    const person = checkInput(row, input);
    const passwordHash = await passwords.hash(input.password);
    const session = await this.deps.database.tx(async (tx) => {
      await lockCatalogue(tx, this.deps.database, Number(row.user_id));
      await this.use(tx, row);
      const memberId = await this.settleMember(tx, row, { ...person, passwordHash });
      await endSessions(tx, memberId);
      return this.deps.sessions.begin(tx, memberId, visitor);
    });
    const action = row.kind === 'PASSWORD_RESET' ? 'passwordReset' : 'invitationAccept';
    audit.note(session.caller, { action }, visitor.address);
    return session;
  }

  /**
   * Returns the link for the first admin of the first user if there is no admin anywhere and none was ever created,
   * because only one start shows it; otherwise null. If several processes start at once, one creates it.
   */
  async createFirst(): Promise<string | null> {
    if (await this.hasAdmin()) return null;
    return this.deps.database.tx(async (tx) => {
      if ((await takeIds(tx, this.deps.database, 'first-console-link')) > 1) return null;
      const users = 'SELECT id FROM user_account WHERE deleted_at IS NULL ORDER BY id LIMIT 1';
      const [user] = await select<{ id: number }>(tx, users);
      return user ? this.insert(tx, { userId: Number(user.id), memberId: null, kind: 'FIRST_ADMIN' }) : null;
    });
  }

  /** Whether any account has an admin who has joined. */
  async hasAdmin(): Promise<boolean> {
    const sql = "SELECT id FROM member WHERE role = 'ADMIN' AND joined_at IS NOT NULL LIMIT 1";
    return (await this.deps.database.query(sql)).length > 0;
  }

  /**
   * Creates a link that makes its holder an admin, and ends the user's earlier one. The command line uses it, even if
   * every member is locked out. @param userId null for the first user. @throws NOT_FOUND
   */
  async createForAdmin(userId: number | null): Promise<{ userId: number; token: string }> {
    const made = await this.deps.database.tx(async (tx) => {
      const which = userId === null ? '' : 'AND id = ?';
      const sql = `SELECT id FROM user_account WHERE deleted_at IS NULL ${which} ORDER BY id LIMIT 1`;
      const [user] = await select<{ id: number }>(tx, sql, userId === null ? [] : [userId]);
      if (!user) throw notFound('user');
      // Later starts show no other link.
      await takeIds(tx, this.deps.database, 'first-console-link');
      const id = Number(user.id);
      return { userId: id, token: await this.insert(tx, { userId: id, memberId: null, kind: 'FIRST_ADMIN' }) };
    });
    this.deps.audit.note({ userId: made.userId, keyId: null, member: null }, { action: 'consoleLink' }, null);
    return made;
  }

  /** Replaces the existing links with a new one. @param memberId null for a new admin. @returns its token. */
  async insert(
    tx: Tx,
    { userId, memberId, kind }: { userId: number; memberId: number | null; kind: InvitationKind },
  ): Promise<string> {
    const now = this.deps.clock.now();
    const token = randomBytes(32).toString('base64url');
    const of = memberId === null ? 'member_id IS NULL' : 'member_id = ?';
    const parameters = memberId === null ? [userId] : [userId, memberId];
    await execute(tx, `DELETE FROM member_invitation WHERE user_id = ? AND ${of} AND used_at IS NULL`, parameters);
    const life = { createdAt: now, expiresAt: now + LIFE_MS[kind], usedAt: null };
    await insertRow(tx, MEMBER_INVITATION_TABLE, { userId, memberId, kind, hash: sha256(token), ...life });
    return token;
  }

  private async find(token: string): Promise<InvitationRow> {
    const sql = `SELECT i.id, i.user_id, i.member_id, i.kind, m.name AS member_name, m.email, m.role,
        u.name AS account_name, u.suspended, u.suspended_by
      FROM member_invitation i JOIN user_account u ON u.id = i.user_id LEFT JOIN member m ON m.id = i.member_id
      WHERE i.hash = ? AND i.used_at IS NULL AND i.expires_at > ? AND u.deleted_at IS NULL`;
    const isToken = /^[\w-]{43}$/.test(token);
    const now = this.deps.clock.now();
    const [row] = isToken ? await this.deps.database.query<InvitationRow>(sql, [sha256(token), now]) : [];
    if (!row || (row.member_id !== null && row.email === null)) throw goneLink();
    if (row.suspended && row.suspended_by !== 'user') throw suspendedByOperator();
    return row;
  }

  /** If two people use one link, only one is admitted. */
  private async use(tx: Tx, { id }: InvitationRow): Promise<void> {
    const now = this.deps.clock.now();
    const sql = 'UPDATE member_invitation SET used_at = ? WHERE id = ? AND used_at IS NULL AND expires_at > ?';
    const { affected } = await execute(tx, sql, [now, id, now]);
    if (affected === 0) throw goneLink();
  }

  private async settleMember(tx: Tx, row: InvitationRow, person: Joining): Promise<number> {
    const now = this.deps.clock.now();
    if (row.member_id !== null) {
      const sql = `UPDATE member SET name = ?, password_hash = ?, joined_at = COALESCE(joined_at, ?) WHERE id = ?`;
      const { affected } = await execute(tx, sql, [person.name, person.passwordHash, now, row.member_id]);
      if (affected === 0) throw goneLink();
      return Number(row.member_id);
    }
    return settleAdmin(tx, Number(row.user_id), { person, now });
  }
}

interface Joining {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** A new member, or a member of the account who was locked out and returns as an admin. */
const settleAdmin = async (
  tx: Tx,
  userId: number,
  { person, now }: { person: Joining; now: number },
): Promise<number> => {
  const known = 'SELECT id, user_id FROM member WHERE email = ?';
  const [there] = await select<Pick<RowOf<Member>, 'id' | 'user_id'>>(tx, known, [person.email]);
  if (there && Number(there.user_id) !== userId) throw takenEmail('email');
  if (there) {
    const sql = `UPDATE member SET name = ?, role = 'ADMIN', password_hash = ?, joined_at = COALESCE(joined_at, ?)
                 WHERE id = ?`;
    await execute(tx, sql, [person.name, person.passwordHash, now, there.id]);
    return Number(there.id);
  }
  const { name, email, passwordHash } = person;
  const joined = { role: 'ADMIN', createdAt: now, joinedAt: now } as const;
  const member = { ...NEW_MEMBER, userId, name, email, passwordHash, ...joined };
  return (await insertRow(tx, MEMBER_TABLE, member)).insertId;
};

export const takenEmail = (field: string): AppError =>
  badInput(
    field,
    'A member with this e-mail address already exists; an address can belong to only one member.',
    'DUPLICATE',
  );

/** The link's name and address take precedence. */
const checkInput = (row: InvitationRow, input: AcceptInput): { name: string; email: string } => {
  const violations = new Violations();
  const isReset = row.kind === 'PASSWORD_RESET';
  const given = input.name ?? row.member_name ?? '';
  const name = isReset ? (row.member_name ?? '') : checkName(violations, 'name', given).trim();
  const email = row.email ?? checkEmail(violations, 'email', input.email ?? '');
  checkPassword(violations, 'password', input.password, { name, email });
  violations.throwIfAny();
  return { name, email };
};

const goneLink = (): AppError =>
  new AppError('NOT_FOUND', 'This link has been used or has expired; ask the person who gave it to you for a new one.');
