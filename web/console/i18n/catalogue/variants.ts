import type { Messages } from '../messages.js';

/** Variants, control groups and the holdout of the account. */
export const variants = {
  'variants.title': { en: 'Variants', de: 'Varianten' },
  'variants.lead': {
    en: 'Compare the messages: each user gets one of them.',
    de: 'Vergleichen Sie die Nachrichten: Jeder Nutzer bekommt eine davon.',
  },
  'variants.use': { en: 'Send each user one of these messages', de: 'Jedem Nutzer eine dieser Nachrichten senden' },
  'variants.use.hint': {
    en: 'Otherwise each device gets all of them. A user has the same variant on all devices, every time.',
    de: 'Sonst bekommt jedes Gerät alle. Ein Nutzer hat auf allen Geräten und jedes Mal dieselbe Variante.',
  },
  'variants.weight': { en: 'Weight of message {number}', de: 'Gewicht der Nachricht {number}' },
  'variants.weight.share': { en: '{share} of users who get a message', de: '{share} der Nutzer mit Nachricht' },
  'variants.controlShare': { en: 'Control group (%)', de: 'Kontrollgruppe (%)' },
  'variants.controlShare.hint': {
    en: 'These users get nothing, for comparison. 0 to 50.',
    de: 'Diese Nutzer bekommen zum Vergleich nichts. 0 bis 50.',
  },
  'variants.decides': { en: 'Decide on a winner', de: 'Einen Gewinner bestimmen' },
  'variants.decides.hint': {
    en: 'Only if one message is clearly better. Otherwise none wins.',
    de: 'Nur, wenn eine Nachricht deutlich besser ist. Sonst gewinnt keine.',
  },
  'variants.metric': { en: 'Which share decides', de: 'Welcher Anteil entscheidet' },
  'variants.metric.CLICKED': { en: 'Clicks', de: 'Klicks' },
  'variants.metric.CONVERTED': { en: 'The first goal', de: 'Das erste Ziel' },
  'variants.decideAfter': { en: 'Hours until the decision', de: 'Stunden bis zur Entscheidung' },
  'variants.testShare': { en: 'Tested users (%)', de: 'Getestete Nutzer (%)' },
  'variants.testShare.hint': {
    en: 'The others wait and get the winner. 100 tests everybody.',
    de: 'Die anderen warten und bekommen den Gewinner. 100 testet alle.',
  },
  'variants.range': { en: 'Enter a number from {min} to {max}.', de: 'Geben Sie eine Zahl von {min} bis {max} ein.' },
  'variants.tooMany': {
    en: 'At most {max} messages can be compared.',
    de: 'Höchstens {max} Nachrichten lassen sich vergleichen.',
  },
  'check.variants.good': { en: 'The variants are complete.', de: 'Die Varianten sind vollständig.' },
  'check.variants.bad': {
    en: 'A number in the variants is invalid, or there are more than 8 messages.',
    de: 'Eine Zahl bei den Varianten ist ungültig, oder es sind mehr als 8 Nachrichten.',
  },
  'check.variantsGoal.good': { en: 'The deciding goal is set.', de: 'Das Ziel, das entscheidet, ist gesetzt.' },
  'check.variantsGoal.bad': {
    en: 'The first goal decides the winner, but no goal is set.',
    de: 'Das erste Ziel bestimmt den Gewinner, aber es gibt keines.',
  },
  'variants.winner': { en: 'Winner', de: 'Gewinner' },
  'variants.message': { en: 'Message', de: 'Nachricht' },
  'variants.weights': { en: 'Weight', de: 'Gewicht' },
  'variants.control': { en: 'Control group', de: 'Kontrollgruppe' },
  'variants.controlled': {
    en: '{count, plural, one {One message was} other {{number} messages were}} withheld from the control group.',
    de: '{count, plural, one {Eine Nachricht wurde} other {{number} Nachrichten wurden}} der Kontrollgruppe nicht gesendet.',
  },
  'variants.undecided': { en: 'The winner is decided at {at}.', de: 'Der Gewinner wird am {at} bestimmt.' },
  'variants.noDecision': { en: 'No decision is planned.', de: 'Es ist keine Entscheidung geplant.' },
  'variants.choose': { en: 'Choose as winner', de: 'Zum Gewinner machen' },
  'variants.choose.title': { en: 'Choose this message as the winner?', de: 'Diese Nachricht zum Gewinner machen?' },
  'variants.choose.text': {
    en: 'Waiting users get it at once, and later runs send only this message. This cannot be undone.',
    de: 'Wartende Nutzer bekommen sie sofort, und spätere Versände senden nur noch sie. Das lässt sich nicht rückgängig machen.',
  },
  'variants.reason.BEST': {
    en: 'It was clearly better than every other message.',
    de: 'Sie war deutlich besser als jede andere Nachricht.',
  },
  'variants.reason.CHOSEN': { en: 'Somebody chose the winner.', de: 'Jemand hat den Gewinner bestimmt.' },
  'variants.reason.ONLY_VARIANT': { en: 'There is only one message.', de: 'Es gibt nur eine Nachricht.' },
  'variants.reason.NOT_WANTED': {
    en: 'This experiment does not choose a winner.',
    de: 'Dieser Vergleich bestimmt keinen Gewinner.',
  },
  'variants.reason.NO_CLEAR_WINNER': {
    en: 'No message was clearly better, so the rest got all of them by weight.',
    de: 'Keine Nachricht war deutlich besser. Die Übrigen bekamen alle nach Gewicht.',
  },
  'variants.reason.SAMPLE_RATIO_MISMATCH': {
    en: 'The groups have unlikely sizes, so their numbers cannot be compared and none won.',
    de: 'Die Gruppen haben unwahrscheinliche Größen. Ihre Zahlen sind nicht vergleichbar, und keine gewann.',
  },
  'holdout.title': { en: 'Holdout', de: 'Dauerhafte Vergleichsgruppe' },
  'holdout.lead': {
    en: 'Some users get no messages at all, so that you can measure the effect of your messages. Transactional messages still reach them.',
    de: 'Einige Nutzer bekommen gar keine Nachrichten, damit messbar wird, was Nachrichten bewirken. Transaktionsnachrichten erreichen sie trotzdem.',
  },
  'holdout.share': { en: 'Users without messages (%)', de: 'Nutzer ohne Nachrichten (%)' },
  'holdout.share.hint': {
    en: '0 to 15. With 0, everybody gets messages.',
    de: '0 bis 15. Bei 0 bekommen alle Nachrichten.',
  },
  'holdout.generation': { en: 'Generation', de: 'Generation' },
  'holdout.generation.hint': {
    en: 'A different number selects different users.',
    de: 'Eine andere Zahl wählt andere Nutzer aus.',
  },
  'holdout.save': { en: 'Save holdout', de: 'Vergleichsgruppe speichern' },
  'holdout.saved': { en: 'The holdout is saved.', de: 'Die Vergleichsgruppe ist gespeichert.' },
  'outcome.about.HOLDOUT': { en: 'users in the holdout', de: 'Nutzer der dauerhaften Vergleichsgruppe' },
  'outcome.about.CONTROL': { en: 'users in the control group', de: 'Nutzer der Kontrollgruppe' },
} as const satisfies Messages;
