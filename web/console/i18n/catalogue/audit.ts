import type { Messages } from '../messages.js';

/** What was done, by the actions of the audit log; `{what}` brings its space, or is empty. */
export const audit = {
  'audit.did.signIn': { en: '{who} signed in{what}.', de: '{who} hat sich angemeldet{what}.' },
  'audit.did.signInRefused': {
    en: '{who} gave a wrong password for{what}.',
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
    en: '{who} made a link for an admin{what}.',
    de: '{who} hat einen Link für einen Admin erstellt{what}.',
  },
  'audit.did.apiKeyCreate': { en: '{who} made the API key{what}.', de: '{who} hat den API-Schlüssel{what} erstellt.' },
  'audit.did.apiKeyRevoke': {
    en: '{who} revoked the API key{what}.',
    de: '{who} hat den API-Schlüssel{what} widerrufen.',
  },
  'audit.did.apiKeyRotate': {
    en: '{who} rotated an API key and made{what}.',
    de: '{who} hat einen API-Schlüssel abgelöst und{what} erstellt.',
  },
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
    en: '{who} made a new identity secret for the application{what}.',
    de: '{who} hat ein neues Geheimnis für die Anwendung{what} erstellt.',
  },
  'audit.did.appUnarchive': {
    en: '{who} restored the application{what}.',
    de: '{who} hat die Anwendung{what} wiederhergestellt.',
  },
  'audit.did.appUpdate': { en: '{who} changed the application{what}.', de: '{who} hat die Anwendung{what} geändert.' },
  'audit.did.appVapidKeyRenew': {
    en: '{who} renewed the VAPID key of the application{what}.',
    de: '{who} hat den VAPID-Schlüssel der Anwendung{what} erneuert.',
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
  'audit.did.memberInvite': { en: '{who} invited the member{what}.', de: '{who} hat das Mitglied{what} eingeladen.' },
  'audit.did.memberInviteRenew': {
    en: '{who} made a new link for the member{what}.',
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
    en: '{who} tried a message on one device{what}.',
    de: '{who} hat eine Nachricht an einem Gerät ausprobiert{what}.',
  },
  'audit.did.pushUnarchive': {
    en: '{who} restored the message{what}.',
    de: '{who} hat die Nachricht{what} wiederhergestellt.',
  },
  'audit.did.pushUpdate': { en: '{who} changed the message{what}.', de: '{who} hat die Nachricht{what} geändert.' },
  'audit.did.pushesCreate': { en: '{who} created messages{what}.', de: '{who} hat Nachrichten{what} erstellt.' },
  'audit.did.registerDevices': { en: '{who} registered devices{what}.', de: '{who} hat Geräte{what} registriert.' },
  'audit.did.runCancel': { en: '{who} cancelled the run{what}.', de: '{who} hat den Versand{what} abgebrochen.' },
  'audit.did.runPause': { en: '{who} paused the run{what}.', de: '{who} hat den Versand{what} angehalten.' },
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
    en: '{who} bound messages to the campaign{what}.',
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
    en: '{who} made the copy of a campaign{what}.',
    de: '{who} hat die Kopie einer Kampagne{what} erstellt.',
  },
  'audit.did.schedulerUnarchive': {
    en: '{who} restored the campaign{what}.',
    de: '{who} hat die Kampagne{what} wiederhergestellt.',
  },
  'audit.did.sessionRevoke': { en: '{who} ended the session{what}.', de: '{who} hat die Sitzung{what} beendet.' },
  'audit.did.sessionsRevokeOthers': {
    en: '{who} ended all other own sessions{what}.',
    de: '{who} hat alle anderen eigenen Sitzungen beendet{what}.',
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
  'audit.did.userResume': {
    en: '{who} resumed the account{what}.',
    de: '{who} hat das Konto{what} wieder freigegeben.',
  },
  'audit.did.userSuspend': { en: '{who} suspended the account{what}.', de: '{who} hat das Konto{what} gesperrt.' },
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
  'audit.did.activateEvent': { en: '{who} activated the event{what}.', de: '{who} hat das Ereignis{what} aktiviert.' },
  'audit.did.activateOneTimeScheduler': {
    en: '{who} activated the one-time campaign{what}.',
    de: '{who} hat die einmalige Kampagne{what} aktiviert.',
  },
  'audit.did.activatePush': {
    en: '{who} activated the message{what}.',
    de: '{who} hat die Nachricht{what} aktiviert.',
  },
  'audit.did.activateSmartWeeklyScheduler': {
    en: '{who} activated the weekly campaign{what}.',
    de: '{who} hat die wöchentliche Kampagne{what} aktiviert.',
  },
  'audit.did.archiveApp': {
    en: '{who} archived the application{what}.',
    de: '{who} hat die Anwendung{what} archiviert.',
  },
  'audit.did.archiveAppGroup': {
    en: '{who} archived the application group{what}.',
    de: '{who} hat die Anwendungsgruppe{what} archiviert.',
  },
  'audit.did.bindPushes': {
    en: '{who} bound messages to the campaign{what}.',
    de: '{who} hat Nachrichten an die Kampagne{what} gebunden.',
  },
  'audit.did.createApp': { en: '{who} created the application{what}.', de: '{who} hat die Anwendung{what} erstellt.' },
  'audit.did.createAppGroup': {
    en: '{who} created the application group{what}.',
    de: '{who} hat die Anwendungsgruppe{what} erstellt.',
  },
  'audit.did.createAutoPushScheduler': {
    en: '{who} created the event campaign{what}.',
    de: '{who} hat die Kampagne nach einem Ereignis{what} erstellt.',
  },
  'audit.did.createEvent': { en: '{who} created the event{what}.', de: '{who} hat das Ereignis{what} erstellt.' },
  'audit.did.createOneTimeScheduler': {
    en: '{who} created the one-time campaign{what}.',
    de: '{who} hat die einmalige Kampagne{what} erstellt.',
  },
  'audit.did.createPush': { en: '{who} created the message{what}.', de: '{who} hat die Nachricht{what} erstellt.' },
  'audit.did.createSmartWeeklyScheduler': {
    en: '{who} created the weekly campaign{what}.',
    de: '{who} hat die wöchentliche Kampagne{what} erstellt.',
  },
  'audit.did.deactivateAutoPushScheduler': {
    en: '{who} deactivated the event campaign{what}.',
    de: '{who} hat die Kampagne nach einem Ereignis{what} deaktiviert.',
  },
  'audit.did.deactivateEvent': {
    en: '{who} deactivated the event{what}.',
    de: '{who} hat das Ereignis{what} deaktiviert.',
  },
  'audit.did.deactivateOneTimeScheduler': {
    en: '{who} deactivated the one-time campaign{what}.',
    de: '{who} hat die einmalige Kampagne{what} deaktiviert.',
  },
  'audit.did.deactivatePush': {
    en: '{who} deactivated the message{what}.',
    de: '{who} hat die Nachricht{what} deaktiviert.',
  },
  'audit.did.deactivateSmartWeeklyScheduler': {
    en: '{who} deactivated the weekly campaign{what}.',
    de: '{who} hat die wöchentliche Kampagne{what} deaktiviert.',
  },
  'audit.did.deleteApp': { en: '{who} deleted the application{what}.', de: '{who} hat die Anwendung{what} gelöscht.' },
  'audit.did.deleteAppGroup': {
    en: '{who} deleted the application group{what}.',
    de: '{who} hat die Anwendungsgruppe{what} gelöscht.',
  },
  'audit.did.deleteAutoPushScheduler': {
    en: '{who} deleted the event campaign{what}.',
    de: '{who} hat die Kampagne nach einem Ereignis{what} gelöscht.',
  },
  'audit.did.deleteEvent': { en: '{who} deleted the event{what}.', de: '{who} hat das Ereignis{what} gelöscht.' },
  'audit.did.deleteOneTimeScheduler': {
    en: '{who} deleted the one-time campaign{what}.',
    de: '{who} hat die einmalige Kampagne{what} gelöscht.',
  },
  'audit.did.deletePush': { en: '{who} deleted the message{what}.', de: '{who} hat die Nachricht{what} gelöscht.' },
  'audit.did.deleteSmartWeeklyScheduler': {
    en: '{who} deleted the weekly campaign{what}.',
    de: '{who} hat die wöchentliche Kampagne{what} gelöscht.',
  },
  'audit.did.unarchiveAppGroup': {
    en: '{who} restored the application group{what}.',
    de: '{who} hat die Anwendungsgruppe{what} wiederhergestellt.',
  },
  'audit.did.unarchiveAppOrGroup': {
    en: '{who} restored the application, or the application group,{what}.',
    de: '{who} hat die Anwendung oder Anwendungsgruppe{what} wiederhergestellt.',
  },
  'audit.did.updateApp': { en: '{who} changed the application{what}.', de: '{who} hat die Anwendung{what} geändert.' },
  'audit.did.updateAppCredentials': {
    en: '{who} replaced the credentials of the application{what}.',
    de: '{who} hat die Zugangsdaten der Anwendung{what} ersetzt.',
  },
  'audit.did.updateAppGroup': {
    en: '{who} changed the application group{what}.',
    de: '{who} hat die Anwendungsgruppe{what} geändert.',
  },
  'audit.did.updateAutoPushScheduler': {
    en: '{who} changed the event campaign{what}.',
    de: '{who} hat die Kampagne nach einem Ereignis{what} geändert.',
  },
  'audit.did.updateEvent': { en: '{who} changed the event{what}.', de: '{who} hat das Ereignis{what} geändert.' },
  'audit.did.updateOneTimeScheduler': {
    en: '{who} changed the one-time campaign{what}.',
    de: '{who} hat die einmalige Kampagne{what} geändert.',
  },
  'audit.did.updatePush': { en: '{who} changed the message{what}.', de: '{who} hat die Nachricht{what} geändert.' },
  'audit.did.updateSmartWeeklyScheduler': {
    en: '{who} changed the weekly campaign{what}.',
    de: '{who} hat die wöchentliche Kampagne{what} geändert.',
  },
} as const satisfies Messages;
