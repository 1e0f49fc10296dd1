import { clip } from '../../text/characters.js';
import type { Caller } from '../caller.js';

/** Who did something: a caller; or whoever is at the door, or nobody in particular, in an account. */
export type Actor = Caller | { readonly userId: number; readonly keyId: null; readonly member: ActingMember | null };

interface ActingMember {
  readonly id: number;
  readonly name: string;
}

/** The type and the number in the global id of what was changed. */
export interface ChangedNode {
  readonly type: string;
  readonly id: number;
}

/** What was done, in the words of the door where it was done. */
export interface Change {
  /** A mutation, an operation of REST, or what people do at the door. */
  readonly action: string;
  /** What it was done to; its type as global ids have it. */
  readonly node?: ChangedNode | null;
  /** What that is called. */
  readonly name?: string | null;
  /** Of several things at once. */
  readonly count?: number;
}

const MAX_NAME = 100;

/** A change in words, whole and in parts. */
export interface Description {
  /** `Ann activated the scheduler "Spring".` Without a name the thing has its number. */
  readonly summary: string;
  /** A member's name, or `API key pgk_…`; empty: nobody in particular. */
  readonly actor: string;
  readonly subject: string | null;
  readonly count: number | null;
}

export const describeChange = (actor: Actor, change: Change, address: string | null): Description => {
  const { action, node, name, count = null } = change;
  const what = ACTIONS[action] ?? `carried out ${action} on`;
  const called = name ? clip(name, MAX_NAME) : null;
  const subject = count === null ? (called ?? node?.id.toString() ?? null) : null;
  const which =
    count !== null ? ` (${count})` : subject === null ? '' : called === null ? ` ${subject}` : ` "${called}"`;
  const who = nameOf(actor);
  const sayWho = who || (address === null ? 'The command line' : 'Somebody');
  return { summary: `${sayWho} ${what}${which}.`, actor: who, subject, count };
};

const nameOf = (actor: Actor): string => {
  if (actor.member) return clip(actor.member.name, MAX_NAME);
  if (actor.keyId === null) return '';
  return 'keyPrefix' in actor && actor.keyPrefix ? `API key ${actor.keyPrefix}` : 'An API key';
};

/**
 * What each action is called behind the name of who did it; `test/security/audit.test.ts` holds it to the graph and to
 * REST.
 */
