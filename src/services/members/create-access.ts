import type { Keyring } from '../../crypto/keyring.js';
import type { Database } from '../../database/database.js';
import type { Clock } from '../../ports/clock.js';
import { AuditLog, type AuditLogDeps } from '../audit/audit-log.js';
import { InvitationService } from './invitation-service.js';
import { KnownPlaces } from './known-places.js';
import { MemberService } from './member-service.js';
import { type PasswordCost, PasswordHasher } from './password-hasher.js';
import { SessionService } from './session-service.js';
import { SignInService } from './sign-in-service.js';

interface AccessDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** If omitted, members cannot sign in here. */
  readonly keyring?: Keyring;
  /** See `AuditLogDeps`; if omitted, entries wait until they are read. */
  readonly gatherMs?: number | null;
  readonly log?: AuditLogDeps['log'];
  /** A lower cost than is safe for real passwords; for tests. */
  readonly passwordCost?: PasswordCost | undefined;
}

/** Creates the services for members, sessions and the audit log; the command line uses them too. */
export const createAccess = ({ database, clock, keyring, gatherMs = null, log = NO_LOG, passwordCost }: AccessDeps) => {
  const audit = new AuditLog({ database, clock, gatherMs, log });
  const places = new KnownPlaces({ database, clock, keyring: keyring ?? null });
  const passwords = new PasswordHasher(passwordCost);
  const sessions = new SessionService(database, clock, places);
  const invitations = new InvitationService({ database, clock, passwords, sessions, audit });
  return {
    audit,
    passwords,
    places,
    sessions,
    invitations,
    members: new MemberService({ database, clock, passwords, invitations }),
    signIn: new SignInService({ database, clock, passwords, sessions, audit }),
  };
};

const NO_LOG = { error: () => undefined };
