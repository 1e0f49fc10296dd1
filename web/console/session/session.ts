import { createStore, useStore } from '../store.js';
import { fetchSession, type Member, type Role, type SessionState } from './session-api.js';

export type Session =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'known'; readonly state: SessionState };

/** What the service last said about who is signed in. */
const session = createStore<Session>({ kind: 'loading' });

/** Whether the session ended while somebody was at work: then they sign in again in a dialog, and nothing is lost. */
const isExpired = createStore(false);
const waiting: (() => void)[] = [];

export const useSession = (): Session => useStore(session);
export const useIsExpired = (): boolean => useStore(isExpired);

export const loadSession = async (): Promise<Session> => {
  try {
    session.set({ kind: 'known', state: await fetchSession() });
  } catch {
    session.set({ kind: 'unreachable' });
  }
  return session.get();
};

/** Resolves once somebody has signed in again; what was refused can then be repeated. */
export const untilSignedInAgain = (): Promise<void> => {
  isExpired.set(true);
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
};

/**
 * After a sign-in: whoever waits goes on. Somebody else's session begins from nothing. Without a session everything stays
 * as it is, so that the page under the dialog keeps what was typed.
 * @returns whether somebody is signed in
 * @throws where the service cannot be asked
 */
export const resumeSession = async (): Promise<boolean> => {
  const before = currentMember();
  const state = await fetchSession();
  if (state.member === null) return false;
  if (before !== null && before.id !== state.member.id) {
    location.assign('/console');
    return true;
  }
  session.set({ kind: 'known', state });
  isExpired.set(false);
  for (const resume of waiting.splice(0)) resume();
  return true;
};

/** They gave up in the dialog: back to the beginning. */
export const abandonSession = (): void => location.assign('/console');

const currentMember = (): Member | null => {
  const now = session.get();
  return now.kind === 'known' ? now.state.member : null;
};

/** Who is signed in; only below the shell, which is shown to nobody else. */
export const useMember = (): Member => {
  const now = useSession();
  if (now.kind !== 'known' || now.state.member === null) throw new Error('Nobody is signed in.');
  return now.state.member;
};

/** Which release answers; null until that is known. */
export const useBuild = (): SessionState['build'] => {
  const now = useSession();
  return now.kind === 'known' ? now.state.build : null;
};

export type Permission = 'write' | 'send' | 'admin';

const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  VIEWER: [],
  EDITOR: ['write'],
  SENDER: ['write', 'send'],
  ADMIN: ['write', 'send', 'admin'],
};

export const may = (role: Role, permission: Permission): boolean => PERMISSIONS[role].includes(permission);

/** Whether to show an action; the service decides by itself whether it does it. */
export const useMay = (permission: Permission): boolean => may(useMember().role, permission);
