import { type QuietFields, toQuietFields } from '../settings/quiet-fields.js';
import { type BestHourFields, NO_BEST_HOUR } from './best-hour-fields.js';
import type { DelayParts } from './delay.js';
import { type ExperimentFields, NO_EXPERIMENT } from './experiment-fields.js';
import { NO_SETTINGS, type Settings } from './fields/field-values.js';
import type { GoalFields } from './goal-fields.js';
import { TITLE_MAX } from './limits.js';
import { isTemplate, withoutLiquid } from './personal/template-text.js';
import { NO_SPEED, type SpeedFields } from './speed-fields.js';

/** The state of the composer. A draft stores it as JSON. */
export interface ComposerState {
  readonly name: string;
  /** At least one. Each device gets all of them, in this order, or one of them in an experiment. */
  readonly messages: readonly Message[];
  readonly audience: AudienceChoice;
  readonly when: Timing;
  readonly bestHour: BestHourFields;
  readonly experiment: ExperimentFields;
  readonly quiet: QuietFields;
  readonly speed: SpeedFields;
  readonly goals: readonly GoalFields[];
}

export interface Message {
  /** The push of an existing campaign. Null for a message that saving the campaign creates. */
  readonly pushId: string | null;
  /** A push that was deactivated elsewhere stays with its campaign and is not sent. */
  readonly isActive: boolean;
  /** The category, which people can turn off. Null for none. */
  readonly categoryId: string | null;
  /** How often it is chosen in an experiment, as it is typed. */
  readonly weight: string;
  readonly defaultLang: string;
  readonly texts: readonly MessageText[];
  /** The same in every language. */
  readonly settings: Settings;
}

/** The most messages of a new campaign. */
export const MESSAGES_MAX = 20;

export interface MessageText {
  readonly language: string;
  readonly title: string;
  readonly subtitle: string;
  readonly text: string;
  readonly image: string;
  readonly icon: string;
  readonly link: string;
  /** The label of each button by its id. */
  readonly buttonLabels: Readonly<Record<string, string>>;
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
  /** Selects devices that have any tag, unless specific tags are chosen. */
  readonly anyTag: boolean;
  readonly exceptTags: readonly string[];
  readonly exceptTagGroupIds: readonly string[];
  /** Event codes that devices must have reported. For a campaign that follows an event, these events start it. */
  readonly events: readonly string[];
  readonly exceptEvents: readonly string[];
  readonly segmentIds: readonly string[];
  readonly exceptSegmentIds: readonly string[];
  /** Restricts a one-time campaign to the devices of these users. */
  readonly externalIds: readonly string[];
}

export type TimingKind = 'NOW' | 'ONCE' | 'WEEKLY' | 'AFTER_EVENT';

/** The fields of all kinds, so that switching between kinds loses nothing. */
export interface Timing {
  readonly kind: TimingKind;
  /** `YYYY-MM-DD`, or empty if not chosen yet. */
  readonly date: string;
  /** `HH:MM`. */
  readonly time: string;
  /** Uses the local time of each device instead of `timeZone`. */
  readonly localTime: boolean;
  readonly timeZone: string;
  readonly weekly: readonly WeeklyTime[];
  readonly delay: DelayParts;
}

export interface WeeklyTime {
  /** 1 (Monday) to 7 (Sunday). */
  readonly day: number;
  /** `HH:MM`. */
  readonly time: string;
}

export const STEPS = ['message', 'audience', 'when', 'review'] as const;
export type Step = (typeof STEPS)[number];

export const emptyText = (language: string): MessageText => ({
  language,
  title: '',
  subtitle: '',
  text: '',
  image: '',
  icon: '',
  link: '',
  buttonLabels: {},
});

export const emptyMessage = (language: string): Message => ({
  pushId: null,
  isActive: true,
  categoryId: null,
  weight: '1',
  defaultLang: language,
  texts: [emptyText(language)],
  settings: NO_SETTINGS,
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
    segmentIds: [],
    exceptSegmentIds: [],
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
  bestHour: NO_BEST_HOUR,
  experiment: NO_EXPERIMENT,
  quiet: toQuietFields(null),
  speed: NO_SPEED,
  goals: [],
});

export const textIn = ({ texts }: Message, language: string): MessageText =>
  texts.find((text) => text.language === language) ?? emptyText(language);

export const withText = (message: Message, text: MessageText): Message => ({
  ...message,
  texts: message.texts.some(({ language }) => language === text.language)
    ? message.texts.map((other) => (other.language === text.language ? text : other))
    : [...message.texts, text],
});

/** Keeps the default language, which can only be replaced by another default. */
export const withoutText = (message: Message, language: string): Message =>
  language === message.defaultLang
    ? message
    : { ...message, texts: message.texts.filter((text) => text.language !== language) };

export const moveMessage = (messages: readonly Message[], from: number, to: number): readonly Message[] => {
  const moved = messages[from];
  return moved === undefined ? messages : messages.toSpliced(from, 1).toSpliced(to, 0, moved);
};

/** The title in the default language, with `…` for the values of a person, if any other words are left. */
export const titleOf = (message: Message): string => {
  const { title } = textIn(message, message.defaultLang);
  if (!isTemplate(title)) return title.trim();
  const plain = withoutLiquid(title);
  const name = /[\p{L}\p{N}]/u.test(plain) ? plain : title;
  return [...name.trim()].slice(0, TITLE_MAX).join('');
};

/** The name of the campaign, or the title of its first message. */
export const nameOf = ({ name, messages: [first] }: ComposerState): string =>
  name.trim() || (first ? titleOf(first) : '');

/** Keeps the given order, because sorting would move a time while it is being typed. */
export const withDay = ({ weekly }: Timing, day: number, times: readonly string[]): readonly WeeklyTime[] => [
  ...weekly.filter((entry) => entry.day !== day),
  ...times.map((time) => ({ day, time })),
];
