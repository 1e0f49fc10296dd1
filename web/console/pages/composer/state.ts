/** What the composer keeps while a campaign is made; a draft is this as JSON. */
export interface ComposerState {
  readonly name: string;
  /** At least one; each device gets all of them, in this order. */
  readonly messages: readonly Message[];
  readonly audience: AudienceChoice;
  readonly when: Timing;
}

export interface Message {
  /** The push that it is, in a campaign that is there; null: it is made when the campaign is saved. */
  readonly pushId: string | null;
  /** A push that was deactivated elsewhere stays with its campaign and is not sent. */
  readonly isActive: boolean;
  readonly defaultLang: string;
  readonly texts: readonly MessageText[];
}

/** What a campaign can be made with. */
export const MESSAGES_MAX = 20;

export interface MessageText {
  readonly language: string;
  readonly title: string;
  readonly text: string;
  readonly image: string;
  readonly icon: string;
  readonly link: string;
}

export interface AudienceChoice {
  readonly allApps: boolean;
  readonly appIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly exceptAppIds: readonly string[];
  readonly exceptGroupIds: readonly string[];
  readonly countries: readonly string[];
  readonly exceptCountries: readonly string[];
  readonly languages: readonly string[];
  readonly exceptLanguages: readonly string[];
  readonly tags: readonly string[];
  readonly tagGroupIds: readonly string[];
  /** Those with any tag at all, as long as no tags are chosen. */
  readonly anyTag: boolean;
  readonly exceptTags: readonly string[];
  readonly exceptTagGroupIds: readonly string[];
  /** Codes of events that devices must have had; of a campaign after an event they are what starts it. */
  readonly events: readonly string[];
  readonly exceptEvents: readonly string[];
  /** Of a campaign that is sent once: only devices of these users. */
  readonly externalIds: readonly string[];
}

export type TimingKind = 'NOW' | 'ONCE' | 'WEEKLY' | 'AFTER_EVENT';

/** The fields of every kind at once, so that going back and forth between them loses nothing. */
export interface Timing {
  readonly kind: TimingKind;
  /** `YYYY-MM-DD`; empty: not chosen yet. */
  readonly date: string;
  /** `HH:MM`. */
  readonly time: string;
  /** By each device's own clock, or else by that of `timeZone`. */
  readonly localTime: boolean;
  readonly timeZone: string;
  readonly weekly: readonly WeeklyTime[];
  readonly delay: { readonly days: number; readonly hours: number; readonly minutes: number };
}

export interface WeeklyTime {
  /** 1 Monday to 7 Sunday. */
  readonly day: number;
  /** `HH:MM`. */
  readonly time: string;
}

export const STEPS = ['message', 'audience', 'when', 'review'] as const;
export type Step = (typeof STEPS)[number];

export const emptyText = (language: string): MessageText => ({
  language,
  title: '',
  text: '',
  image: '',
  icon: '',
  link: '',
});

export const emptyMessage = (language: string): Message => ({
  pushId: null,
  isActive: true,
  defaultLang: language,
  texts: [emptyText(language)],
});

export const emptyState = (language: string, timeZone: string): ComposerState => ({
  name: '',
  messages: [emptyMessage(language)],
  audience: {
    allApps: true,
    appIds: [],
    groupIds: [],
    exceptAppIds: [],
    exceptGroupIds: [],
    countries: [],
    exceptCountries: [],
    languages: [],
    exceptLanguages: [],
    tags: [],
    tagGroupIds: [],
    anyTag: false,
    exceptTags: [],
    exceptTagGroupIds: [],
    events: [],
    exceptEvents: [],
    externalIds: [],
  },
  when: {
    kind: 'NOW',
    date: '',
    time: '09:00',
    localTime: false,
    timeZone,
    weekly: [{ day: 1, time: '09:00' }],
    delay: { days: 0, hours: 0, minutes: 0 },
  },
});

export const textIn = ({ texts }: Message, language: string): MessageText =>
  texts.find((text) => text.language === language) ?? emptyText(language);

export const withText = (message: Message, text: MessageText): Message => ({
  ...message,
  texts: message.texts.some(({ language }) => language === text.language)
    ? message.texts.map((other) => (other.language === text.language ? text : other))
    : [...message.texts, text],
});

/** The default language stays: another one must be the default first. */
export const withoutText = (message: Message, language: string): Message =>
  language === message.defaultLang
    ? message
    : { ...message, texts: message.texts.filter((text) => text.language !== language) };

/** The messages with one of them a place earlier or later. */
export const moveMessage = (messages: readonly Message[], from: number, to: number): readonly Message[] => {
  const moved = messages[from];
  return moved === undefined ? messages : messages.toSpliced(from, 1).toSpliced(to, 0, moved);
};

/** What it says, for lists. */
export const titleOf = (message: Message): string => textIn(message, message.defaultLang).title.trim();

/** A name for lists, where none was given: what the first message says. */
export const nameOf = ({ name, messages: [first] }: ComposerState): string =>
  name.trim() || (first ? titleOf(first) : '');

/** In the order that is given: sorted, a time that is being typed would change places with another one. */
export const withDay = ({ weekly }: Timing, day: number, times: readonly string[]): readonly WeeklyTime[] => [
  ...weekly.filter((entry) => entry.day !== day),
  ...times.map((time) => ({ day, time })),
];
