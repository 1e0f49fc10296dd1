import type { Messages } from '../messages.js';

/** Sending a message at once to chosen people. */
export const messageSend = {
  'send.title': { en: 'Send a message', de: 'Nachricht senden' },
  'send.lead': {
    en: 'To specific people, right away. For everyone else, create a campaign.',
    de: 'An bestimmte Personen, sofort. Für alle anderen legen Sie eine Kampagne an.',
  },
  'send.mayNot': {
    en: 'Your role cannot send messages. Ask an admin for the sender role.',
    de: 'Mit Ihrer Rolle können Sie keine Nachrichten senden. Bitten Sie einen Admin um die Rolle „Versand“.',
  },
  'send.to': { en: 'Who gets it?', de: 'Wer bekommt sie?' },
  'send.to.users': { en: 'Users', de: 'Nutzer' },
  'send.to.tag': { en: 'A tag', de: 'Ein Tag' },
  'send.to.devices': { en: 'Selected devices', de: 'Ausgewählte Geräte' },
  'send.userIds': { en: 'Your user IDs', de: 'Ihre Nutzer-IDs' },
  'send.userIdsHint': {
    en: 'One per line, 10,000 at most. You can paste a column of a spreadsheet.',
    de: 'Eine pro Zeile, höchstens 10.000. Sie können eine Spalte einer Tabelle einfügen.',
  },
  'send.tooMany': { en: 'Enter at most {max} user IDs.', de: 'Geben Sie höchstens {max} Nutzer-IDs an.' },
  'send.tag': { en: 'Tag', de: 'Tag' },
  'send.devices': {
    en: '{count, plural, one {# device is selected.} other {# devices are selected.}}',
    de: '{count, plural, one {# Gerät ist ausgewählt.} other {# Geräte sind ausgewählt.}}',
  },
  'send.devices.none': {
    en: 'Select devices in their list first.',
    de: 'Wählen Sie zuerst Geräte in ihrer Liste aus.',
  },
  'send.devices.choose': { en: 'Go to the devices', de: 'Zu den Geräten' },
  'send.review': { en: 'Before you send', de: 'Vor dem Senden' },
  'send.send': { en: 'Send now', de: 'Jetzt senden' },
  'send.confirm': { en: 'Send “{title}”?', de: '„{title}“ senden?' },
  'send.confirm.users': {
    en: '{count, plural, one {To # person} other {To # people}}{devices, plural, =-1 {} one {, on # device} other {, on # devices}}.',
    de: '{count, plural, one {An # Person} other {An # Personen}}{devices, plural, =-1 {} one {, auf # Gerät} other {, auf # Geräten}}.',
  },
  'send.confirm.tag': {
    en: 'To everyone with the tag “{tag}”{devices, plural, =-1 {} one {, on # device} other {, on # devices}}.',
    de: 'An alle mit dem Tag „{tag}“{devices, plural, =-1 {} one {, auf # Gerät} other {, auf # Geräten}}.',
  },
  'send.confirm.devices': {
    en: '{count, plural, one {To # device} other {To # devices}}.',
    de: '{count, plural, one {An # Gerät} other {An # Geräte}}.',
  },
  'send.confirm.note': {
    en: 'Sending starts immediately, and delivered messages cannot be recalled.',
    de: 'Der Versand beginnt sofort; zugestellte Nachrichten lassen sich nicht zurückholen.',
  },
  'send.sent': {
    en: 'The message is being sent to {count, plural, one {# device} other {# devices}}.',
    de: 'Die Nachricht wird an {count, plural, one {# Gerät} other {# Geräte}} gesendet.',
  },
  'send.select': { en: 'Select {name}', de: '{name} auswählen' },
  'send.toTag': { en: 'Send them a message: devices tagged {name}', de: 'Nachricht senden: Geräte mit dem Tag {name}' },
  'send.write': { en: 'Send them a message', de: 'Nachricht senden' },
  'send.clear': { en: 'Clear selection', de: 'Auswahl aufheben' },
} as const satisfies Messages;
