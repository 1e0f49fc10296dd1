import type { Messages } from '../messages.js';

/**
 * Errors of the service, by code. `refusal.CODE.about` is specific to a field or a place, and takes precedence over
 * `refusal.CODE`.
 */
export const refusals = {
  // User errors: `UserErrorCode` of the graph.
  'refusal.INVALID': {
    en: '{field} is not valid. Check what you have entered.',
    de: '{field} ist nicht gültig. Prüfen Sie Ihre Eingabe.',
  },
  'refusal.INVALID.appIds': { en: 'Choose at least one application.', de: 'Wählen Sie mindestens eine Anwendung.' },
  'refusal.INVALID.clickWindow': {
    en: 'Enter between one minute and 720 hours.',
    de: 'Geben Sie mindestens eine Minute und höchstens 720 Stunden an.',
  },
  'refusal.INVALID.code': {
    en: 'Use only letters (A to Z), digits and underscores, 64 at most.',
    de: 'Verwenden Sie nur Buchstaben (A bis Z), Ziffern und Unterstriche, höchstens 64.',
  },
  'refusal.INVALID.country': {
    en: 'Enter the country as two letters, such as DE.',
    de: 'Geben Sie ein Land mit zwei Buchstaben an, etwa DE.',
  },
  'refusal.INVALID.date': { en: 'Enter a valid date.', de: 'Geben Sie ein Datum an, das es gibt.' },
  'refusal.INVALID.delay': {
    en: 'Choose a delay between one minute and 365 days.',
    de: 'Die Verzögerung beträgt mindestens eine Minute und höchstens 365 Tage.',
  },
  'refusal.INVALID.email': {
    en: 'Enter an email address, such as ann@example.com.',
    de: 'Geben Sie eine E-Mail-Adresse an, etwa anna@example.com.',
  },
  'refusal.INVALID.expiresAt': {
    en: 'Choose a time in the future, not later than the end of your own access.',
    de: 'Wählen Sie ein Ende in der Zukunft, das nicht nach dem Ihres eigenen Zugangs liegt.',
  },
  'refusal.INVALID.gracePeriod': {
    en: 'The grace period is too long. Choose a shorter one.',
    de: 'Die Nachfrist ist zu lang.',
  },
  'refusal.INVALID.icon': {
    en: 'Enter a full web address for the icon, such as https://example.com/icon.png.',
    de: 'Geben Sie für das Symbol eine vollständige Webadresse an, etwa https://example.com/icon.png.',
  },
  'refusal.INVALID.image': {
    en: 'Enter a full web address for the image, such as https://example.com/image.png.',
    de: 'Geben Sie für das Bild eine vollständige Webadresse an, etwa https://example.com/bild.png.',
  },
  'refusal.INVALID.metric': {
    en: 'The first goal decides the winner, so set at least one goal.',
    de: 'Das erste Ziel bestimmt den Gewinner, also legen Sie ein Ziel fest.',
  },
  'refusal.INVALID.sendWindow': {
    en: 'Enter between 0 and 720 hours.',
    de: 'Geben Sie zwischen 0 und 720 Stunden an.',
  },
  'refusal.INVALID.language': {
    en: 'Enter a language code, such as en or pt-BR.',
    de: 'Geben Sie eine Sprache mit ihrem Kürzel an, etwa de oder pt-BR.',
  },
  'refusal.INVALID.link': {
    en: 'Enter a full address, such as https://example.com/offers.',
    de: 'Geben Sie eine vollständige Adresse an, etwa https://example.com/angebote.',
  },
  'refusal.INVALID.name': {
    en: 'The name contains characters that cannot be displayed. Enter it again.',
    de: 'Der Name enthält Zeichen, die man nicht anzeigen kann. Geben Sie ihn neu ein.',
  },
  'refusal.INVALID.privateKey': {
    en: 'This is not a private key. Copy all of it, from the first line (BEGIN) to the last (END).',
    de: 'Das ist kein privater Schlüssel. Kopieren Sie ihn ganz, von der ersten Zeile (BEGIN) bis zur letzten (END).',
  },
  'refusal.INVALID.time': { en: 'Enter a time of day, such as 09:30.', de: 'Geben Sie eine Uhrzeit an, etwa 09:30.' },
  'refusal.INVALID.timeZone': {
    en: 'Enter a time zone, such as Europe/Berlin.',
    de: 'Geben Sie eine Zeitzone an, etwa Europe/Berlin.',
  },
  'refusal.REQUIRED': { en: '{field} must not be empty.', de: '{field} darf nicht leer sein.' },
  'refusal.REQUIRED.columns': {
    en: 'Choose the column that contains the address of each device.',
    de: 'Geben Sie an, welche Spalte die Adresse jedes Geräts enthält.',
  },
  'refusal.REQUIRED.file': {
    en: 'The file is empty. Choose one with at least one line.',
    de: 'Die Datei ist leer. Wählen Sie eine mit mindestens einer Zeile.',
  },
  'refusal.REQUIRED.pushes': {
    en: 'A campaign needs at least one message.',
    de: 'Eine Kampagne braucht mindestens eine Nachricht.',
  },
  'refusal.TOO_LARGE': {
    en: 'With this translation, the message has {bytes} bytes, but {provider} accepts at most {limit}. Shorten its texts or addresses.',
    de: 'Mit dieser Übersetzung hat die Nachricht {bytes} Bytes, aber {provider} nimmt höchstens {limit} an. Kürzen Sie ihre Texte oder Adressen.',
  },
  'refusal.TOO_LONG': {
    en: '{field} is too long. Shorten it.',
    de: '{field} ist zu lang. Kürzen Sie die Eingabe.',
  },
  'refusal.TOO_LONG.content': {
    en: 'This draft is too large to be saved. Shorten its texts or lists.',
    de: 'Dieser Entwurf ist zu groß, um gespeichert zu werden. Kürzen Sie Texte oder Listen.',
  },
  'refusal.TOO_LONG.email': {
    en: 'The email address is too long (at most 254 characters).',
    de: 'Die E-Mail-Adresse ist zu lang (höchstens 254 Zeichen).',
  },
  'refusal.TOO_LONG.link': {
    en: 'The address is too long (at most 2,048 characters).',
    de: 'Die Adresse ist zu lang (höchstens 2.048 Zeichen).',
  },
  'refusal.TOO_LONG.name': {
    en: 'The name is too long (at most 255 characters).',
    de: 'Der Name ist zu lang (höchstens 255 Zeichen).',
  },
  'refusal.TOO_LONG.text': {
    en: 'The text is too long (at most 4,000 characters).',
    de: 'Der Text ist zu lang (höchstens 4.000 Zeichen).',
  },
  'refusal.TOO_LONG.title': {
    en: 'The title is too long (at most 255 characters).',
    de: 'Der Titel ist zu lang (höchstens 255 Zeichen).',
  },
  'refusal.TOO_LONG.tags': {
    en: 'A tag is too long (at most 255 characters).',
    de: 'Ein Tag ist zu lang (höchstens 255 Zeichen).',
  },
  'refusal.TOO_SHORT': { en: '{field} is too short.', de: '{field} ist zu kurz.' },
  'refusal.TOO_SHORT.new': {
    en: 'The password needs at least 12 characters.',
    de: 'Das Passwort braucht mindestens 12 Zeichen.',
  },
  'refusal.TOO_SHORT.password': {
    en: 'The password needs at least 12 characters.',
    de: 'Das Passwort braucht mindestens 12 Zeichen.',
  },
  'refusal.TOO_MANY': {
    en: 'This is more than can be done at once. Choose fewer items.',
    de: 'Das ist mehr, als auf einmal geht. Wählen Sie weniger aus.',
  },
  'refusal.TOO_MANY.appId': {
    en: 'Five imports are still open, which is the maximum. Wait for one to finish, or cancel one.',
    de: 'Fünf Importe sind noch nicht abgeschlossen; mehr geht nicht. Warten Sie auf einen, oder brechen Sie ihn ab.',
  },
  'refusal.TOO_MANY.email': {
    en: 'The account has reached its maximum number of members. Remove one who is no longer needed.',
    de: 'Das Konto hat die Höchstzahl an Mitgliedern erreicht. Entfernen Sie eines, das nicht mehr gebraucht wird.',
  },
  'refusal.TOO_MANY.name': {
    en: 'You have reached the maximum number of drafts. Delete some that you no longer need.',
    de: 'Mehr Entwürfe können nicht gespeichert werden. Löschen Sie einige, die Sie nicht mehr brauchen.',
  },
  'refusal.TOO_MANY.pushes': {
    en: 'A campaign can have at most 20 messages.',
    de: 'Eine Kampagne hat höchstens 20 Nachrichten.',
  },
  'refusal.TOO_MANY_TAGS': {
    en: 'The application has reached its maximum number of different tags. Use existing ones.',
    de: 'Die Anwendung hat die Höchstzahl verschiedener Tags erreicht. Verwenden Sie vorhandene Tags.',
  },
  'refusal.DUPLICATE': { en: '{field} already exists.', de: '{field} gibt es schon.' },
  'refusal.DUPLICATE.columns': {
    en: 'Two columns have the same meaning. Keep only one of them.',
    de: 'Zwei Spalten haben dieselbe Bedeutung. Wählen Sie eine davon.',
  },
  'refusal.DUPLICATE.email': {
    en: 'A member with this email address already exists.',
    de: 'Es gibt schon ein Mitglied mit dieser E-Mail-Adresse.',
  },
  'refusal.DUPLICATE.times': {
    en: 'The same time is set twice on one day.',
    de: 'Dieselbe Uhrzeit ist an einem Tag zweimal eingetragen.',
  },
  'refusal.DUPLICATE.translations': {
    en: 'The same language is used twice.',
    de: 'Eine Sprache ist zweimal eingetragen.',
  },
  'refusal.NOT_FOUND': {
    en: 'This does not exist, or no longer exists. Reload the page.',
    de: 'Das gibt es nicht oder nicht mehr. Laden Sie die Seite neu.',
  },
  'refusal.NOT_FOUND.deviceIds': {
    en: 'None of these devices is active, so there is nothing to send.',
    de: 'Keines dieser Geräte ist aktiv; es gibt nichts zu senden.',
  },
  'refusal.NOT_FOUND.externalIds': {
    en: 'None of these users has an active device, so there is nothing to send.',
    de: 'Keiner dieser Nutzer hat ein aktives Gerät; es gibt nichts zu senden.',
  },
  'refusal.NOT_FOUND.link': {
    en: 'This link has already been used or has expired. Ask an admin for a new one.',
    de: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Bitten Sie einen Admin um einen neuen.',
  },
  'refusal.NOT_FOUND.tag': {
    en: 'No active device has this tag, so there is nothing to send.',
    de: 'Kein aktives Gerät hat dieses Tag; es gibt nichts zu senden.',
  },
  'refusal.OVERLAP': {
    en: 'The same entry is both included and excluded. Remove it from one of the two.',
    de: 'Dasselbe ist eingeschlossen und ausgenommen. Entfernen Sie es bei einem von beiden.',
  },
  'refusal.MISSING_DEFAULT': {
    en: 'Write the message in its default language too.',
    de: 'Schreiben Sie die Nachricht auch in ihrer Standardsprache.',
  },
  'refusal.NO_APPS': {
    en: 'This audience includes no application. Choose one that is not archived.',
    de: 'Zu dieser Zielgruppe gehört keine Anwendung, an die gesendet wird. Wählen Sie eine, die nicht archiviert ist.',
  },
  'refusal.PAST': {
    en: 'This time has passed for every device. Choose a later one.',
    de: 'Dieser Zeitpunkt ist für alle Geräte vorbei. Wählen Sie einen späteren.',
  },
  'refusal.TOO_SLOW': {
    en: 'At this speed, messages would expire before they are sent. Raise the speed or narrow the audience.',
    de: 'Bei diesem Tempo würden Nachrichten ablaufen, bevor sie gesendet werden. Erhöhen Sie das Tempo oder verkleinern Sie die Zielgruppe.',
  },
  'refusal.ARCHIVED': {
    en: 'This is archived. Restore it first.',
    de: 'Das ist archiviert. Stellen Sie es zuerst wieder her.',
  },
  'refusal.DEACTIVATED': {
    en: 'This is switched off. Switch it on first.',
    de: 'Das ist ausgeschaltet. Schalten Sie es zuerst ein.',
  },
  'refusal.BOUND': {
    en: 'This message belongs to another campaign. Remove it there first.',
    de: 'Diese Nachricht gehört zu einer anderen Kampagne. Entfernen Sie sie dort zuerst.',
  },
  'refusal.RETIRED': {
    en: 'This device is retired. It must register again first.',
    de: 'Dieses Gerät ist stillgelegt. Es muss sich zuerst neu registrieren.',
  },
  'refusal.OVER': { en: 'This run is over.', de: 'Dieser Versand ist vorbei.' },
  'refusal.ENDED': {
    en: 'This key is revoked or has expired. Create a new one.',
    de: 'Dieser Schlüssel ist widerrufen oder abgelaufen. Erstellen Sie einen neuen.',
  },
  'refusal.AUTO_PUSH': {
    en: 'Messages that follow an event cannot be paused as a run. Stop the campaign instead.',
    de: 'Was auf ein Ereignis folgt, lässt sich nicht als Versand pausieren. Halten Sie stattdessen die Kampagne an.',
  },
  'refusal.NO_CREDENTIALS': {
    en: 'The application has no valid credentials. Enter them first.',
    de: 'Die Anwendung hat keine brauchbaren Zugangsdaten. Hinterlegen Sie sie zuerst.',
  },
  'refusal.SCOPE_LACKING': {
    en: 'A key cannot have more permissions than you have.',
    de: 'Sie können einem Schlüssel nicht mehr erlauben, als Sie selbst dürfen.',
  },
  'refusal.LAST_ADMIN': {
    en: 'This is the last admin of the account. Make another member an admin first.',
    de: 'Das ist der letzte Admin des Kontos. Machen Sie zuerst ein anderes Mitglied zum Admin.',
  },
  'refusal.NO_PASSWORD': {
    en: 'You sign in without a password. An admin can give you a link to set one.',
    de: 'Sie melden sich ohne Passwort an. Ein Admin kann Ihnen einen Link geben, mit dem Sie eines setzen.',
  },
  'refusal.WRONG_PASSWORD': {
    en: 'This is not your current password.',
    de: 'Das ist nicht Ihr bisheriges Passwort.',
  },
  'refusal.WEAK_PASSWORD': {
    en: 'This password is too easy to guess. Do not use a common password, your name or your email address.',
    de: 'Dieses Passwort ist zu leicht zu erraten. Nehmen Sie kein verbreitetes Passwort und weder Ihren Namen noch Ihre E-Mail-Adresse.',
  },
  'refusal.GONE': {
    en: 'This is no longer kept. Reload the page.',
    de: 'Das wird nicht mehr aufbewahrt. Laden Sie die Seite neu.',
  },
  'refusal.CONFLICT': {
    en: 'This was changed in the meantime. Reload the page and try again.',
    de: 'Das hat sich inzwischen geändert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  },
  'refusal.CONFLICT.file': {
    en: 'This import no longer accepts a file. Create a new one.',
    de: 'Dieser Import nimmt keine Datei mehr an. Legen Sie einen neuen an.',
  },
  'refusal.CONFLICT.key': {
    en: 'A frequency cap uses this key. Change the frequency caps first.',
    de: 'Eine Häufigkeitsgrenze verwendet diesen Schlüssel. Ändern Sie zuerst die Häufigkeitsgrenzen.',
  },
  'refusal.CONFLICT.unchangedSince': {
    en: 'Someone else changed this campaign in the meantime, so nothing was saved. Open it again and make your changes there.',
    de: 'Jemand anderes hat diese Kampagne inzwischen geändert. Öffnen Sie sie neu und ändern Sie sie dort; gespeichert wurde nichts.',
  },
  'refusal.CONFLICT.version': {
    en: 'Someone else saved this draft in the meantime. Open it again.',
    de: 'Dieser Entwurf wurde inzwischen von jemand anderem gespeichert. Öffnen Sie ihn neu.',
  },

  // Errors of a whole request, in GraphQL and in the session routes.
  'refusal.BAD_USER_INPUT': {
    en: 'The service does not accept this. Check what you have entered.',
    de: 'Das nimmt der Dienst so nicht an. Prüfen Sie Ihre Eingabe.',
  },
  'refusal.BAD_USER_INPUT.file': {
    en: 'The file did not arrive completely. Upload it again.',
    de: 'Die Datei ist nicht vollständig angekommen. Senden Sie sie noch einmal.',
  },
  'refusal.UNAUTHENTICATED': {
    en: 'Your session has ended. Sign in again.',
    de: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.',
  },
  'refusal.UNAUTHENTICATED.signIn': {
    en: 'Email or password is wrong.',
    de: 'E-Mail-Adresse oder Passwort ist falsch.',
  },
  'refusal.FORBIDDEN': {
    en: 'You are not allowed to do this, or the account is suspended. Ask an admin of your account.',
    de: 'Sie dürfen das nicht, oder das Konto ist gesperrt. Fragen Sie einen Admin Ihres Kontos.',
  },
  'refusal.FORBIDDEN.file': {
    en: 'The upload started too late. Create a new import.',
    de: 'Das Hochladen wurde zu spät begonnen. Legen Sie einen neuen Import an.',
  },
  'refusal.FORBIDDEN.signIn': {
    en: 'This account is suspended. Contact the operator of the service.',
    de: 'Dieses Konto ist gesperrt. Wenden Sie sich an den Betreiber des Dienstes.',
  },
  'refusal.PAYLOAD_TOO_LARGE': {
    en: 'This is too large to be sent at once.',
    de: 'Das ist zu groß, um auf einmal gesendet zu werden.',
  },
  'refusal.PAYLOAD_TOO_LARGE.file': {
    en: 'The file is too large. Split it, and import the parts.',
    de: 'Die Datei ist zu groß. Teilen Sie sie auf und importieren Sie die Teile.',
  },
  'refusal.TOO_EXPENSIVE': {
    en: 'There are too many devices to check each one. Narrow the search with a user ID, a tag or one application.',
    de: 'Es sind zu viele Geräte, um jedes zu prüfen. Grenzen Sie die Suche ein: mit einer Nutzer-ID, einem Tag oder einer Anwendung.',
  },
  'refusal.LIMIT_EXCEEDED': {
    en: 'This requests too much at once. Choose fewer items.',
    de: 'Das verlangt zu viel auf einmal. Wählen Sie weniger aus.',
  },
  'refusal.RATE_LIMITED': {
    en: 'Too many requests in a short time. {seconds, plural, =0 {Try again in a moment.} one {Try again in # second.} other {Try again in # seconds.}}',
    de: 'Zu viele Anfragen in kurzer Zeit. {seconds, plural, =0 {Versuchen Sie es gleich noch einmal.} one {Versuchen Sie es in # Sekunde noch einmal.} other {Versuchen Sie es in # Sekunden noch einmal.}}',
  },
  'refusal.UNAVAILABLE': {
    en: 'The service is too busy right now. Try again in a moment.',
    de: 'Der Dienst ist gerade überlastet. Versuchen Sie es gleich noch einmal.',
  },
  'refusal.INTERNAL': {
    en: 'Something went wrong in the service. Try again. If it happens again, contact the operator.',
    de: 'Im Dienst ist etwas schiefgegangen. Versuchen Sie es noch einmal. Passiert es wieder, wenden Sie sich an den Betreiber.',
  },
  'refusal.GRAPHQL_VALIDATION_FAILED': {
    en: 'The service was updated while this page was open. Reload it.',
    de: 'Der Dienst wurde aktualisiert, während diese Seite offen war. Laden Sie sie neu.',
  },

  // Failed single sign-on: the codes after `#refused=`.
  'refusal.BEGUN_ELSEWHERE': {
    en: 'This sign-in was started elsewhere, or took too long. Start it again.',
    de: 'Diese Anmeldung wurde anderswo begonnen oder hat zu lange gedauert. Beginnen Sie sie noch einmal.',
  },
  'refusal.NO_ANSWER': {
    en: 'The sign-in service is not responding. Try again in a moment.',
    de: 'Der Anmeldedienst antwortet nicht. Versuchen Sie es gleich noch einmal.',
  },
  'refusal.NOT_INVITED': {
    en: 'You have not been invited with this email address. Ask an admin of the account to invite you.',
    de: 'Mit dieser E-Mail-Adresse sind Sie nicht eingeladen. Bitten Sie einen Admin des Kontos um eine Einladung.',
  },
  'refusal.NOT_LET_IN': {
    en: 'The sign-in service did not sign you in. Try again, or ask an admin of your account.',
    de: 'Der Anmeldedienst hat Sie nicht angemeldet. Versuchen Sie es noch einmal oder fragen Sie einen Admin Ihres Kontos.',
  },
  'refusal.UNVERIFIED_EMAIL': {
    en: 'The sign-in service has not verified your email address. Verify it there, or ask an admin for a link with a password.',
    de: 'Der Anmeldedienst hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie dort, oder bitten Sie einen Admin um einen Link mit Passwort.',
  },

  // The names of fields inside sentences.
  'refusal.field': { en: 'This entry', de: 'Diese Angabe' },
  'refusal.field.apiKey': { en: 'The API key', de: 'Der API-Schlüssel' },
  'refusal.field.code': { en: 'This code', de: 'Dieser Code' },
  'refusal.field.current': { en: 'The current password', de: 'Das bisherige Passwort' },
  'refusal.field.days': { en: 'The choice of days', de: 'Die Auswahl der Tage' },
  'refusal.field.email': { en: 'The email address', de: 'Die E-Mail-Adresse' },
  'refusal.field.externalUserId': { en: 'The user ID', de: 'Die Nutzer-ID' },
  'refusal.field.name': { en: 'The name', de: 'Der Name' },
  'refusal.field.new': { en: 'The new password', de: 'Das neue Passwort' },
  'refusal.field.password': { en: 'The password', de: 'Das Passwort' },
  'refusal.field.reason': { en: 'The reason', de: 'Der Grund' },
  'refusal.field.text': { en: 'The text', de: 'Der Text' },
  'refusal.field.title': { en: 'The title', de: 'Der Titel' },
} as const satisfies Messages;
