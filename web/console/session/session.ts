import { createStore, useStore } from '../store.js';
import { fetchSession, type Member, type Role, type SessionState } from './session-api.js';

export type Session =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'known'; readonly state: SessionState };

/** The last known session. */
const session = createStore<Session>({ kind: 'loading' });

/** Whether the session ended during work. A dialog then asks to sign in again, so that no input is lost. */
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

/** Resolves after a new sign-in, when refused requests can be repeated. */
export const untilSignedInAgain = (): Promise<void> => {
  isExpired.set(true);
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
};

/**
 * Resumes waiting requests after a sign-in, or reloads the console for another member. Without a session it changes
 * nothing, so that the page under the dialog keeps its input.
 * @returns whether somebody is signed in
 * @throws if the service cannot be reached
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

/** Leaves the sign-in dialog and reloads the console. */
export const abandonSession = (): void => location.assign('/console');

const currentMember = (): Member | null => {
  const now = session.get();
  return now.kind === 'known' ? now.state.member : null;
};

/** The signed-in member. Use it only inside the shell. */
export const useMember = (): Member => {
  const now = useSession();
  if (now.kind !== 'known' || now.state.member === null) throw new Error('Nobody is signed in.');
  return now.state.member;
};

/** The release of the service. Null until it is known. */
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

/** Whether to show an action. The service checks permissions itself. */
export const useMay = (permission: Permission): boolean => may(useMember().role, permission);
