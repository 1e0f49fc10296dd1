const words = (text: string): readonly string[] => text.split(' ');

/** The filters of the audit log, each with its actions. */
export const AUDIT_KINDS = {
  access: words(
    'signIn signInRefused signOut invitationAccept passwordReset passwordChange consoleLink ' +
      'sessionRevoke sessionsRevokeOthers',
  ),
  team: words(
    'memberInvite memberInviteRenew memberRemove memberUpdate apiKeyCreate apiKeyRevoke apiKeyRotate ' +
      'accountUpdate alertRuleDelete alertRuleUpsert userDelete userResume userSuspend userUpdate ' +
      'webhookCreate webhookDelete webhookDisable webhookDisabled webhookEnable webhookReplay ' +
      'webhookRotateSecret webhookTest webhookUpdate',
  ),
  campaigns: words(
    'campaignCreate campaignUpdate draftDelete draftSave schedulerActivate schedulerArchive ' +
      'schedulerBindPushes schedulerDeactivate schedulerDelete schedulerDuplicate schedulerUnarchive ' +
      'autoPushSchedulerCreate autoPushSchedulerUpdate oneTimeSchedulerCreate oneTimeSchedulerUpdate ' +
      'weeklySchedulerCreate weeklySchedulerUpdate runCancel runPause runResume runWinnerChoose activateAutoPushScheduler ' +
      'activateOneTimeScheduler activateSmartWeeklyScheduler bindPushes createAutoPushScheduler ' +
      'createOneTimeScheduler createSmartWeeklyScheduler deactivateAutoPushScheduler ' +
      'deactivateOneTimeScheduler deactivateSmartWeeklyScheduler deleteAutoPushScheduler ' +
      'deleteOneTimeScheduler deleteSmartWeeklyScheduler updateAutoPushScheduler updateOneTimeScheduler ' +
      'updateSmartWeeklyScheduler',
  ),
  messages: words(
    'liveActivitySend messageSend pushActivate pushArchive pushCreate pushDeactivate pushDelete pushTest pushUnarchive pushUpdate ' +
      'pushesCreate activatePush createPush deactivatePush deletePush updatePush ' +
      'mediaDelete mediaUpload messageTemplateCreate messageTemplateDelete messageTemplateUpdate',
  ),
  apps: words(
    'appArchive appCreate appCredentialsCheck appCredentialsUpdate appDelete appIdentitySecretRotate ' +
      'appUnarchive appUpdate appVapidKeyRenew appGroupArchive appGroupCreate appGroupDelete ' +
      'appGroupUnarchive appGroupUpdate archiveApp archiveAppGroup createApp createAppGroup deleteApp ' +
      'deleteAppGroup unarchiveAppGroup unarchiveAppOrGroup updateApp updateAppCredentials updateAppGroup',
  ),
  audience: words(
    'attributeDefine categoryCreate categoryDelete categoryUpdate deviceDelete deviceRetire deviceUpdate ' +
      'registerDevices trackEvents deviceImportCancel deviceImportCreate deviceImportStart preferencesBulkUpdate ' +
      'preferencesUpdate segmentCreate segmentDelete segmentUpdate tagGroupCreate tagGroupDelete tagGroupUpdate ' +
      'userUpsert usersUpsert ' +
      'userErase userErased userErasureLift userExport ' +
      'customEventActivate customEventCreate customEventDeactivate customEventDelete customEventUpdate ' +
      'activateEvent createEvent deactivateEvent deleteEvent updateEvent',
  ),
};

export type AuditKind = keyof typeof AUDIT_KINDS;

export const KINDS = Object.keys(AUDIT_KINDS) as AuditKind[];
