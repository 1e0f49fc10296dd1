import type { Messages } from '../messages.js';

/** Goals of campaigns, and what runs achieved for them. */
export const goals = {
  'goals.title': { en: 'Goals', de: 'Ziele' },
  'goals.lead': {
    en: 'What should people do after the message? The page of the run then shows how many did, and which message led to more.',
    de: 'Was sollen Menschen nach der Nachricht tun? Die Seite der Sendung zeigt dann, wie viele es taten und welche Nachricht zu mehr führte.',
  },
  'goals.add': { en: 'Add a goal', de: 'Ziel hinzufügen' },
  'goals.number': { en: 'Goal {number}', de: 'Ziel {number}' },
  'goals.remove': { en: 'Remove the goal {name}', de: 'Ziel {name} entfernen' },
  'goals.event': { en: 'Event', de: 'Ereignis' },
  'goals.name': { en: 'Name', de: 'Name' },
  'goals.name.taken': { en: 'Another goal has this name.', de: 'Ein anderes Ziel heißt so.' },
  'goals.days': { en: 'Counts for (days)', de: 'Zählt (Tage)' },
  'goals.days.hint': { en: 'After a message.', de: 'Nach einer Nachricht.' },
  'goals.value': { en: 'Value (optional)', de: 'Wert (optional)' },
  'goals.value.hint': {
    en: "The key of a number in the event's data, such as price.",
    de: 'Der Schlüssel einer Zahl in den Daten des Ereignisses, etwa price.',
  },
  'goals.size': { en: 'How many people does a comparison need?', de: 'Wie viele Menschen braucht ein Vergleich?' },
  'goals.size.baseline': { en: 'Rate today (%)', de: 'Rate heute (%)' },
  'goals.size.lift': { en: 'Improvement to find (%)', de: 'Gesuchte Verbesserung (%)' },
  'goals.size.arms': { en: 'Groups', de: 'Gruppen' },
  'goals.size.needs': {
    en: '{each} people in each group, {all} in all, to find it in 80 % of cases.',
    de: '{each} Menschen je Gruppe, {all} insgesamt, um sie in 80 % der Fälle zu finden.',
  },
  'goals.size.impossible': {
    en: 'Enter rates between 0 and 100 %, and 2 to 10 groups.',
    de: 'Geben Sie Raten zwischen 0 und 100 % und 2 bis 10 Gruppen ein.',
  },
  'check.goals.good': { en: 'The goals are complete.', de: 'Die Ziele sind vollständig.' },
  'check.goals.bad': {
    en: 'Give each goal an event, a name of its own and up to 30 days.',
    de: 'Geben Sie jedem Ziel ein Ereignis, einen eigenen Namen und höchstens 30 Tage.',
  },
  'results.title': { en: 'Results', de: 'Ergebnisse' },
  'results.lead': {
    en: 'Converted: did it after a message of this run, whatever else they got. Attributed: this run had the last click, or else the last message.',
    de: 'Konvertiert: tat es nach einer Nachricht dieser Sendung, was auch sonst kam. Zugeordnet: Diese Sendung hatte den letzten Klick oder sonst die letzte Nachricht.',
  },
  'results.mismatch': {
    en: 'The groups do not have the sizes that they were meant to have. Something went wrong, so do not trust the comparison. There is no winner.',
    de: 'Die Gruppen haben nicht die vorgesehene Größe. Etwas ist schiefgegangen: Vertrauen Sie dem Vergleich nicht. Es gibt keinen Gewinner.',
  },
  'results.goal': { en: 'Event {event} within {time}', de: 'Ereignis {event} innerhalb von {time}' },
  'results.arm': { en: 'Group', de: 'Gruppe' },
  'results.variant': { en: 'Message {letter}', de: 'Nachricht {letter}' },
  'results.kind.CONTROL': { en: 'Control group', de: 'Kontrollgruppe' },
  'results.kind.HOLDOUT': { en: 'Holdout of the account', de: 'Ausgenommene des Kontos' },
  'results.kind.ROLLOUT': { en: 'After the decision', de: 'Nach der Entscheidung' },
  'results.units': { en: 'People', de: 'Menschen' },
  'results.converted': { en: 'Converted', de: 'Konvertiert' },
  'results.rate': { en: 'Rate', de: 'Rate' },
  'results.interval': { en: '{low} to {high}', de: '{low} bis {high}' },
  'results.attributed': { en: 'Attributed', de: 'Zugeordnet' },
  'results.value': { en: 'Attributed value', de: 'Zugeordneter Wert' },
  'results.better': {
    en: '{better} converts {low} to {high} percentage points better than {worse} (95 % interval).',
    de: '{better} konvertiert {low} bis {high} Prozentpunkte besser als {worse} (95-%-Intervall).',
  },
  'results.undecided': {
    en: 'No clear difference between {better} and {worse}: {low} to {high} percentage points (95 % interval).',
    de: 'Kein klarer Unterschied zwischen {better} und {worse}: {low} bis {high} Prozentpunkte (95-%-Intervall).',
  },
  'results.guardrails': { en: 'What people did not like', de: 'Was nicht gefiel' },
  'results.optedOut': { en: 'Turned messages off', de: 'Abbestellt' },
  'results.retired': { en: 'Gone devices', de: 'Geräte weg' },
} as const satisfies Messages;
