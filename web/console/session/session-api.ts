/** The doors of sessions below `/console`: JSON, errors as `{error, req_id, code, field}`. */

import type { Translate } from '../i18n/catalogue/index.js';
import { sayRefusal } from '../i18n/refusals.js';

export type Role = 'VIEWER' | 'EDITOR' | 'SENDER' | 'ADMIN';

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** null: nobody has chosen one yet. */
  readonly accountName: string | null;
}

export interface SessionState {
  /** null: nobody is signed in. */
  readonly member: Member | null;
  /** Whether passwords can be used. */
  readonly password: boolean;
  /** The single sign-on that the operator has set up; null: none. */
  readonly oidc: { readonly name: string; readonly url: string } | null;
  /** Which release answers; null: nobody is signed in. */
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

/** What a door refused; sayRefusal says it in the language of the page. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    message: string,
    readonly code: string | undefined,
    /** The part of the request that it is about, if it is about one. */
    readonly field: string | undefined,
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(message);
  }
}

/** Of the body of an answer that is an error, and its header `retry-after`. */
export const toRefusal = (body: unknown, retryAfter: string | null): Refusal => {
  const { error = '', code, field } = (body ?? {}) as { error?: string; code?: string; field?: string };
  return new Refusal(error, code, field, retryAfter === null ? undefined : Number(retryAfter));
};

/** Why a door stays shut: what it refused, by the field or else the place, or that it cannot be reached. */
export const sayFailure = (t: Translate, reason: unknown, place: 'signIn' | 'link' | 'file'): string => {
  if (!(reason instanceof Refusal) || reason.code === undefined) return t('error.unreachable.text');
  const { code, message, field, retryAfterSeconds } = reason;
  return sayRefusal(t, { code, message, about: field ?? place, retryAfterSeconds });
};

/** With it a request cannot come from a form of another site. */
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
