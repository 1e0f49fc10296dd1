import type { Messages } from '../messages.js';

/** The calendar. */
export const calendar = {
  'calendar.lead': {
    en: 'Every moment at which an active campaign sends. Those that wait for events have none.',
    de: 'Jeder Zeitpunkt, zu dem eine aktive Kampagne sendet. Solche, die auf Ereignisse warten, haben keinen.',
  },
  'calendar.view': { en: 'View', de: 'Ansicht' },
  'calendar.week': { en: 'Week', de: 'Woche' },
  'calendar.month': { en: 'Month', de: 'Monat' },
  'calendar.today': { en: 'Today', de: 'Heute' },
  'calendar.previous.week': { en: 'Previous week', de: 'Vorige Woche' },
  'calendar.previous.month': { en: 'Previous month', de: 'Voriger Monat' },
  'calendar.next.week': { en: 'Next week', de: 'Nächste Woche' },
  'calendar.next.month': { en: 'Next month', de: 'Nächster Monat' },
  'calendar.range': { en: '{from} to {to}', de: '{from} bis {to}' },
  'calendar.zone': { en: 'Time zone', de: 'Zeitzone' },
  'calendar.none': { en: 'Nothing is going to be sent here', de: 'Hier wird nichts gesendet' },
  'calendar.none.text': {
    en: 'Schedule a campaign, or look at another week or month.',
    de: 'Planen Sie eine Kampagne, oder sehen Sie eine andere Woche oder einen anderen Monat an.',
  },
  'calendar.most': {
    en: 'Only the first {count} are shown. Look at a single week to see the others.',
    de: 'Nur die ersten {count} werden gezeigt. Sehen Sie eine einzelne Woche an, um die anderen zu sehen.',
  },
  'calendar.more': { en: '{count} more', de: '{count} weitere' },
  'calendar.spread': { en: 'by local time, in waves', de: 'nach Ortszeit, in Wellen' },
  'calendar.clocks': { en: 'The clocks change', de: 'Die Uhren werden umgestellt' },
  'calendar.clocks.forward': {
    en: 'The clocks of {zone} go forward by {time}: what would fall into that gap is sent when they jump.',
    de: 'Die Uhren von {zone} springen um {time} vor: Was in diese Lücke fiele, wird beim Sprung gesendet.',
  },
  'calendar.clocks.back': {
    en: 'The clocks of {zone} go back by {time}: what falls into the time that comes twice is sent the first time.',
    de: 'Die Uhren von {zone} gehen um {time} zurück: Was in die doppelte Zeit fällt, wird beim ersten Mal gesendet.',
  },
  'calendar.clockChange.SKIPPED': {
    en: 'The clocks jump over this time somewhere: there it is sent when they jump.',
    de: 'Irgendwo überspringen die Uhren diese Zeit: Dort wird beim Sprung gesendet.',
  },
  'calendar.clockChange.REPEATED': {
    en: 'The clocks show this time twice somewhere: there it is sent the first time.',
    de: 'Irgendwo zeigen die Uhren diese Zeit zweimal: Dort wird beim ersten Mal gesendet.',
  },
  'calendar.open': { en: 'Open the campaign', de: 'Kampagne öffnen' },
  'calendar.noPush': { en: 'No message is bound to it.', de: 'Keine Nachricht ist mit ihr verbunden.' },
  'calendar.at': { en: 'Sends at', de: 'Sendet' },
  'calendar.first': { en: 'First wave', de: 'Erste Welle' },
  'calendar.last': { en: 'Last wave', de: 'Letzte Welle' },
  'calendar.waves': { en: 'Waves by local time', de: 'Wellen nach Ortszeit' },
  'calendar.waves.lead': {
    en: '{count, plural, one {# wave} other {# waves}}, each when its zones show that time.',
    de: '{count, plural, one {# Welle} other {# Wellen}}, jede, wenn ihre Zonen diese Zeit zeigen.',
  },
  'calendar.zones.more': { en: 'and {count} more', de: 'und {count} weitere' },
} as const satisfies Messages;
