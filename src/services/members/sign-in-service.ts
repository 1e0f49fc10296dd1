import { type Database, execute, select, type Tx } from '../../database/database.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Member } from '../../entities/member.js';
import type { UserAccount } from '../../entities/user-account.js';
import { AppError } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { isWithin } from '../../text/characters.js';
import type { AuditLog } from '../audit/audit-log.js';
import { type Caller, SCOPES_OF_ROLE } from '../caller.js';
import { emailForms, MAX_EMAIL, MAX_PASSWORD } from './member-rules.js';
import type { HashLane, PasswordHasher } from './password-hasher.js';
import { type NewSession, type SessionService, suspendedByOperator, type Visitor } from './session-service.js';

/** A person as identified by a single sign-on service. */
export interface Identity {
  readonly issuer: string;
  /** The service never reuses it for another person. */
  readonly subject: string;
  /** null if it is missing or not verified. */
  readonly verifiedEmail: string | null;
}

export interface SignInDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly sessions: SessionService;
  readonly audit: AuditLog;
}

type MemberRow = Pick<
  RowOf<Member>,
  'id' | 'user_id' | 'name' | 'email' | 'role' | 'password_hash' | 'oidc_issuer' | 'oidc_subject'
> &
  Pick<RowOf<UserAccount>, 'suspended' | 'suspended_by'>;

/** How members authenticate. */
export class SignInService {
  constructor(private readonly deps: SignInDeps) {}

  /**
   * Creates a session. A person who is not a member gets the same answer after the same time as a member with a wrong
   * password.
   * @throws UNAUTHENTICATED, FORBIDDEN for a suspended account, UNAVAILABLE while too many sign in.
   */
  async byPassword(
    { email, password, lane }: { email: string; password: string; lane: HashLane },
    visitor: Visitor,
  ): Promise<NewSession> {
    if (!isWithin(email, MAX_EMAIL) || !isWithin(password, MAX_PASSWORD)) throw wrongPassword();
    const member = await this.findByEmail(email);
    const isRight = await this.deps.passwords.verify(password, member?.password_hash ?? null, lane);
    if (!member) throw wrongPassword();
    if (!isRight) {
      this.note('signInRefused', member, visitor);
      throw wrongPassword();
    }
    return this.begin(member, visitor, async (tx) => {
      // Refuses if the password was changed, or the member removed, during the hash.
      const sql = `SELECT id FROM member WHERE id = ? AND password_hash = ? ${this.deps.database.dialect.forUpdate}`;
      const found = await select(tx, sql, [member.id, member.password_hash]);
      if (found.length === 0) throw wrongPassword();
    });
  }

  /**
   * Creates a session for a member with this identity, or with this verified e-mail address, who is then linked to the
   * identity.
   * @throws FORBIDDEN with one sentence for everybody else.
   */
  async byIdentity(identity: Identity, visitor: Visitor): Promise<NewSession> {
    const { issuer, subject, verifiedEmail } = identity;
    const linked = await this.find('m.oidc_issuer = ? AND m.oidc_subject = ?', [issuer, subject]);
    if (linked) return this.begin(linked, visitor, async () => undefined);
    if (verifiedEmail === null) throw unverifiedEmail();
    const invited = await this.findByEmail(verifiedEmail);
    // The address may now belong to another person at the service, who must not be admitted.
    if (!invited || (invited.oidc_subject !== null && invited.oidc_issuer === issuer)) throw notInvited();
    return this.begin(invited, visitor, (tx) => this.link(tx, invited, identity));
  }

