import { clip } from '../../text/characters.js';
import type { Caller } from '../caller.js';

/** The actor in an account: a caller, a person who signs in, or somebody unknown. */
export type Actor = Caller | { readonly userId: number; readonly keyId: null; readonly member: ActingMember | null };

interface ActingMember {
  readonly id: number;
  readonly name: string;
}

/** The type and number in the global id of the changed thing. */
export interface ChangedNode {
  readonly type: string;
  readonly id: number;
}

/** The action, by its name in GraphQL, REST or the sign-in. */
export interface Change {
  /** A mutation, a REST operation, or an action at the sign-in. */
  readonly action: string;
  /** The changed thing; its type as in global ids. */
  readonly node?: ChangedNode | null;
  /** The name of the changed thing. */
  readonly name?: string | null;
  /** The number of changed things, if several. */
  readonly count?: number;
}

const MAX_NAME = 100;

/** A change in words, as a whole and in parts. */
export interface Description {
  /** `Ann activated the scheduler "Spring".` A thing without a name is identified by number. */
  readonly summary: string;
  /** A member's name, or `API key pgk_…`; empty if unknown. */
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
  const sayWho = who || (OF_SERVICE.has(action) ? 'The service' : address === null ? 'The command line' : 'Somebody');
  return { summary: `${sayWho} ${what}${which}.`, actor: who, subject, count };
};

/** The actions of the service itself. */
const OF_SERVICE: ReadonlySet<string> = new Set(['userErased', 'webhookDisabled']);

const nameOf = (actor: Actor): string => {
  if (actor.member) return clip(actor.member.name, MAX_NAME);
  if (actor.keyId === null) return '';
  return 'keyPrefix' in actor && actor.keyPrefix ? `API key ${actor.keyPrefix}` : 'An API key';
};

/**
 * The words for each action, following the actor's name. `test/security/audit.test.ts` compares the list with the graph
 * and REST.
 */
export const ACTIONS: Readonly<Record<string, string>> = {
  // Sign-in.
  signIn: 'signed in',
  signInRefused: 'gave a wrong password for',
  signOut: 'signed out',
  invitationAccept: 'joined with a link',
  passwordReset: 'set a new password with a link',
  consoleLink: 'created a link for an admin',
  // GraphQL.
  alertRuleUpsert: 'saved the alert rule',
  alertRuleDelete: 'deleted the alert rule',
  attributeDefine: 'defined the attribute',
  liveActivitySend: 'changed Live Activities',
  userUpsert: 'changed the user',
  usersUpsert: 'changed users',
  apiKeyCreate: 'created the API key',
  apiKeyRevoke: 'revoked the API key',
  apiKeyRotate: 'rotated an API key and created',
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
  appIdentitySecretRotate: 'created a new identity secret for the application',
  appUnarchive: 'restored the application',
  appUpdate: 'changed the application',
  appVapidKeyRenew: 'renewed the VAPID key of the application',
  autoPushSchedulerCreate: 'created the auto-push scheduler',
  autoPushSchedulerUpdate: 'changed the auto-push scheduler',
  campaignCreate: 'created the campaign',
  campaignUpdate: 'changed the campaign',
  customEventActivate: 'activated the event',
  categoryCreate: 'created the category',
  categoryDelete: 'deleted the category',
  categoryUpdate: 'changed the category',
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
  mediaDelete: 'deleted the image',
  mediaUpload: 'uploaded the image',
  memberInvite: 'invited the member',
  memberInviteRenew: 'created a new link for the member',
  memberRemove: 'removed the member',
  memberUpdate: 'changed the member',
  messageTemplateCreate: 'saved the message template',
  messageTemplateDelete: 'deleted the message template',
  messageTemplateUpdate: 'changed the message template',
  messageSend: 'sent a message at once, with the run',
  oneTimeSchedulerCreate: 'created the one-time scheduler',
  oneTimeSchedulerUpdate: 'changed the one-time scheduler',
  passwordChange: 'changed the password of',
  preferencesBulkUpdate: 'changed the preferences of users or devices',
  preferencesUpdate: 'changed the preferences of a user or device',
  pushActivate: 'activated the push',
  pushArchive: 'archived the push',
  pushCreate: 'created the push',
  pushDeactivate: 'deactivated the push',
  pushDelete: 'deleted the push',
  pushTest: 'tested a message on one device',
  pushUnarchive: 'restored the push',
  pushUpdate: 'changed the push',
  pushesCreate: 'created pushes',
  registerDevices: 'registered devices',
  runCancel: 'cancelled the run',
  runPause: 'paused the run',
  runResume: 'resumed the run',
  runWinnerChoose: 'chose the winning variant of the run',
  schedulerActivate: 'activated the scheduler',
  schedulerArchive: 'archived the scheduler',
  schedulerBindPushes: 'bound pushes to the scheduler',
  schedulerDeactivate: 'deactivated the scheduler',
  schedulerDelete: 'deleted the scheduler',
  schedulerDuplicate: 'created the copy of a scheduler',
  schedulerUnarchive: 'restored the scheduler',
  sessionRevoke: 'ended the session',
  sessionsRevokeOthers: 'ended all of their other sessions',
  segmentCreate: 'created the segment',
  segmentDelete: 'deleted the segment',
  segmentUpdate: 'changed the segment',
  tagGroupCreate: 'created the tag group',
  tagGroupDelete: 'deleted the tag group',
  tagGroupUpdate: 'changed the tag group',
  trackEvents: 'reported events',
  userDelete: 'deleted the account',
  userResume: 'resumed the account',
  userSuspend: 'suspended the account',
  userUpdate: 'renamed the account to',
  accountUpdate: 'changed the settings of the account',
  userErase: 'requested the erasure of a user, erasure',
  userErased: 'erased a user with its devices',
  userErasureLift: 'let the id of an erased user be used again',
  userExport: 'exported the data of a user',
  weeklySchedulerCreate: 'created the weekly scheduler',
  weeklySchedulerUpdate: 'changed the weekly scheduler',
  webhookCreate: 'created the webhook',
  webhookDelete: 'deleted the webhook',
  webhookDisable: 'disabled the webhook',
  webhookDisabled: 'disabled, because it kept failing or answered 410, the webhook',
  webhookEnable: 'enabled the webhook',
  webhookReplay: 'replayed events to the webhook',
  webhookRotateSecret: 'created a new secret for the webhook',
  webhookTest: 'tested the webhook',
  webhookUpdate: 'changed the webhook',
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
