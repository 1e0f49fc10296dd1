import type { Messages } from '../messages.js';

/** Sentences of the audit log, by action. `{what}` begins with a space, or is empty. */
const sentences = {
  'audit.did.signIn': { en: '{who} signed in{what}.', de: '{who} hat sich angemeldet{what}.' },
  'audit.did.signInRefused': {
    en: '{who} entered a wrong password for{what}.',
    de: '{who} hat ein falsches Passwort angegeben für{what}.',
  },
  'audit.did.signOut': { en: '{who} signed out{what}.', de: '{who} hat sich abgemeldet{what}.' },
  'audit.did.invitationAccept': {
    en: '{who} joined with a link{what}.',
    de: '{who} ist mit einem Link beigetreten{what}.',
  },
  'audit.did.passwordReset': {
    en: '{who} set a new password with a link{what}.',
    de: '{who} hat mit einem Link ein neues Passwort gesetzt{what}.',
  },
  'audit.did.consoleLink': {
    en: '{who} created a link for an admin{what}.',
    de: '{who} hat einen Link für einen Admin erstellt{what}.',
  },
  'audit.did.apiKeyCreate': {
    en: '{who} created the API key{what}.',
    de: '{who} hat den API-Schlüssel{what} erstellt.',
  },
  'audit.did.apiKeyRevoke': {
    en: '{who} revoked the API key{what}.',
    de: '{who} hat den API-Schlüssel{what} widerrufen.',
  },
  'audit.did.apiKeyRotate': {
    en: '{who} rotated an API key and created{what}.',
    de: '{who} hat einen API-Schlüssel abgelöst und{what} erstellt.',
  },
  'audit.did.alertRuleUpsert': {
    en: '{who} saved the alert rule{what}.',
    de: '{who} hat die Warnregel{what} gespeichert.',
  },
  'audit.did.alertRuleDelete': {
    en: '{who} deleted the alert rule{what}.',
    de: '{who} hat die Warnregel{what} gelöscht.',
  },
  'audit.did.webhookCreate': { en: '{who} created the webhook{what}.', de: '{who} hat den Webhook{what} angelegt.' },
  'audit.did.webhookDelete': { en: '{who} deleted the webhook{what}.', de: '{who} hat den Webhook{what} gelöscht.' },
  'audit.did.webhookDisable': {
    en: '{who} disabled the webhook{what}.',
    de: '{who} hat den Webhook{what} abgeschaltet.',
  },
  'audit.did.webhookDisabled': {
    en: '{who} disabled the webhook{what}, because it kept failing or answered that it is gone.',
    de: '{who} hat den Webhook{what} abgeschaltet, weil er immer wieder scheiterte oder nicht mehr da ist.',
  },
  'audit.did.webhookEnable': {
    en: '{who} enabled the webhook{what}.',
    de: '{who} hat den Webhook{what} eingeschaltet.',
  },
  'audit.did.webhookReplay': {
    en: '{who} replayed events to the webhook{what}.',
    de: '{who} hat Ereignisse an den Webhook{what} nachgesendet.',
  },
  'audit.did.webhookRotateSecret': {
    en: '{who} created a new secret for the webhook{what}.',
    de: '{who} hat dem Webhook{what} ein neues Geheimnis gegeben.',
  },
  'audit.did.webhookTest': { en: '{who} tested the webhook{what}.', de: '{who} hat den Webhook{what} getestet.' },
  'audit.did.webhookUpdate': { en: '{who} changed the webhook{what}.', de: '{who} hat den Webhook{what} geändert.' },
  'audit.did.appArchive': {
    en: '{who} archived the application{what}.',
    de: '{who} hat die Anwendung{what} archiviert.',
  },
  'audit.did.appCreate': { en: '{who} created the application{what}.', de: '{who} hat die Anwendung{what} erstellt.' },
  'audit.did.appCredentialsCheck': {
    en: '{who} checked the credentials of the application{what}.',
    de: '{who} hat die Zugangsdaten der Anwendung{what} geprüft.',
  },
  'audit.did.appCredentialsUpdate': {
    en: '{who} replaced the credentials of the application{what}.',
    de: '{who} hat die Zugangsdaten der Anwendung{what} ersetzt.',
  },
  'audit.did.appDelete': { en: '{who} deleted the application{what}.', de: '{who} hat die Anwendung{what} gelöscht.' },
  'audit.did.appGroupArchive': {
    en: '{who} archived the application group{what}.',
    de: '{who} hat die Anwendungsgruppe{what} archiviert.',
  },
  'audit.did.appGroupCreate': {
    en: '{who} created the application group{what}.',
    de: '{who} hat die Anwendungsgruppe{what} erstellt.',
  },
  'audit.did.appGroupDelete': {
    en: '{who} deleted the application group{what}.',
    de: '{who} hat die Anwendungsgruppe{what} gelöscht.',
  },
  'audit.did.appGroupUnarchive': {
    en: '{who} restored the application group{what}.',
    de: '{who} hat die Anwendungsgruppe{what} wiederhergestellt.',
  },
  'audit.did.appGroupUpdate': {
    en: '{who} changed the application group{what}.',
    de: '{who} hat die Anwendungsgruppe{what} geändert.',
  },
  'audit.did.appIdentitySecretRotate': {
    en: '{who} created a new identity secret for the application{what}.',
    de: '{who} hat ein neues Geheimnis für die Anwendung{what} erstellt.',
  },
  'audit.did.appUnarchive': {
    en: '{who} restored the application{what}.',
    de: '{who} hat die Anwendung{what} wiederhergestellt.',
  },
  'audit.did.appUpdate': { en: '{who} changed the application{what}.', de: '{who} hat die Anwendung{what} geändert.' },
  'audit.did.appVapidKeyRenew': {
    en: '{who} replaced the VAPID key of the application{what}.',
    de: '{who} hat den VAPID-Schlüssel der Anwendung{what} ersetzt.',
  },
  'audit.did.autoPushSchedulerCreate': {
    en: '{who} created the event campaign{what}.',
    de: '{who} hat die Kampagne nach einem Ereignis{what} erstellt.',
  },
  'audit.did.autoPushSchedulerUpdate': {
    en: '{who} changed the event campaign{what}.',
    de: '{who} hat die Kampagne nach einem Ereignis{what} geändert.',
  },
  'audit.did.campaignCreate': { en: '{who} created the campaign{what}.', de: '{who} hat die Kampagne{what} erstellt.' },
  'audit.did.campaignUpdate': { en: '{who} changed the campaign{what}.', de: '{who} hat die Kampagne{what} geändert.' },
  'audit.did.customEventActivate': {
    en: '{who} activated the event{what}.',
    de: '{who} hat das Ereignis{what} aktiviert.',
  },
  'audit.did.customEventCreate': { en: '{who} created the event{what}.', de: '{who} hat das Ereignis{what} erstellt.' },
  'audit.did.customEventDeactivate': {
    en: '{who} deactivated the event{what}.',
    de: '{who} hat das Ereignis{what} deaktiviert.',
  },
  'audit.did.customEventDelete': { en: '{who} deleted the event{what}.', de: '{who} hat das Ereignis{what} gelöscht.' },
  'audit.did.customEventUpdate': { en: '{who} changed the event{what}.', de: '{who} hat das Ereignis{what} geändert.' },
  'audit.did.deviceDelete': { en: '{who} deleted the device{what}.', de: '{who} hat das Gerät{what} gelöscht.' },
  'audit.did.deviceImportCancel': {
    en: '{who} cancelled the import{what}.',
    de: '{who} hat den Import{what} abgebrochen.',
  },
  'audit.did.deviceImportCreate': {
    en: '{who} prepared the import{what}.',
    de: '{who} hat den Import{what} vorbereitet.',
  },
  'audit.did.deviceImportStart': { en: '{who} started the import{what}.', de: '{who} hat den Import{what} gestartet.' },
  'audit.did.deviceRetire': { en: '{who} retired the device{what}.', de: '{who} hat das Gerät{what} stillgelegt.' },
  'audit.did.deviceUpdate': { en: '{who} changed the device{what}.', de: '{who} hat das Gerät{what} geändert.' },
  'audit.did.draftDelete': { en: '{who} deleted the draft{what}.', de: '{who} hat den Entwurf{what} gelöscht.' },
  'audit.did.draftSave': { en: '{who} saved the draft{what}.', de: '{who} hat den Entwurf{what} gespeichert.' },
  'audit.did.mediaDelete': { en: '{who} deleted the image{what}.', de: '{who} hat das Bild{what} gelöscht.' },
  'audit.did.mediaUpload': { en: '{who} uploaded the image{what}.', de: '{who} hat das Bild{what} hochgeladen.' },
  'audit.did.messageTemplateCreate': {
    en: '{who} saved the message template{what}.',
    de: '{who} hat die Nachrichtenvorlage{what} gespeichert.',
  },
  'audit.did.messageTemplateDelete': {
    en: '{who} deleted the message template{what}.',
    de: '{who} hat die Nachrichtenvorlage{what} gelöscht.',
  },
  'audit.did.messageTemplateUpdate': {
    en: '{who} changed the message template{what}.',
    de: '{who} hat die Nachrichtenvorlage{what} geändert.',
  },
  'audit.did.memberInvite': { en: '{who} invited the member{what}.', de: '{who} hat das Mitglied{what} eingeladen.' },
  'audit.did.memberInviteRenew': {
    en: '{who} created a new link for the member{what}.',
    de: '{who} hat einen neuen Link für das Mitglied{what} erstellt.',
  },
  'audit.did.memberRemove': { en: '{who} removed the member{what}.', de: '{who} hat das Mitglied{what} entfernt.' },
  'audit.did.memberUpdate': { en: '{who} changed the member{what}.', de: '{who} hat das Mitglied{what} geändert.' },
  'audit.did.oneTimeSchedulerCreate': {
    en: '{who} created the one-time campaign{what}.',
    de: '{who} hat die einmalige Kampagne{what} erstellt.',
  },
  'audit.did.oneTimeSchedulerUpdate': {
    en: '{who} changed the one-time campaign{what}.',
    de: '{who} hat die einmalige Kampagne{what} geändert.',
  },
  'audit.did.messageSend': {
    en: '{who} sent a message at once, with the run{what}.',
    de: '{who} hat sofort eine Nachricht gesendet, mit dem Versand{what}.',
  },
  'audit.did.passwordChange': {
    en: '{who} changed the password of{what}.',
    de: '{who} hat das Passwort von{what} geändert.',
  },
  'audit.did.pushActivate': {
    en: '{who} activated the message{what}.',
    de: '{who} hat die Nachricht{what} aktiviert.',
  },
  'audit.did.pushArchive': { en: '{who} archived the message{what}.', de: '{who} hat die Nachricht{what} archiviert.' },
  'audit.did.pushCreate': { en: '{who} created the message{what}.', de: '{who} hat die Nachricht{what} erstellt.' },
  'audit.did.pushDeactivate': {
    en: '{who} deactivated the message{what}.',
    de: '{who} hat die Nachricht{what} deaktiviert.',
  },
  'audit.did.pushDelete': { en: '{who} deleted the message{what}.', de: '{who} hat die Nachricht{what} gelöscht.' },
  'audit.did.pushTest': {
    en: '{who} sent a test message to one device{what}.',
    de: '{who} hat eine Nachricht an einem Gerät ausprobiert{what}.',
  },
  'audit.did.pushUnarchive': {
    en: '{who} restored the message{what}.',
    de: '{who} hat die Nachricht{what} wiederhergestellt.',
  },
  'audit.did.pushUpdate': { en: '{who} changed the message{what}.', de: '{who} hat die Nachricht{what} geändert.' },
  'audit.did.pushesCreate': { en: '{who} created messages{what}.', de: '{who} hat Nachrichten{what} erstellt.' },
  'audit.did.attributeDefine': {
    en: '{who} defined the attribute{what}.',
    de: '{who} hat das Attribut{what} festgelegt.',
  },
  'audit.did.liveActivitySend': {
    en: '{who} changed Live Activities{what}.',
    de: '{who} hat Live-Aktivitäten{what} geändert.',
  },
  'audit.did.userUpsert': { en: '{who} changed the user{what}.', de: '{who} hat den Nutzer{what} geändert.' },
  'audit.did.usersUpsert': { en: '{who} changed users{what}.', de: '{who} hat Nutzer{what} geändert.' },
  'audit.did.registerDevices': { en: '{who} registered devices{what}.', de: '{who} hat Geräte{what} registriert.' },
  'audit.did.runCancel': { en: '{who} cancelled the run{what}.', de: '{who} hat den Versand{what} abgebrochen.' },
  'audit.did.runPause': { en: '{who} paused the run{what}.', de: '{who} hat den Versand{what} angehalten.' },
  'audit.did.runWinnerChoose': {
    en: '{who} chose the winning variant of the run{what}.',
    de: '{who} hat die siegreiche Variante des Versands{what} gewählt.',
  },
  'audit.did.runResume': { en: '{who} resumed the run{what}.', de: '{who} hat den Versand{what} fortgesetzt.' },
  'audit.did.schedulerActivate': {
    en: '{who} activated the campaign{what}.',
    de: '{who} hat die Kampagne{what} aktiviert.',
  },
  'audit.did.schedulerArchive': {
    en: '{who} archived the campaign{what}.',
    de: '{who} hat die Kampagne{what} archiviert.',
  },
  'audit.did.schedulerBindPushes': {
    en: '{who} assigned messages to the campaign{what}.',
    de: '{who} hat Nachrichten an die Kampagne{what} gebunden.',
  },
  'audit.did.schedulerDeactivate': {
    en: '{who} deactivated the campaign{what}.',
    de: '{who} hat die Kampagne{what} deaktiviert.',
  },
  'audit.did.schedulerDelete': {
    en: '{who} deleted the campaign{what}.',
    de: '{who} hat die Kampagne{what} gelöscht.',
  },
  'audit.did.schedulerDuplicate': {
    en: '{who} created a copy of a campaign{what}.',
    de: '{who} hat die Kopie einer Kampagne{what} erstellt.',
  },
  'audit.did.schedulerUnarchive': {
    en: '{who} restored the campaign{what}.',
    de: '{who} hat die Kampagne{what} wiederhergestellt.',
  },
  'audit.did.sessionRevoke': { en: '{who} ended the session{what}.', de: '{who} hat die Sitzung{what} beendet.' },
  'audit.did.sessionsRevokeOthers': {
    en: '{who} ended all of their other sessions{what}.',
    de: '{who} hat alle anderen eigenen Sitzungen beendet{what}.',
  },
  'audit.did.categoryCreate': {
    en: '{who} created the category{what}.',
    de: '{who} hat die Kategorie{what} erstellt.',
  },
  'audit.did.categoryDelete': {
    en: '{who} deleted the category{what}.',
    de: '{who} hat die Kategorie{what} gelöscht.',
  },
  'audit.did.categoryUpdate': {
    en: '{who} changed the category{what}.',
    de: '{who} hat die Kategorie{what} geändert.',
  },
  'audit.did.preferencesBulkUpdate': {
    en: '{who} changed the preferences of several users{what}.',
    de: '{who} hat die Präferenzen mehrerer Nutzer{what} geändert.',
  },
  'audit.did.preferencesUpdate': {
    en: '{who} changed preferences{what}.',
    de: '{who} hat Präferenzen{what} geändert.',
  },
  'audit.did.segmentCreate': {
    en: '{who} created the segment{what}.',
    de: '{who} hat das Segment{what} erstellt.',
  },
  'audit.did.segmentDelete': {
    en: '{who} deleted the segment{what}.',
    de: '{who} hat das Segment{what} gelöscht.',
  },
  'audit.did.segmentUpdate': {
    en: '{who} changed the segment{what}.',
    de: '{who} hat das Segment{what} geändert.',
  },
  'audit.did.tagGroupCreate': {
    en: '{who} created the tag group{what}.',
    de: '{who} hat die Tag-Gruppe{what} erstellt.',
  },
  'audit.did.tagGroupDelete': {
    en: '{who} deleted the tag group{what}.',
    de: '{who} hat die Tag-Gruppe{what} gelöscht.',
  },
  'audit.did.tagGroupUpdate': {
    en: '{who} changed the tag group{what}.',
    de: '{who} hat die Tag-Gruppe{what} geändert.',
  },
  'audit.did.trackEvents': { en: '{who} reported events{what}.', de: '{who} hat Ereignisse{what} gemeldet.' },
  'audit.did.userDelete': { en: '{who} deleted the account{what}.', de: '{who} hat das Konto{what} gelöscht.' },
  'audit.did.userErase': {
    en: '{who} requested an erasure{what}.',
    de: '{who} hat eine Löschung{what} beauftragt.',
  },
  'audit.did.userErased': {
    en: '{who} erased a user with its devices{what}.',
    de: '{who} hat einen Nutzer mit seinen Geräten gelöscht{what}.',
  },
  'audit.did.userErasureLift': {
    en: '{who} let the ID of an erased user be used again{what}.',
    de: '{who} hat die ID eines gelöschten Nutzers wieder freigegeben{what}.',
  },
  'audit.did.userExport': {
    en: '{who} exported the data of a user{what}.',
    de: '{who} hat die Daten eines Nutzers exportiert{what}.',
  },
  'audit.did.userResume': {
    en: '{who} resumed the account{what}.',
    de: '{who} hat das Konto{what} wieder freigegeben.',
  },
  'audit.did.userSuspend': { en: '{who} suspended the account{what}.', de: '{who} hat das Konto{what} gesperrt.' },
  'audit.did.accountUpdate': {
    en: '{who} changed the settings of the account{what}.',
    de: '{who} hat die Einstellungen des Kontos{what} geändert.',
  },
  'audit.did.userUpdate': {
    en: '{who} renamed the account to{what}.',
    de: '{who} hat das Konto in{what} umbenannt.',
  },
  'audit.did.weeklySchedulerCreate': {
    en: '{who} created the weekly campaign{what}.',
    de: '{who} hat die wöchentliche Kampagne{what} erstellt.',
  },
  'audit.did.weeklySchedulerUpdate': {
    en: '{who} changed the weekly campaign{what}.',
    de: '{who} hat die wöchentliche Kampagne{what} geändert.',
  },
  'audit.did.activateAutoPushScheduler': {
    en: '{who} activated the event campaign{what}.',
    de: '{who} hat die Kampagne nach einem Ereignis{what} aktiviert.',
  },
  'audit.did.activateOneTimeScheduler': {
    en: '{who} activated the one-time campaign{what}.',
    de: '{who} hat die einmalige Kampagne{what} aktiviert.',
  },
  'audit.did.activateSmartWeeklyScheduler': {
    en: '{who} activated the weekly campaign{what}.',
    de: '{who} hat die wöchentliche Kampagne{what} aktiviert.',
  },
  'audit.did.deactivateAutoPushScheduler': {
    en: '{who} deactivated the event campaign{what}.',
    de: '{who} hat die Kampagne nach einem Ereignis{what} deaktiviert.',
  },
  'audit.did.deactivateOneTimeScheduler': {
    en: '{who} deactivated the one-time campaign{what}.',
    de: '{who} hat die einmalige Kampagne{what} deaktiviert.',
  },
  'audit.did.deactivateSmartWeeklyScheduler': {
    en: '{who} deactivated the weekly campaign{what}.',
    de: '{who} hat die wöchentliche Kampagne{what} deaktiviert.',
  },
  'audit.did.deleteAutoPushScheduler': {
    en: '{who} deleted the event campaign{what}.',
    de: '{who} hat die Kampagne nach einem Ereignis{what} gelöscht.',
  },
  'audit.did.deleteOneTimeScheduler': {
    en: '{who} deleted the one-time campaign{what}.',
    de: '{who} hat die einmalige Kampagne{what} gelöscht.',
  },
  'audit.did.deleteSmartWeeklyScheduler': {
    en: '{who} deleted the weekly campaign{what}.',
    de: '{who} hat die wöchentliche Kampagne{what} gelöscht.',
  },
  'audit.did.unarchiveAppOrGroup': {
    en: '{who} restored the application or application group{what}.',
    de: '{who} hat die Anwendung oder Anwendungsgruppe{what} wiederhergestellt.',
  },
} as const satisfies Messages;

