import { DAYS, QUIET_MODES, QUIET_POLICIES, type QuietFields, UNKNOWN_ZONES } from '../settings/quiet-fields.js';
import type { BestHourFields } from './best-hour-fields.js';
import { type ExperimentFields, METRICS } from './experiment-fields.js';
import { NO_SETTINGS, readSettings, type Settings } from './fields/field-values.js';
import { type GoalFields, NEW_GOAL } from './goal-fields.js';
import type { SpeedFields } from './speed-fields.js';
import type { AudienceChoice, ComposerState, Message, MessageText, Timing, TimingKind, WeeklyTime } from './state.js';
import { emptyMessage, emptyText } from './state.js';

/** Returns `start` if the given value has another shape. */
type Read<T> = (given: unknown, start: T) => T;
/** A field without a reader does not compile, so that no field of a draft is lost. */
type Readers<T> = { readonly [Name in keyof T]-?: Read<T[Name]> };

/** Reads a draft that an older or a newer console may have written. */
export const readState = (content: unknown, start: ComposerState): ComposerState => {
  const kept = readCampaign(content, start);
  if (isObject(content) && Array.isArray(content.messages)) return kept;
  // The first console had a single message, whose fields were part of the draft.
  return { ...kept, messages: readMessages([content], start.messages) };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const object =
  <T extends object>(readers: Readers<T>): Read<T> =>
  (given, start) => {
    if (!isObject(given)) return start;
    const names = Object.keys(readers) as (keyof T & string)[];
    return Object.fromEntries(names.map((name) => [name, readers[name](given[name], start[name])])) as T;
  };

const text: Read<string> = (given, start) => (typeof given === 'string' ? given : start);

const textOrNull: Read<string | null> = (given, start) => (typeof given === 'string' || given === null ? given : start);

const flag: Read<boolean> = (given, start) => (typeof given === 'boolean' ? given : start);

const wholeNumber: Read<number> = (given, start) => (Number.isSafeInteger(given) ? (given as number) : start);

const texts: Read<readonly string[]> = (given, start) =>
  Array.isArray(given) ? given.filter((each) => typeof each === 'string') : start;

/** Drops items of another shape. */
const list =
  <T>(read: Read<T>, blank: T): Read<readonly T[]> =>
  (given, start) =>
    Array.isArray(given) ? given.filter(isObject).map((each) => read(each, blank)) : start;

/** As `list`, but returns `start` if no item is left. */
const filledList =
  <T>(read: Read<T>, blank: T): Read<readonly T[]> =>
  (given, start) => {
    const found = list(read, blank)(given, start);
    return found.length > 0 ? found : start;
  };

const textByKey: Read<Readonly<Record<string, string>>> = (given, start) =>
  isObject(given)
    ? Object.fromEntries(
        Object.entries(given).flatMap(([key, each]) => (typeof each === 'string' ? [[key, each]] : [])),
      )
    : start;

const readText = object<MessageText>({
  language: text,
  title: text,
  subtitle: text,
  text,
  image: text,
  icon: text,
  link: text,
  buttonLabels: textByKey,
});

/** The start may be the settings of another message, which a draft without settings does not have. */
const settings: Read<Settings> = (given) => readSettings(given, NO_SETTINGS);

const readMessage = object<Message>({
  pushId: textOrNull,
  isActive: flag,
  categoryId: textOrNull,
  weight: text,
  defaultLang: text,
  texts: filledList(readText, emptyText('en')),
  settings,
});

const readMessages: Read<readonly Message[]> = (given, start) =>
  filledList(readMessage, start[0] ?? emptyMessage('en'))(given, start);

const readAudience = object<AudienceChoice>({
  allApps: flag,
  appIds: texts,
  groupIds: texts,
  exceptAppIds: texts,
  exceptGroupIds: texts,
  countries: texts,
  exceptCountries: texts,
  languages: texts,
  exceptLanguages: texts,
  tags: texts,
  tagGroupIds: texts,
  anyTag: flag,
  exceptTags: texts,
  exceptTagGroupIds: texts,
  events: texts,
  exceptEvents: texts,
  segmentIds: texts,
  exceptSegmentIds: texts,
  externalIds: texts,
});

const KINDS = ['NOW', 'ONCE', 'WEEKLY', 'AFTER_EVENT'] as const satisfies TimingKind[];

const oneOf =
  <T extends string>(choices: readonly T[]): Read<T> =>
  (given, start) =>
    choices.find((choice) => choice === given) ?? start;

const someOf =
  <T extends string>(choices: readonly T[]): Read<readonly T[]> =>
  (given, start) =>
    Array.isArray(given) ? choices.filter((choice) => given.includes(choice)) : start;

const readTiming = object<Timing>({
  kind: oneOf(KINDS),
  date: text,
  time: text,
  localTime: flag,
  timeZone: text,
  weekly: list(object<WeeklyTime>({ day: wholeNumber, time: text }), { day: 1, time: '09:00' }),
  delay: object<Timing['delay']>({ days: wholeNumber, hours: wholeNumber, minutes: wholeNumber }),
});

const readBestHour = object<BestHourFields>({ isOn: flag, from: text, to: text, controlShare: text });

const readExperiment = object<ExperimentFields>({
  isOn: flag,
  controlShare: text,
  decides: flag,
  decideAfter: text,
  testShare: text,
  metric: oneOf(METRICS),
});

const readQuiet = object<QuietFields>({
  mode: oneOf(QUIET_MODES),
  start: text,
  end: text,
  days: someOf(DAYS),
  policy: oneOf(QUIET_POLICIES),
  unknownZone: oneOf(UNKNOWN_ZONES),
  releaseOver: text,
});

const readSpeed = object<SpeedFields>({
  isLimited: flag,
  maxPerMinute: text,
  isRamped: flag,
  start: text,
  factor: text,
  every: text,
  stopsOnTrouble: flag,
  share: text,
  after: text,
  window: text,
});

const readCampaign = object<ComposerState>({
  name: text,
  messages: readMessages,
  audience: readAudience,
  when: readTiming,
  bestHour: readBestHour,
  experiment: readExperiment,
  quiet: readQuiet,
  speed: readSpeed,
  goals: list(object<GoalFields>({ name: text, event: text, days: text, valueProperty: text }), NEW_GOAL),
});
