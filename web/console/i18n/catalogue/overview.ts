import type { Messages } from '../messages.js';

/** The overview, and runs in lists. */
export const overview = {
  'overview.title': { en: 'Overview', de: 'Übersicht' },
  'overview.lead': { en: 'Hello {name}. This is what is going on.', de: 'Hallo {name}. Das geschieht gerade.' },
  'overview.now': { en: 'Being sent now', de: 'Wird gerade gesendet' },
  'overview.now.empty': { en: 'Nothing is being sent', de: 'Gerade wird nichts gesendet' },
  'overview.now.emptyText': {
    en: 'A run shows here from its first message on, live.',
    de: 'Ein Versand erscheint hier ab der ersten Nachricht, live.',
  },
  'overview.latest': { en: 'Latest runs', de: 'Letzte Versände' },
  'overview.latest.empty': { en: 'Nothing has been sent yet', de: 'Noch wurde nichts gesendet' },
  'overview.latest.emptyText': {
    en: 'Once a campaign has been sent, its outcome is here.',
    de: 'Sobald eine Kampagne gesendet ist, steht hier ihr Ergebnis.',
  },
  'overview.next': { en: 'Next 24 hours', de: 'Nächste 24 Stunden' },
  'overview.next.empty': { en: 'No moment in the next 24 hours', de: 'Kein Termin in den nächsten 24 Stunden' },
  'overview.next.emptyText': {
    en: 'Scheduled campaigns show here. Those after an event send whenever it happens.',
    de: 'Geplante Kampagnen stehen hier. Die nach einem Ereignis senden, wann immer es eintritt.',
  },
  'overview.next.at': { en: '{time}, {relative}', de: '{time}, {relative}' },
  'overview.next.between': { en: '{from} to {to}, by local time', de: '{from} bis {to}, nach Ortszeit' },
  'overview.week': { en: 'Last seven days', de: 'Letzte sieben Tage' },
  'overview.week.lead': { en: 'By day, over all campaigns', de: 'Nach Tagen, über alle Kampagnen' },
  'overview.sent': { en: 'Sent', de: 'Gesendet' },
  'overview.failed': { en: 'Failed', de: 'Fehlgeschlagen' },
  'overview.delivered': { en: 'Delivered', de: 'Zugestellt' },
  'overview.clicked': { en: 'Clicked', de: 'Angeklickt' },
  'overview.shareOfSent': { en: '{share} of sent', de: '{share} der gesendeten' },
  'overview.first.title': { en: 'Your first campaign', de: 'Ihre erste Kampagne' },
  'overview.first.lead': { en: 'Three steps, about five minutes.', de: 'Drei Schritte, etwa fünf Minuten.' },
  'overview.first.done': { en: 'Done', de: 'Erledigt' },
  'overview.first.app': { en: 'Add an application', de: 'Fügen Sie eine Anwendung hinzu' },
  'overview.first.appText': {
    en: 'The app or web site that you send to, with the credentials of its provider.',
    de: 'Die App oder Website, an die Sie senden, mit den Zugangsdaten ihres Anbieters.',
  },
  'overview.first.appAction': { en: 'Add an application', de: 'Anwendung hinzufügen' },
  'overview.first.device': { en: 'Let a device register', de: 'Lassen Sie ein Gerät sich registrieren' },
  'overview.first.deviceText': {
    en: 'Put the snippet into your app or site, or import the devices that you have.',
    de: 'Setzen Sie das Snippet in Ihre App oder Website, oder importieren Sie vorhandene Geräte.',
  },
  'overview.first.deviceAction': { en: 'Show how', de: 'So geht es' },
  'overview.first.campaign': { en: 'Compose and send', de: 'Gestalten und senden' },
  'overview.first.campaignText': {
    en: 'A message, whom it reaches, and when. Send yourself a test first.',
    de: 'Eine Nachricht, ihre Empfänger und der Zeitpunkt. Senden Sie sich erst einen Test.',
  },
  'overview.first.campaignAction': { en: 'New campaign', de: 'Neue Kampagne' },
  'overview.warning.refused': {
    en: 'The provider refuses the credentials of {name}',
    de: 'Der Anbieter lehnt die Zugangsdaten von {name} ab',
  },
  'overview.warning.incomplete': {
    en: '{name} has no complete credentials, so nothing is sent to it',
    de: '{name} hat keine vollständigen Zugangsdaten und bekommt deshalb nichts',
  },
  'overview.warning.paused': { en: '{name} is paused by its provider', de: '{name} ist von seinem Anbieter pausiert' },
  'overview.warning.foreign': {
    en: '{count, plural, one {# browser} other {# browsers}} of {name} subscribed with a foreign VAPID key',
    de: '{count, plural, one {# Browser} other {# Browser}} von {name} mit fremdem VAPID-Schlüssel angemeldet',
  },
  'overview.warning.foreignText': {
    en: 'They cannot be reached until they subscribe again with the key of this application.',
    de: 'Sie sind erst wieder erreichbar, wenn sie sich mit dem Schlüssel dieser Anwendung anmelden.',
  },
  'overview.warning.nothing': { en: '{name} has nothing to send', de: '{name} hat nichts zu senden' },
  'overview.warning.look': { en: 'Look', de: 'Ansehen' },
  'run.progress': { en: 'Progress of the run', de: 'Fortschritt des Versands' },
  'run.doneOf': { en: '{done} of {total}', de: '{done} von {total}' },
  'run.sent': {
    en: '{count, plural, one {{number} message} other {{number} messages}} sent',
    de: '{count, plural, one {{number} Nachricht} other {{number} Nachrichten}} gesendet',
  },
  'run.failed': { en: '{number} failed', de: '{number} fehlgeschlagen' },
  'run.retrying': { en: '{number} waiting for another try', de: '{number} warten auf neuen Versuch' },
  'run.rate': { en: '{number} per second', de: '{number} pro Sekunde' },
  'run.left': { en: '{time} left', de: 'noch {time}' },
} as const satisfies Messages;
