import type { Messages } from '../messages.js';

/** The overview, and rows of runs. */
export const overview = {
  'overview.title': { en: 'Overview', de: 'Übersicht' },
  'overview.lead': { en: 'Hello, {name}. Here is what is going on.', de: 'Hallo {name}. Das passiert gerade.' },
  'overview.now': { en: 'Sending now', de: 'Wird gerade gesendet' },
  'overview.now.empty': { en: 'Nothing is being sent', de: 'Gerade wird nichts gesendet' },
  'overview.now.emptyText': {
    en: 'Runs appear here as soon as they start.',
    de: 'Versände erscheinen hier live, ab der ersten Nachricht.',
  },
  'overview.latest': { en: 'Latest runs', de: 'Letzte Versände' },
  'overview.latest.empty': { en: 'Nothing has been sent yet', de: 'Noch wurde nichts gesendet' },
  'overview.latest.emptyText': {
    en: 'Once a campaign has been sent, its results appear here.',
    de: 'Sobald eine Kampagne gesendet wurde, steht hier ihr Ergebnis.',
  },
  'overview.next': { en: 'Next 24 hours', de: 'Nächste 24 Stunden' },
  'overview.next.empty': { en: 'Nothing in the next 24 hours', de: 'Kein Termin in den nächsten 24 Stunden' },
  'overview.next.emptyText': {
    en: 'Scheduled campaigns appear here. Campaigns that follow an event are sent whenever it happens.',
    de: 'Hier erscheinen geplante Kampagnen. Kampagnen nach einem Ereignis senden, sobald es eintritt.',
  },
  'overview.next.at': { en: '{time}, {relative}', de: '{time}, {relative}' },
  'overview.next.between': { en: '{from} to {to}, local time', de: '{from} bis {to}, nach Ortszeit' },
  'overview.week': { en: 'Last seven days', de: 'Letzte sieben Tage' },
  'overview.week.lead': { en: 'Per day, all campaigns', de: 'Pro Tag, alle Kampagnen' },
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
    en: 'The app or website you send to, with the credentials of its provider.',
    de: 'Die App oder Website, an die Sie senden, mit den Zugangsdaten ihres Anbieters.',
  },
  'overview.first.appAction': { en: 'Add an application', de: 'Anwendung hinzufügen' },
  'overview.first.device': { en: 'Register a device', de: 'Registrieren Sie ein Gerät' },
  'overview.first.deviceText': {
    en: 'Add the snippet to your app or site, or import the devices you already have.',
    de: 'Bauen Sie den Code-Schnipsel in Ihre App oder Website ein oder importieren Sie vorhandene Geräte.',
  },
  'overview.first.deviceAction': { en: 'Show me how', de: 'So geht’s' },
  'overview.first.campaign': { en: 'Compose and send', de: 'Schreiben und senden Sie' },
  'overview.first.campaignText': {
    en: 'A message, an audience and a time. Send yourself a test first.',
    de: 'Nachricht, Empfänger, Zeitpunkt. Senden Sie sich zuerst einen Test.',
  },
  'overview.first.campaignAction': { en: 'New campaign', de: 'Neue Kampagne' },
  'overview.warning.refused': {
    en: 'The provider rejects the credentials of {count, plural, one {{name}} other {# applications}}',
    de: 'Der Anbieter lehnt die Zugangsdaten von {count, plural, one {{name}} other {# Anwendungen}} ab',
  },
  'overview.warning.incomplete': {
    en: '{count, plural, one {{name} has incomplete credentials, so nothing is sent to it} other {# applications have incomplete credentials, so nothing is sent to them}}',
    de: 'Die Zugangsdaten von {count, plural, one {{name}} other {# Anwendungen}} sind unvollständig; dorthin wird nichts gesendet',
  },
  'overview.warning.paused': {
    en: '{count, plural, one {{name} is paused by its provider} other {# applications are paused by their providers}}',
    de: '{count, plural, one {{name} wurde} other {# Anwendungen wurden}} vom Anbieter pausiert',
  },
  'overview.warning.foreign': {
    en: 'Browsers of {count, plural, one {{name}} other {# applications}} subscribed with a different VAPID key',
    de: 'Browser von {count, plural, one {{name}} other {# Anwendungen}} haben sich mit einem fremden VAPID-Schlüssel angemeldet',
  },
  'overview.warning.foreign.some': {
    en: '{count, plural, one {# browser.} other {# browsers.}}',
    de: '{count, plural, one {# Browser.} other {# Browser.}}',
  },
  'overview.warning.foreignText': {
    en: 'They cannot be reached until they subscribe again with this application’s key.',
    de: 'Sie sind erst wieder erreichbar, wenn sie sich mit dem Schlüssel dieser Anwendung anmelden.',
  },
  'overview.warning.nothing': {
    en: '{count, plural, one {{name} has} other {# campaigns have}} nothing to send',
    de: '{count, plural, one {{name} hat} other {# Kampagnen haben}} nichts zu senden',
  },
  'overview.warning.all': { en: 'View all', de: 'Alle ansehen' },
  'overview.warning.look': { en: 'View', de: 'Ansehen' },
  'run.atOnce': { en: 'Sent at once', de: 'Sofort gesendet' },
  'run.atOnce.title': { en: 'Sent at once: {title}', de: 'Sofort gesendet: {title}' },
  'run.to.EXTERNAL_IDS': {
    en: 'To {count, plural, one {{number} user} other {{number} users}}',
    de: 'An {count, plural, one {{number} Nutzer} other {{number} Nutzer}}',
  },
  'run.to.DEVICE_IDS': {
    en: 'To {count, plural, one {{number} device} other {{number} devices}}',
    de: 'An {count, plural, one {{number} Gerät} other {{number} Geräte}}',
  },
  'run.to.TAG': {
    en: 'To the {count, plural, one {{number} device} other {{number} devices}} with the tag “{tag}”',
    de: 'An {count, plural, one {das {number} Gerät} other {die {number} Geräte}} mit dem Tag „{tag}“',
  },
  'run.progress': { en: 'Progress of the run', de: 'Fortschritt des Versands' },
  'run.doneOf': { en: '{done} of {total}', de: '{done} von {total}' },
  'run.sent': {
    en: '{count, plural, one {{number} message} other {{number} messages}} sent',
    de: '{count, plural, one {{number} Nachricht} other {{number} Nachrichten}} gesendet',
  },
  'run.failed': { en: '{number} failed', de: '{number} fehlgeschlagen' },
  'run.retrying': { en: '{number} waiting to retry', de: '{number} warten auf neuen Versuch' },
  'run.held': { en: '{number} held', de: '{number} zurückgehalten' },
  'run.rate': { en: '{number} per second', de: '{number} pro Sekunde' },
  'run.left': { en: '{time} left', de: 'noch {time}' },
} as const satisfies Messages;
