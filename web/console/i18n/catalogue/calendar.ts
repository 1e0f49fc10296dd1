import type { Messages } from '../messages.js';

/** The calendar. */
export const calendar = {
  'calendar.lead': {
    en: 'What scheduled campaigns sent, and when active ones send next. Filter by kind to see campaigns that follow an event.',
    de: 'Was geplante Kampagnen gesendet haben und wann aktive wieder senden. Kampagnen nach einem Ereignis zeigt der Filter.',
  },
  'calendar.kind.all': { en: 'All scheduled campaigns', de: 'Alle geplanten Kampagnen' },
  'calendar.state': { en: 'Status', de: 'Status' },
  'calendar.state.all': { en: 'Planned and sent', de: 'Geplant und gesendet' },
  'calendar.state.planned': { en: 'Planned', de: 'Geplant' },
  'calendar.state.sending': { en: 'Sending', de: 'Wird gesendet' },
  'calendar.state.sent': { en: 'Sent', de: 'Gesendet' },
  'calendar.state.failed': { en: 'Missed or cancelled', de: 'Verpasst oder abgebrochen' },
  'calendar.none.narrowed': { en: 'No matches in this period', de: 'Keine Treffer in diesem Zeitraum' },
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
  'calendar.none': { en: 'Nothing scheduled in this period', de: 'In diesem Zeitraum ist nichts geplant' },
  'calendar.none.text': {
    en: 'Schedule a campaign or look at another week or month.',
    de: 'Planen Sie eine Kampagne oder sehen Sie sich eine andere Woche oder einen anderen Monat an.',
  },
  'calendar.most': {
    en: 'Only the first {count} are shown. Switch to a single week to see the others.',
    de: 'Nur die ersten {count} werden gezeigt. Sehen Sie sich eine einzelne Woche an, um die anderen zu sehen.',
  },
  'calendar.more': { en: '{count} more', de: '{count} weitere' },
  'calendar.spread': { en: 'local time, in waves', de: 'Ortszeit, in Wellen' },
  'calendar.clocks': { en: 'The clocks change', de: 'Die Uhren werden umgestellt' },
  'calendar.clocks.forward': {
    en: 'The clocks in {zone} go forward by {time}. Anything due in the skipped time is sent when they change.',
    de: 'Die Uhren in {zone} werden um {time} vorgestellt: Was in die Lücke fällt, wird bei der Umstellung gesendet.',
  },
  'calendar.clocks.back': {
    en: 'The clocks in {zone} go back by {time}. Anything due in the repeated time is sent the first time.',
    de: 'Die Uhren in {zone} werden um {time} zurückgestellt: Was in die doppelte Zeit fällt, wird beim ersten Mal gesendet.',
  },
  'calendar.clockChange.SKIPPED': {
    en: 'In some time zones, clocks skip this time. Devices there get the message when the clocks change.',
    de: 'In manchen Zonen gibt es diese Uhrzeit nicht: Dort wird bei der Umstellung gesendet.',
  },
  'calendar.clockChange.REPEATED': {
    en: 'In some time zones, this time occurs twice. Devices there get the message the first time.',
    de: 'In manchen Zonen gibt es diese Uhrzeit zweimal: Dort wird beim ersten Mal gesendet.',
  },
  'calendar.open': { en: 'Open campaign', de: 'Kampagne öffnen' },
  'calendar.noPush': { en: 'This campaign has no message.', de: 'Sie hat keine Nachricht.' },
  'calendar.at': { en: 'Sends at', de: 'Sendet' },
  'calendar.first': { en: 'First wave', de: 'Erste Welle' },
  'calendar.last': { en: 'Last wave', de: 'Letzte Welle' },
  'calendar.waves': { en: 'Waves by local time', de: 'Wellen nach Ortszeit' },
  'calendar.waves.lead': {
    en: '{count, plural, one {# wave} other {# waves}}. Each is sent when its time zones reach this time.',
    de: '{count, plural, one {# Welle} other {# Wellen}}. Jede wird gesendet, sobald es in ihren Zonen so spät ist.',
  },
  'calendar.zones.more': { en: 'and {count} more', de: 'und {count} weitere' },
} as const satisfies Messages;