export const ACTIONS: Readonly<Record<string, string>> = {
  // At the door.
  signIn: 'signed in',
  signInRefused: 'gave a wrong password for',
  signOut: 'signed out',
  invitationAccept: 'joined with a link',
  passwordReset: 'set a new password with a link',
  consoleLink: 'made a link for an admin',
  // The graph.
  apiKeyCreate: 'made the API key',
  apiKeyRevoke: 'revoked the API key',
  apiKeyRotate: 'rotated an API key and made',
  appArchive: 'archived the application',
  appCreate: 'created the application',
  appCredentialsCheck: 'checked the credentials of the application',
  appCredentialsUpdate: 'replaced the credentials of the application',
  appDelete: 'deleted the application',
  appGroupArchive: 'archived the application group',
  appGroupCreate: 'created the application group',
  appGroupDelete: 'deleted the application group',
  appGroupUnarchive: 'restored the application group',
  appGroupUpdate: 'changed the application group',
  appIdentitySecretRotate: 'made a new identity secret for the application',
  appUnarchive: 'restored the application',
  appUpdate: 'changed the application',
  appVapidKeyRenew: 'renewed the VAPID key of the application',
  autoPushSchedulerCreate: 'created the auto-push scheduler',
  autoPushSchedulerUpdate: 'changed the auto-push scheduler',
  campaignCreate: 'created the campaign',
  campaignUpdate: 'changed the campaign',
  customEventActivate: 'activated the event',
  customEventCreate: 'created the event',
  customEventDeactivate: 'deactivated the event',
  customEventDelete: 'deleted the event',
  customEventUpdate: 'changed the event',
  deviceDelete: 'deleted the device',
  deviceImportCancel: 'cancelled the import',
  deviceImportCreate: 'prepared the import',
  deviceImportStart: 'started the import',
  deviceRetire: 'retired the device',
  deviceUpdate: 'changed the device',
  draftDelete: 'deleted the draft',
  draftSave: 'saved the draft',
  memberInvite: 'invited the member',
  memberInviteRenew: 'made a new link for the member',
  memberRemove: 'removed the member',
  memberUpdate: 'changed the member',
  oneTimeSchedulerCreate: 'created the one-time scheduler',
  oneTimeSchedulerUpdate: 'changed the one-time scheduler',
  passwordChange: 'changed the password of',
  pushActivate: 'activated the push',
  pushArchive: 'archived the push',
  pushCreate: 'created the push',
  pushDeactivate: 'deactivated the push',
  pushDelete: 'deleted the push',
  pushTest: 'tried a message on one device',
  pushUnarchive: 'restored the push',
  pushUpdate: 'changed the push',
  pushesCreate: 'created pushes',
  registerDevices: 'registered devices',
  runCancel: 'cancelled the run',
  runPause: 'paused the run',
  runResume: 'resumed the run',
  schedulerActivate: 'activated the scheduler',
  schedulerArchive: 'archived the scheduler',
  schedulerBindPushes: 'bound pushes to the scheduler',
  schedulerDeactivate: 'deactivated the scheduler',
  schedulerDelete: 'deleted the scheduler',
  schedulerDuplicate: 'made the copy of a scheduler',
  schedulerUnarchive: 'restored the scheduler',
  sessionRevoke: 'ended the session',
  sessionsRevokeOthers: 'ended all other own sessions',
  tagGroupCreate: 'created the tag group',
  tagGroupDelete: 'deleted the tag group',
  tagGroupUpdate: 'changed the tag group',
  trackEvents: 'reported events',
  userDelete: 'deleted the account',
  userResume: 'resumed the account',
  userSuspend: 'suspended the account',
  userUpdate: 'renamed the account to',
  weeklySchedulerCreate: 'created the weekly scheduler',
  weeklySchedulerUpdate: 'changed the weekly scheduler',
  // REST.
  activateAutoPushScheduler: 'activated the auto-push scheduler',
  activateEvent: 'activated the event',
  activateOneTimeScheduler: 'activated the one-time scheduler',
  activatePush: 'activated the push',
  activateSmartWeeklyScheduler: 'activated the weekly scheduler',
  archiveApp: 'archived the application',
  archiveAppGroup: 'archived the application group',
  bindPushes: 'bound pushes to the scheduler',
  createApp: 'created the application',
  createAppGroup: 'created the application group',
  createAutoPushScheduler: 'created the auto-push scheduler',
  createEvent: 'created the event',
  createOneTimeScheduler: 'created the one-time scheduler',
  createPush: 'created the push',
  createSmartWeeklyScheduler: 'created the weekly scheduler',
  deactivateAutoPushScheduler: 'deactivated the auto-push scheduler',
  deactivateEvent: 'deactivated the event',
  deactivateOneTimeScheduler: 'deactivated the one-time scheduler',
  deactivatePush: 'deactivated the push',
  deactivateSmartWeeklyScheduler: 'deactivated the weekly scheduler',
  deleteApp: 'deleted the application',
  deleteAppGroup: 'deleted the application group',
  deleteAutoPushScheduler: 'deleted the auto-push scheduler',
  deleteEvent: 'deleted the event',
  deleteOneTimeScheduler: 'deleted the one-time scheduler',
  deletePush: 'deleted the push',
  deleteSmartWeeklyScheduler: 'deleted the weekly scheduler',
  unarchiveAppGroup: 'restored the application group',
  unarchiveAppOrGroup: 'restored the application, or the application group,',
  updateApp: 'changed the application',
  updateAppCredentials: 'replaced the credentials of the application',
  updateAppGroup: 'changed the application group',
  updateAutoPushScheduler: 'changed the auto-push scheduler',
  updateEvent: 'changed the event',
  updateOneTimeScheduler: 'changed the one-time scheduler',
  updatePush: 'changed the push',
  updateSmartWeeklyScheduler: 'changed the weekly scheduler',
};
