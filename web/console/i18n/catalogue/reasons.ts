import type { Messages } from '../messages.js';

/**
 * Why messages did not arrive, by the `ReasonCode` of the provider's answer. `reason.` names the cause, and `advice.` the
 * remedy. A reason that needs no action has no advice.
 */
export const reasons = {
  'reason.said': { en: 'Recorded as “{reason}”', de: 'Aufgezeichnet als „{reason}“' },
  'reason.unknown': { en: 'The provider answered “{reason}”', de: 'Der Anbieter antwortete „{reason}“' },
  'reason.none': { en: 'The reason is not known', de: 'Der Grund ist nicht bekannt' },

  'reason.MESSAGE_TOO_LARGE': { en: 'The message is too large', de: 'Die Nachricht ist zu groß' },
  'advice.MESSAGE_TOO_LARGE': {
    en: 'Shorten the texts or the link of the message: it is larger than the provider accepts.',
    de: 'Kürzen Sie die Texte oder den Link der Nachricht: Sie ist größer, als der Anbieter erlaubt.',
  },
  'reason.MESSAGE_NOT_RENDERED': {
    en: 'The message could not be generated',
    de: 'Die Nachricht lässt sich nicht erzeugen',
  },
  'advice.MESSAGE_NOT_RENDERED': {
    en: 'Check the texts and addresses of the message.',
    de: 'Prüfen Sie die Texte und Adressen der Nachricht.',
  },
  'reason.TOO_MANY_MESSAGES': { en: 'Too many messages at once', de: 'Zu viele Nachrichten auf einmal' },
  'advice.TOO_MANY_MESSAGES': {
    en: 'You do not need to do anything now: sending slows down automatically. If this happens often, spread your campaigns over a longer time.',
    de: 'Im Moment ist nichts zu tun: Der Versand wird von selbst langsamer. Kommt es oft vor, verteilen Sie ihn auf einen längeren Zeitraum.',
  },
  'reason.PROVIDER_FAILED': { en: 'The provider’s servers failed', de: 'Störung beim Anbieter' },
  'advice.PROVIDER_FAILED': {
    en: 'Check the provider’s status page. Waiting messages are tried again until they expire. Send again only to those whose message has failed.',
    de: 'Sehen Sie auf der Statusseite des Anbieters nach. Wartende Nachrichten werden wiederholt, bis sie ablaufen. Senden Sie nur an jene erneut, deren Nachricht fehlgeschlagen ist.',
  },
  'reason.PROVIDER_NOT_REACHED': { en: 'The provider could not be reached', de: 'Der Anbieter war nicht erreichbar' },
  'advice.PROVIDER_NOT_REACHED': {
    en: 'Check the server’s network. The provider could not be reached, or did not answer. Waiting messages are tried again until they expire.',
    de: 'Prüfen Sie das Netzwerk des Servers: Der Anbieter war nicht erreichbar oder antwortete nicht. Wartende Nachrichten werden wiederholt, bis sie ablaufen.',
  },
  'reason.ADDRESS_REFUSED': {
    en: 'The device’s address is not a public push service',
    de: 'Die Adresse des Geräts gehört zu keinem öffentlichen Push-Dienst',
  },
  'advice.ADDRESS_REFUSED': {
    en: 'Have the device register again.',
    de: 'Lassen Sie das Gerät sich neu registrieren.',
  },
  'reason.TIME_TO_LIVE_ENDED': {
    en: 'The message waited too long',
    de: 'Die Nachricht hat zu lange gewartet',
  },
  'advice.TIME_TO_LIVE_ENDED': {
    en: 'Check whether the application was paused or the service was down. TIME_TO_LIVE_SECONDS sets how long messages can wait.',
    de: 'Prüfen Sie, ob die Anwendung pausiert war oder der Dienst stillstand. TIME_TO_LIVE_SECONDS legt fest, wie lange Nachrichten warten dürfen.',
  },
  'reason.MASTER_KEY_CHANGED': {
    en: 'The stored credentials cannot be opened',
    de: 'Die gespeicherten Zugangsdaten lassen sich nicht öffnen',
  },
  'advice.MASTER_KEY_CHANGED': {
    en: 'Start the service with the MASTER_KEY that the credentials were stored with, or enter the credentials again.',
    de: 'Starten Sie den Dienst mit dem MASTER_KEY, mit dem die Zugangsdaten gespeichert wurden, oder geben Sie sie neu ein.',
  },
  'reason.NO_CREDENTIALS': { en: 'The credentials are incomplete', de: 'Die Zugangsdaten sind unvollständig' },
  'advice.NO_CREDENTIALS': {
    en: 'Enter the credentials of the application.',
    de: 'Geben Sie die Zugangsdaten der Anwendung ein.',
  },
  'reason.ADDRESS_OF_OTHER_PROVIDER': {
    en: 'The device has an address of another provider',
    de: 'Das Gerät hat die Adresse eines anderen Anbieters',
  },
  'advice.ADDRESS_OF_OTHER_PROVIDER': {
    en: 'The provider of the application has changed since then. Have the device register again.',
    de: 'Der Anbieter der Anwendung hat seitdem gewechselt. Lassen Sie das Gerät sich neu registrieren.',
  },
  'reason.ACCOUNT_SUSPENDED': { en: 'The account is suspended', de: 'Das Konto ist gesperrt' },
  'advice.ACCOUNT_SUSPENDED': {
    en: 'Contact the operator of the service. Messages wait until the account is resumed.',
    de: 'Wenden Sie sich an den Betreiber des Dienstes. Nachrichten warten, bis das Konto wieder freigegeben ist.',
  },
  'reason.PUSH_SERVICE_WAITS': {
    en: 'The push service asked to wait',
    de: 'Der Push-Dienst hat um eine Pause gebeten',
  },
  'reason.PUSH_SERVICE_UNPROVEN': {
    en: 'The push service has not accepted a message yet',
    de: 'Der Push-Dienst hat noch keine Nachricht angenommen',
  },
  'reason.SET_ASIDE': {
    en: 'The push service refuses devices like this one, so the other devices go first',
    de: 'Der Push-Dienst lehnt ähnliche Geräte ab, daher kommen die anderen Geräte zuerst',
  },
  'reason.CHECK_UNANSWERED': {
    en: 'The provider did not answer in time',
    de: 'Der Anbieter hat nicht rechtzeitig geantwortet',
  },
  'reason.NO_ANSWER_IN_TIME': {
    en: 'The provider did not answer in time; the message may still arrive',
    de: 'Der Anbieter hat nicht rechtzeitig geantwortet; die Nachricht kann noch ankommen',
  },
  'reason.TEMPLATE_ABORTED': { en: 'The text excludes this person', de: 'Der Text schließt diese Person aus' },
  'reason.VALUE_MISSING': { en: 'A personal value is missing', de: 'Ein persönlicher Wert fehlt' },
  'reason.TEMPLATE_FAILED': {
    en: 'The text cannot be generated for this person',
    de: 'Der Text lässt sich für diese Person nicht erzeugen',
  },
  'reason.TEMPLATE_LIMIT': { en: 'The text takes too long to generate', de: 'Der Text ist zu aufwendig' },
  'reason.DEVICE_RETIRED': {
    en: 'The device was retired in the meantime',
    de: 'Das Gerät wurde inzwischen stillgelegt',
  },
  'reason.RETIRED_BY_OWNER': { en: 'Retired manually', de: 'Von Hand stillgelegt' },
  'reason.UNREGISTERED_BY_DEVICE': {
    en: 'The app on the device unregistered',
    de: 'Die App auf dem Gerät hat sich abgemeldet',
  },
  'reason.DEVICE_GONE': {
    en: 'The app was removed from the device, or its token expired',
    de: 'Die App wurde vom Gerät entfernt, oder ihr Token ist abgelaufen',
  },
  'reason.OPTED_OUT': {
    en: 'The user has turned these messages off',
    de: 'Der Nutzer hat diese Nachrichten abgewählt',
  },
  'reason.NOT_OPTED_IN': {
    en: 'The user has not turned these messages on',
    de: 'Der Nutzer hat diese Nachrichten nicht gewählt',
  },
  'reason.HOLDOUT': {
    en: 'The user is in the holdout',
    de: 'Der Nutzer bekommt zum Vergleich gar keine Nachrichten',
  },
  'reason.CONTROL': { en: 'The user is in the control group', de: 'Der Nutzer ist in der Kontrollgruppe' },
  'reason.VARIANT': { en: 'It is waiting for the winning variant', de: 'Sie wartet auf die Gewinnervariante' },
  'reason.BEST_HOUR': {
    en: 'It is waiting for the user’s most active hour',
    de: 'Sie wartet auf die Stunde, in der der Nutzer am aktivsten ist',
  },
  'reason.QUIET': { en: 'It is quiet hours on the device', de: 'Auf dem Gerät ist Ruhezeit' },
  'reason.CAPPED': { en: 'A frequency cap was reached', de: 'Eine Häufigkeitsgrenze war erreicht' },
  'reason.INTERRUPTED': { en: 'Sending was interrupted', de: 'Der Versand wurde unterbrochen' },
  'reason.SENDING_STOPPED': { en: 'Sending was stopped', de: 'Der Versand wurde angehalten' },

  'reason.PROVIDER_A_SENDER_ID_MISMATCH': {
    en: 'The tokens belong to another Firebase project',
    de: 'Die Token gehören zu einem anderen Firebase-Projekt',
  },
  'advice.PROVIDER_A_SENDER_ID_MISMATCH': {
    en: 'Enter the service account of the Firebase project that the app was built with.',
    de: 'Geben Sie das Dienstkonto des Firebase-Projekts ein, mit dem die App gebaut wurde.',
  },
  'reason.PROVIDER_A_THIRD_PARTY_AUTH_ERROR': {
    en: 'The Firebase project lacks a key for these devices',
    de: 'Dem Firebase-Projekt fehlt ein Schlüssel für diese Geräte',
  },
  'advice.PROVIDER_A_THIRD_PARTY_AUTH_ERROR': {
    en: 'Upload the APNs key, or the key for web push, to the Firebase project.',
    de: 'Laden Sie den APNs-Schlüssel oder den Schlüssel für Web Push in das Firebase-Projekt hoch.',
  },
  'reason.PROVIDER_A_QUOTA_EXCEEDED': {
    en: 'The Firebase project’s quota is used up',
    de: 'Das Kontingent des Firebase-Projekts ist aufgebraucht',
  },
  'advice.PROVIDER_A_QUOTA_EXCEEDED': {
    en: 'Ask Google for a larger quota, or spread your campaigns over a longer time.',
    de: 'Beantragen Sie bei Google ein größeres Kontingent, oder verteilen Sie den Versand auf einen längeren Zeitraum.',
  },
  'reason.PROVIDER_A_INVALID_ARGUMENT': {
    en: 'Google considers something in the message invalid',
    de: 'Google hält etwas an der Nachricht für ungültig',
  },
  'advice.PROVIDER_A_INVALID_ARGUMENT': {
    en: 'Check the image and the link of the message and the token of the device. If only some devices are affected, have them register again.',
    de: 'Prüfen Sie Bild und Link der Nachricht und das Token des Geräts. Betrifft es nur einige Geräte, lassen Sie diese sich neu registrieren.',
  },
  'reason.PROVIDER_A_NO_ACCESS_TOKEN': {
    en: 'Google does not accept the service account',
    de: 'Google akzeptiert das Dienstkonto nicht',
  },
  'advice.PROVIDER_A_NO_ACCESS_TOKEN': {
    en: 'Enter the credentials again, from the JSON file of a service account that has not been deleted.',
    de: 'Geben Sie die Zugangsdaten neu ein, aus der JSON-Datei eines Dienstkontos, das nicht gelöscht wurde.',
  },
  'reason.PROVIDER_A_UNKNOWN_PROJECT': {
    en: 'Google does not know the project',
    de: 'Google kennt das Projekt nicht',
  },
  'advice.PROVIDER_A_UNKNOWN_PROJECT': {
    en: 'Check “project_id” in the credentials.',
    de: 'Prüfen Sie „project_id“ in den Zugangsdaten.',
  },
  'reason.PROVIDER_A_NOT_ALLOWED': {
    en: 'The service account is not allowed to send',
    de: 'Das Dienstkonto darf nicht senden',
  },
  'advice.PROVIDER_A_NOT_ALLOWED': {
    en: 'Enable the Firebase Cloud Messaging API for the project, and allow the service account to send messages.',
    de: 'Aktivieren Sie die Firebase Cloud Messaging API für das Projekt, und erlauben Sie dem Dienstkonto, Nachrichten zu senden.',
  },

  'reason.PROVIDER_B_UNKNOWN_APP': {
    en: 'OneSignal does not know the app',
    de: 'OneSignal kennt die App nicht',
  },
  'advice.PROVIDER_B_UNKNOWN_APP': {
    en: 'Check the OneSignal App ID in the credentials.',
    de: 'Prüfen Sie die OneSignal App ID in den Zugangsdaten.',
  },
  'reason.PROVIDER_B_KEY_REFUSED': {
    en: 'OneSignal rejects the API key',
    de: 'OneSignal lehnt den API-Schlüssel ab',
  },
  'advice.PROVIDER_B_KEY_REFUSED': {
    en: 'Enter an API key of this app. Keys of the account or of another app are rejected.',
    de: 'Geben Sie einen API-Schlüssel genau dieser App ein; Schlüssel des Kontos oder einer anderen App werden abgelehnt.',
  },
  'reason.PROVIDER_B_NOT_SUBSCRIBED': {
    en: 'OneSignal has no active subscription for this device',
    de: 'OneSignal hat kein aktives Abonnement für dieses Gerät',
  },
  'advice.PROVIDER_B_NOT_SUBSCRIBED': {
    en: 'Check that the OneSignal App ID belongs to these subscriptions. If it does, the users have unsubscribed.',
    de: 'Prüfen Sie, ob die OneSignal App ID zu diesen Abonnements gehört; sonst haben sich die Nutzer abgemeldet.',
  },

  'reason.PROVIDER_C_WRONG_TOPIC': {
    en: 'The tokens belong to another app',
    de: 'Die Token gehören zu einer anderen App',
  },
  'advice.PROVIDER_C_WRONG_TOPIC': {
    en: 'Enter the bundle ID of the app in the credentials.',
    de: 'Geben Sie in den Zugangsdaten die Bundle-ID der App ein.',
  },
  'reason.PROVIDER_C_SANDBOX_TOKEN': {
    en: 'Apple does not know the token',
    de: 'Apple kennt das Token nicht',
  },
  'advice.PROVIDER_C_SANDBOX_TOKEN': {
    en: 'Check whether the app is a development build. Its tokens belong to Apple’s sandbox, and PROVIDER_C_URL sets which environment is used.',
    de: 'Prüfen Sie, ob die App ein Entwicklungs-Build ist: Dessen Token stammen aus Apples Sandbox, und PROVIDER_C_URL legt fest, welche Umgebung verwendet wird.',
  },
  'reason.PROVIDER_C_CLOCK': {
    en: 'The server’s clock is wrong',
    de: 'Die Uhr des Servers geht falsch',
  },
  'advice.PROVIDER_C_CLOCK': {
    en: 'Correct the server’s clock. Apple considers a signature that was just created expired.',
    de: 'Stellen Sie die Uhr des Servers: Apple hält eine eben erst erzeugte Signatur für abgelaufen.',
  },
  'reason.PROVIDER_C_TOKEN_UPDATES': {
    en: 'Several installations send with this key',
    de: 'Mehrere Installationen senden mit diesem Schlüssel',
  },
  'advice.PROVIDER_C_TOKEN_UPDATES': {
    en: 'Let only one installation send with this key. Apple accepts a new signature for a key only every 20 minutes.',
    de: 'Lassen Sie nur eine Installation mit diesem Schlüssel senden: Apple nimmt für einen Schlüssel nur alle 20 Minuten eine neue Signatur an.',
  },
  'reason.PROVIDER_C_KEY_REFUSED': { en: 'Apple rejects the key', de: 'Apple lehnt den Schlüssel ab' },
  'advice.PROVIDER_C_KEY_REFUSED': {
    en: 'Enter the key, the key ID and the team ID again, as your Apple developer account shows them. The key must be for APNs and must not be revoked.',
    de: 'Geben Sie Schlüssel, Key ID und Team ID neu ein, so wie Ihr Apple-Entwicklerkonto sie zeigt. Der Schlüssel muss für APNs gelten und darf nicht widerrufen sein.',
  },

  'reason.WEBPUSH_FOREIGN_KEY': {
    en: 'The browser subscribed with another key',
    de: 'Der Browser hat sich mit einem anderen Schlüssel angemeldet',
  },
  'advice.WEBPUSH_FOREIGN_KEY': {
    en: 'The browser must subscribe again with the application’s current key. With the browser SDK, this happens on the next visit to your site.',
    de: 'Der Browser muss sich mit dem aktuellen Schlüssel der Anwendung neu anmelden; mit dem Browser-SDK geschieht das beim nächsten Besuch Ihrer Website.',
  },
  'reason.WEBPUSH_UNUSABLE_KEYS': {
    en: 'The application’s keys cannot be used',
    de: 'Die Schlüssel der Anwendung sind unbrauchbar',
  },
  'advice.WEBPUSH_UNUSABLE_KEYS': {
    en: 'Create new keys for the application.',
    de: 'Erstellen Sie neue Schlüssel für die Anwendung.',
  },
  'reason.WEBPUSH_SUBSCRIPTION_UNUSABLE': {
    en: 'The browser’s own keys cannot be used',
    de: 'Die Schlüssel des Browsers sind unbrauchbar',
  },
  'advice.WEBPUSH_SUBSCRIPTION_UNUSABLE': {
    en: 'Have the browser subscribe again.',
    de: 'Lassen Sie den Browser sich neu anmelden.',
  },
  'reason.WEBPUSH_REFUSED': {
    en: 'The push service rejects the signature',
    de: 'Der Push-Dienst lehnt die Signatur ab',
  },
  'advice.WEBPUSH_REFUSED': {
    en: 'Send a test to a device that subscribed with this application. If it gets through, this device must subscribe again. If it does not, check the server’s clock first.',
    de: 'Versuchen Sie es mit einem Gerät, das sich bei dieser Anwendung angemeldet hat. Kommt seine Nachricht durch, muss sich dieses neu anmelden; sonst prüfen Sie zuerst die Uhr des Servers.',
  },
  'reason.WEBPUSH_NO_PUSH_SERVICE': {
    en: 'The browser’s push service does not exist',
    de: 'Den Push-Dienst des Browsers gibt es nicht',
  },
  'advice.WEBPUSH_NO_PUSH_SERVICE': {
    en: 'The address of the subscription does not exist. Have the browser subscribe again.',
    de: 'Die Adresse des Abonnements führt ins Leere; lassen Sie den Browser sich neu anmelden.',
  },
  'reason.WEBPUSH_SILENT_REFUSED': {
    en: 'Browsers do not accept silent messages',
    de: 'Browser nehmen keine stillen Nachrichten an',
  },
  'advice.WEBPUSH_SILENT_REFUSED': {
    en: 'Browsers revoke the permission of sites that show nothing. Send silent messages only to apps.',
    de: 'Ein Browser entzieht einer Website die Erlaubnis, wenn sie nichts anzeigt. Senden Sie stille Nachrichten nur an Apps.',
  },
  'reason.WEBPUSH_SUBSCRIPTION_ENDED': {
    en: 'The browser has unsubscribed',
    de: 'Der Browser hat sich abgemeldet',
  },

  'runStatus.SERVICE_WAS_DOWN': {
    en: 'The service was down when the run was due.',
    de: 'Der Dienst stand still, als der Versand fällig war.',
  },
  'runStatus.TIME_ZONE_DATA_CHANGED': {
    en: 'New time zone data moved the run into the past.',
    de: 'Neue Zeitzonendaten haben den Zeitpunkt in die Vergangenheit verschoben.',
  },
  'runStatus.NO_APPLICATION_LEFT': {
    en: 'The campaign had no application left.',
    de: 'Die Kampagne hatte keine Anwendung mehr.',
  },
  'runStatus.SCHEDULER_DEACTIVATED': { en: 'The campaign was stopped.', de: 'Die Kampagne wurde angehalten.' },
  'runStatus.SCHEDULER_ARCHIVED': { en: 'The campaign was archived.', de: 'Die Kampagne wurde archiviert.' },
  'runStatus.SCHEDULER_DELETED': { en: 'The campaign was deleted.', de: 'Die Kampagne wurde gelöscht.' },
  'runStatus.EVENT_DELETED': {
    en: 'The event that starts it was deleted.',
    de: 'Das auslösende Ereignis wurde gelöscht.',
  },
  'runStatus.TAG_GROUP_DELETED': {
    en: 'The tag group in its audience was deleted.',
    de: 'Die Tag-Gruppe seiner Zielgruppe wurde gelöscht.',
  },
  'runStatus.CANCELLED_BY_OWNER': { en: 'It was cancelled manually.', de: 'Er wurde von Hand abgebrochen.' },
  'runStatus.CANCELLED_BY_OPERATOR': {
    en: 'The operator of the service cancelled it.',
    de: 'Der Betreiber des Dienstes hat ihn abgebrochen.',
  },
  'runStatus.STOPPED_ON_TROUBLE': {
    en: 'It was paused because too many of its messages failed. Look at the reasons, then resume it.',
    de: 'Er wurde angehalten, weil zu viele seiner Nachrichten fehlgeschlagen sind. Sehen Sie sich die Gründe an und setzen Sie ihn dann fort.',
  },
} as const satisfies Messages;
