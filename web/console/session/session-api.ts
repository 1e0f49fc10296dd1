/** The session routes below `/console`. They use JSON, and errors are `{error, req_id, code, field}`. */

import type { Answer } from '../graph/hooks.js';
import type { Translate } from '../i18n/catalogue/index.js';
import { refusalText } from '../i18n/refusals.js';

export type Role = 'VIEWER' | 'EDITOR' | 'SENDER' | 'ADMIN';

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Null until an admin names the account. */
  readonly accountName: string | null;
}

export interface SessionState {
  /** Null if nobody is signed in. */
  readonly member: Member | null;
  /** Whether signing in with a password is allowed. */
  readonly password: boolean;
  /** The configured single sign-on, or null. */
  readonly oidc: { readonly name: string; readonly url: string } | null;
  /** The release of the service. Null if nobody is signed in. */
  readonly build: { readonly version: string; readonly commit: string } | null;
}

export interface Invitation {
  readonly kind: 'FIRST_ADMIN' | 'INVITATION' | 'PASSWORD_RESET';
  readonly email: string | null;
  readonly name: string | null;
  readonly accountName: string | null;
  readonly role: Role;
}

export interface Acceptance {
  readonly token: string;
  readonly name?: string;
  readonly email?: string;
  readonly password: string;
}

/** An error of a session route. `refusalText` translates it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    message: string,
    readonly code: string | undefined,
    /** The field that it concerns, if any. */
    readonly field: string | undefined,
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(message);
  }
}

/** Reads the body of an error response and its `retry-after` header. */
export const toRefusal = (body: unknown, retryAfter: string | null): Refusal => {
  const { error = '', code, field } = (body ?? {}) as { error?: string; code?: string; field?: string };
  return new Refusal(error, code, field, retryAfter === null ? undefined : Number(retryAfter));
};

/** The text of a failed request, by its field or else its place. */
export const failureText = (t: Translate, reason: unknown, place: 'signIn' | 'link' | 'file' | 'picture'): string => {
  if (!(reason instanceof Refusal) || reason.code === undefined) return t('error.unreachable.text');
  const { code, message, field, retryAfterSeconds } = reason;
  return refusalText(t, { code, message, about: field ?? place, retryAfterSeconds });
};

/** Runs a request of a form, and assigns its error to a field. */
export const attempt = async <T>(
  t: Translate,
  place: 'signIn' | 'link',
  work: () => Promise<T>,
): Promise<Answer<T>> => {
  try {
    return { ok: true, data: await work() };
  } catch (reason) {
    const field = reason instanceof Refusal && reason.field !== undefined ? [reason.field] : null;
    return { ok: false, errors: [{ message: failureText(t, reason, place), field }] };
  }
};

/** Forms of other sites cannot send this header. */
export const CONSOLE_HEADERS = { 'x-pushgraph-console': '1' } as const;

export const fetchSession = async (): Promise<SessionState> => (await ask('GET', '/console/session')).json();

export const signIn = async (credentials: { email: string; password: string }): Promise<void> => {
  await ask('POST', '/console/session', credentials);
};

export const signOut = async (): Promise<void> => {
  await ask('DELETE', '/console/session');
};

export const checkInvitation = async (token: string): Promise<Invitation> =>
  (await ask('POST', '/console/invitations/check', { token })).json();

export const acceptInvitation = async (acceptance: Acceptance): Promise<void> => {
  await ask('POST', '/console/invitations/accept', acceptance);
};

const ask = async (method: string, path: string, body?: object): Promise<Response> => {
  const response = await fetch(path, {
    method,
    headers: { ...CONSOLE_HEADERS, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  throw toRefusal(await response.json().catch(() => null), response.headers.get('retry-after'));
};