  /**
   * Returns the member who has signed in to the console with this identity before.
   * @throws FORBIDDEN for everybody else, and for a suspended account.
   */
  async identify({ issuer, subject }: Omit<Identity, 'verifiedEmail'>): Promise<Caller> {
    const linked = await this.find('m.oidc_issuer = ? AND m.oidc_subject = ?', [issuer, subject]);
    if (!linked) throw notLinked();
    if (linked.suspended)
      throw new AppError('FORBIDDEN', 'This account is suspended. An admin or the operator can resume it.');
    const { id, user_id, name, email, role } = linked;
    const member = { id: Number(id), name, email, role, sessionId: NO_SESSION };
    return { userId: Number(user_id), keyId: null, scopes: SCOPES_OF_ROLE[role], member };
  }

  /** @throws UNAUTHENTICATED for an ended session, with nothing to write. */
  async signOut(token: string, address: string): Promise<void> {
    const { sessions, audit } = this.deps;
    const caller = await sessions.authenticateToResume(token, { isUse: false }).catch((error: unknown) => {
      // People may sign out even if the operator has suspended their account.
      if (error instanceof AppError && error.code === 'FORBIDDEN') return null;
      throw error;
    });
    await sessions.end(token);
    if (caller?.member) audit.note(caller, { action: 'signOut' }, address);
  }

  private async begin(member: MemberRow, visitor: Visitor, first: (tx: Tx) => Promise<void>): Promise<NewSession> {
    if (member.suspended && member.suspended_by !== 'user') throw suspendedByOperator();
    const session = await this.deps.database.tx(async (tx) => {
      await first(tx);
      return this.deps.sessions.begin(tx, Number(member.id), visitor);
    });
    this.note('signIn', member, visitor);
    return session;
  }

  private async findByEmail(email: string): Promise<MemberRow | null> {
    for (const form of emailForms(email)) {
      const member = await this.find('m.email = ?', [form]);
      if (member) return member;
    }
    return null;
  }

  private async link(tx: Tx, member: MemberRow, { issuer, subject }: Identity): Promise<void> {
    const now = this.deps.clock.now();
    const sql = `UPDATE member SET oidc_issuer = ?, oidc_subject = ?, joined_at = COALESCE(joined_at, ?) WHERE id = ?`;
    await execute(tx, sql, [issuer, subject, now, member.id]);
    // The invited member has joined.
    const used = "DELETE FROM member_invitation WHERE member_id = ? AND kind = 'INVITATION'";
    await execute(tx, used, [member.id]);
  }

  private note(action: string, { id, user_id, name }: MemberRow, { address }: Visitor): void {
    // A refused attempt does not prove who made it.
    const member = action === 'signIn' ? { id: Number(id), name } : null;
    const node = { type: 'Member', id: Number(id) };
    const actor = { userId: Number(user_id), keyId: null, member } as const;
    this.deps.audit.note(actor, { action, ...(member ? {} : { node, name }) }, address);
  }

  private async find(where: string, parameters: readonly unknown[]): Promise<MemberRow | null> {
    const [row] = await this.deps.database.query<MemberRow>(
      `SELECT m.id, m.user_id, m.name, m.email, m.role, m.password_hash, m.oidc_issuer, m.oidc_subject, u.suspended, u.suspended_by
       FROM member m JOIN user_account u ON u.id = m.user_id WHERE u.deleted_at IS NULL AND ${where}`,
      parameters,
    );
    return row ?? null;
  }
}

/** No row has this id. */
const NO_SESSION = 0;

const notLinked = (): AppError =>
  new AppError('FORBIDDEN', 'No member is linked to this identity. Sign in to the console with it once.');

const wrongPassword = (): AppError => new AppError('UNAUTHENTICATED', 'Email or password is wrong.');

const notInvited = (): AppError =>
  new AppError(
    'FORBIDDEN',
    'You have not been invited with this e-mail address; ask an admin of the account to invite you.',
    { reason: 'NOT_INVITED' },
  );

const unverifiedEmail = (): AppError =>
  new AppError(
    'FORBIDDEN',
    'The sign-in service has not verified your e-mail address; verify it there, or ask an admin for a link to set a password.',
    { reason: 'UNVERIFIED_EMAIL' },
  );