/** REST requests have actions of their own, which share their sentences with mutations. */
export const audit = {
  ...sentences,
  'audit.did.activateEvent': sentences['audit.did.customEventActivate'],
  'audit.did.activatePush': sentences['audit.did.pushActivate'],
  'audit.did.archiveApp': sentences['audit.did.appArchive'],
  'audit.did.archiveAppGroup': sentences['audit.did.appGroupArchive'],
  'audit.did.bindPushes': sentences['audit.did.schedulerBindPushes'],
  'audit.did.createApp': sentences['audit.did.appCreate'],
  'audit.did.createAppGroup': sentences['audit.did.appGroupCreate'],
  'audit.did.createAutoPushScheduler': sentences['audit.did.autoPushSchedulerCreate'],
  'audit.did.createEvent': sentences['audit.did.customEventCreate'],
  'audit.did.createOneTimeScheduler': sentences['audit.did.oneTimeSchedulerCreate'],
  'audit.did.createPush': sentences['audit.did.pushCreate'],
  'audit.did.createSmartWeeklyScheduler': sentences['audit.did.weeklySchedulerCreate'],
  'audit.did.deactivateEvent': sentences['audit.did.customEventDeactivate'],
  'audit.did.deactivatePush': sentences['audit.did.pushDeactivate'],
  'audit.did.deleteApp': sentences['audit.did.appDelete'],
  'audit.did.deleteAppGroup': sentences['audit.did.appGroupDelete'],
  'audit.did.deleteEvent': sentences['audit.did.customEventDelete'],
  'audit.did.deletePush': sentences['audit.did.pushDelete'],
  'audit.did.unarchiveAppGroup': sentences['audit.did.appGroupUnarchive'],
  'audit.did.updateApp': sentences['audit.did.appUpdate'],
  'audit.did.updateAppCredentials': sentences['audit.did.appCredentialsUpdate'],
  'audit.did.updateAppGroup': sentences['audit.did.appGroupUpdate'],
  'audit.did.updateAutoPushScheduler': sentences['audit.did.autoPushSchedulerUpdate'],
  'audit.did.updateEvent': sentences['audit.did.customEventUpdate'],
  'audit.did.updateOneTimeScheduler': sentences['audit.did.oneTimeSchedulerUpdate'],
  'audit.did.updatePush': sentences['audit.did.pushUpdate'],
  'audit.did.updateSmartWeeklyScheduler': sentences['audit.did.weeklySchedulerUpdate'],
} as const satisfies Messages;
