import { FULL_SCOPES, type Scope } from '../entities/api-key.js';
import { MEMBER_ROLES, type MemberRole } from '../entities/member.js';
import { AppError } from '../errors.js';

/** The caller; everything is looked up within this user. */
export interface Caller {
  readonly userId: number;
  /** null for a person. */
  readonly keyId: number | null;
  readonly scopes: readonly Scope[];
  /** The beginning of the key, for the log. */
  readonly keyPrefix?: string;
  /** The signed-in member; absent for an API key. */
  readonly member?: CallingMember;
  /** The user has suspended itself, so this key may resume it and do nothing else. */
  readonly suspended?: true;
  /** The command line acts for the account. */
  readonly isOperator?: true;
}

export interface CallingMember {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly sessionId: number;
}

/** The operator on the command line, with every scope, acting for the account that owns the thing. */
export const operatorOf = (userId: number): Caller => ({ userId, keyId: null, scopes: FULL_SCOPES, isOperator: true });

export const SCOPES_OF_ROLE = {
  VIEWER: ['read'],
  EDITOR: ['read', 'write'],
  SENDER: ['read', 'write', 'send'],
  ADMIN: ['read', 'write', 'send'],
} as const satisfies Record<MemberRole, readonly Scope[]>;

/** `write` includes `draft`. */
export const includesScope = (scopes: readonly Scope[], scope: Scope): boolean =>
  scopes.includes(scope) || (scope === 'draft' && scopes.includes('write'));

/** The caller may save drafts and change nothing else. */
export const isDrafter = ({ scopes }: Caller): boolean =>
  scopes.includes('draft') && !scopes.includes('write') && !scopes.includes('send');

/** @throws FORBIDDEN naming what the key or role lacks. */
export const requireScope = (caller: Caller, scope: Scope): void => {
  if (includesScope(caller.scopes, scope)) return;
  throw new AppError('FORBIDDEN', caller.member ? lacksRole(scope) : lacksScope(scope));
};

/**
 * Only admins manage members, members' API keys, the audit log and the account itself. An API key with every scope
 * counts as an admin. @throws FORBIDDEN
 */
export const requireAdmin = (caller: Caller): void => {
  if (caller.member) {
    if (caller.member.role !== 'ADMIN')
      throw new AppError('FORBIDDEN', 'Only admins may do this; ask an admin of your account.');
    return;
  }
  for (const scope of FULL_SCOPES) requireScope(caller, scope);
};

/** The role that corresponds to a key's scopes: every scope means admin. */
export const roleOf = ({ member, scopes }: Caller): MemberRole => {
  if (member) return member.role;
  if (FULL_SCOPES.every((scope) => scopes.includes(scope))) return 'ADMIN';
  if (scopes.includes('send')) return 'SENDER';
  return scopes.includes('write') ? 'EDITOR' : 'VIEWER';
};

export const isAdmin = (caller: Caller): boolean => roleOf(caller) === 'ADMIN';

/** Fields for log lines. */
export const whoIs = ({ userId, keyPrefix, member }: Caller): Record<string, unknown> =>
  member ? { user: userId, member: member.id } : { user: userId, key: keyPrefix };

const lacksScope = (scope: Scope): string => `This API key lacks the scope "${scope}"; use a key that has it.`;

const lacksRole = (scope: Scope): string => {
  const role = MEMBER_ROLES.find((candidate) => includesScope(SCOPES_OF_ROLE[candidate], scope));
  return `Your role does not allow this; you need the role ${role} or higher. Ask an admin of your account.`;
};
