import { canonicalLanguage, primaryLanguage } from '../text/language.js';

const ENGLISH = {
  title: 'Notification preferences',
  intro: (app: string) => `Choose which notifications you get from ${app}.`,
  marketing: 'Offers and news',
  allMarketing: 'All offers and news',
  allMarketingHint: 'If this is off, you get no offers or news at all, whatever you choose below.',
  service: 'Service',
  required: 'Always on',
  requiredHint: 'You need these messages, so they cannot be turned off.',
  save: 'Save',
  saved: 'Your choices are saved.',
  changed: 'The list has changed in the meantime, so nothing was saved. Check your choices and save again.',
  stopAll: 'Turn off all offers and news',
  stop: 'Turn off',
  askStop: (what: string) => `Turn off “${what}”?`,
  stopHint: (app: string) => `You then no longer get these messages from ${app}.`,
  stopped: (what: string) => `“${what}” is turned off.`,
  cannotStop: (what: string) => `“${what}” cannot be turned off`,
  allPreferences: 'All preferences',
  unknown: 'This link does not work',
  unknownHint:
    'The address may be incomplete. Open the link in the message again, or change your preferences in the app.',
  expired: 'This link has expired',
  expiredHint: 'Open the link in a newer message, or change your preferences in the app.',
  gone: 'This link is no longer valid',
  goneHint:
    'The device is no longer registered, or somebody else uses it now. Open the link in a newer message, or change your preferences in the app.',
  noCategory: 'This kind of message no longer exists',
  noCategoryHint: 'You can choose among the others.',
  malformed: 'The form did not arrive',
  malformedHint: 'Nothing was saved. Go back, reload the page and try again.',
  tooMany: 'Too many requests',
  tooManyHint: 'Wait a minute and try again. Your choices are unchanged.',
  unavailable: 'This does not work at the moment',
  unavailableHint: 'Nothing was saved. Try again in a few minutes.',
};

/** The texts of the page. Names of categories come from the account. */
export type Words = typeof ENGLISH;

const GERMAN: Words = {
  title: 'Benachrichtigungen einstellen',
  intro: (app) => `Wählen Sie, welche Benachrichtigungen Sie von ${app} erhalten.`,
  marketing: 'Angebote und Neuigkeiten',
  allMarketing: 'Alle Angebote und Neuigkeiten',
  allMarketingHint: 'Ist dies aus, erhalten Sie keine Angebote und Neuigkeiten, was auch immer unten gewählt ist.',
  service: 'Service',
  required: 'Immer an',
  requiredHint: 'Diese Nachrichten sind notwendig und lassen sich nicht abschalten.',
  save: 'Speichern',
  saved: 'Ihre Auswahl ist gespeichert.',
  changed:
    'Die Liste hat sich inzwischen geändert, daher wurde nichts gespeichert. Prüfen Sie Ihre Auswahl und speichern Sie noch einmal.',
  stopAll: 'Alle Angebote und Neuigkeiten abschalten',
  stop: 'Abschalten',
  askStop: (what) => `„${what}“ abschalten?`,
  stopHint: (app) => `Sie erhalten diese Nachrichten von ${app} dann nicht mehr.`,
  stopped: (what) => `„${what}“ ist abgeschaltet.`,
  cannotStop: (what) => `„${what}“ lässt sich nicht abschalten`,
  allPreferences: 'Alle Einstellungen',
  unknown: 'Dieser Link funktioniert nicht',
  unknownHint:
    'Vielleicht ist die Adresse unvollständig. Öffnen Sie den Link in der Nachricht noch einmal oder ändern Sie die Einstellungen in der App.',
  expired: 'Dieser Link ist abgelaufen',
  expiredHint: 'Öffnen Sie den Link in einer neueren Nachricht oder ändern Sie die Einstellungen in der App.',
  gone: 'Dieser Link ist nicht mehr gültig',
  goneHint:
    'Das Gerät ist nicht mehr angemeldet, oder jemand anderes benutzt es jetzt. Öffnen Sie den Link in einer neueren Nachricht oder ändern Sie die Einstellungen in der App.',
  noCategory: 'Diese Art von Nachrichten gibt es nicht mehr',
  noCategoryHint: 'Sie können unter den anderen wählen.',
  malformed: 'Das Formular ist nicht angekommen',
  malformedHint:
    'Es wurde nichts gespeichert. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
  tooMany: 'Zu viele Anfragen',
  tooManyHint: 'Warten Sie eine Minute und versuchen Sie es noch einmal. Ihre Auswahl ist unverändert.',
  unavailable: 'Das geht gerade nicht',
  unavailableHint: 'Es wurde nichts gespeichert. Versuchen Sie es in ein paar Minuten noch einmal.',
};

const WORDS: Readonly<Record<string, Words>> = { en: ENGLISH, de: GERMAN };

export interface Reader {
  /** The language of the page itself. */
  readonly language: string;
  readonly words: Words;
  /** The first language that is known of the person, for the names of categories. */
  readonly wanted: string | null;
}

/** The language of the device comes first, then those of the browser. */
export const readerOf = (deviceLanguage: string | null, acceptLanguage: string | undefined): Reader => {
  const wanted = [...(deviceLanguage === null ? [] : [deviceLanguage]), ...acceptedLanguages(acceptLanguage ?? '')];
  const language = wanted.map(primaryLanguage).find((tag) => Object.hasOwn(WORDS, tag)) ?? 'en';
  return { language, words: WORDS[language] ?? ENGLISH, wanted: wanted[0] ?? null };
};

const MAX_ACCEPTED = 10;

/** The tags of `Accept-Language`, the best first. */
const acceptedLanguages = (header: string): string[] =>
  header
    .split(',', MAX_ACCEPTED)
    .flatMap((entry) => {
      const [name = '', weight] = entry.split(';', 2).map((part) => part.trim());
      const tag = canonicalLanguage(name);
      const quality = weight?.startsWith('q=') ? Number(weight.slice(2)) : 1;
      return tag !== null && quality > 0 ? [{ tag, quality }] : [];
    })
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
