/** What the composer keeps while a campaign is made; a draft is this as JSON. */
export interface ComposerState {
  readonly name: string;
  readonly defaultLang: string;
  readonly texts: readonly MessageText[];
  readonly audience: AudienceChoice;
  readonly when: Timing;
}

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
  readonly countries: readonly string[];
  readonly exceptCountries: readonly string[];
  readonly languages: readonly string[];
  readonly exceptLanguages: readonly string[];
  readonly tags: readonly string[];
  readonly tagGroupIds: readonly string[];
  readonly exceptTags: readonly string[];
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

export const emptyState = (language: string, timeZone: string): ComposerState => ({
  name: '',
  defaultLang: language,
  texts: [emptyText(language)],
  audience: {
    allApps: true,
    appIds: [],
    groupIds: [],
    exceptAppIds: [],
    countries: [],
    exceptCountries: [],
    languages: [],
    exceptLanguages: [],
    tags: [],
    tagGroupIds: [],
    exceptTags: [],
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

/** A draft as an older console may have written it: what is missing or of another shape is as at the start. */
export const readState = (content: unknown, start: ComposerState): ComposerState => {
  const kept = merge(start, content);
  const texts = kept.texts.flatMap((text) => (typeof text === 'object' ? [merge(emptyText('en'), text)] : []));
  return { ...kept, texts: texts.length > 0 ? texts : start.texts };
};

const merge = <T extends object>(start: T, content: unknown): T => {
  if (typeof content !== 'object' || content === null) return start;
  const given = content as Readonly<Record<string, unknown>>;
  const entries = Object.entries(start).map(([name, value]) => [name, mergeValue(value, given[name])]);
  return Object.fromEntries(entries) as T;
};

const mergeValue = (value: unknown, given: unknown): unknown => {
  if (Array.isArray(value)) return Array.isArray(given) ? given : value;
  if (typeof value === 'object' && value !== null) return merge(value, given);
  return typeof given === typeof value ? given : value;
};

export const textIn = (state: ComposerState, language: string): MessageText =>
  state.texts.find((text) => text.language === language) ?? emptyText(language);

export const withText = (state: ComposerState, text: MessageText): ComposerState => ({
  ...state,
  texts: state.texts.some(({ language }) => language === text.language)
    ? state.texts.map((other) => (other.language === text.language ? text : other))
    : [...state.texts, text],
});

/** The default language stays: another one must be the default first. */
export const withoutText = (state: ComposerState, language: string): ComposerState =>
  language === state.defaultLang
    ? state
    : { ...state, texts: state.texts.filter((text) => text.language !== language) };

/** A name for lists, where none was given: what the message says. */
export const nameOf = (state: ComposerState): string =>
  state.name.trim() || textIn(state, state.defaultLang).title.trim();

export const withDay = ({ weekly }: Timing, day: number, times: readonly string[]): readonly WeeklyTime[] =>
  [...weekly.filter((entry) => entry.day !== day), ...times.map((time) => ({ day, time }))].toSorted(
    (one, other) => one.day - other.day || one.time.localeCompare(other.time),
  );
