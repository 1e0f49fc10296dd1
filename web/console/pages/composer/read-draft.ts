import type { AudienceChoice, ComposerState, Message, MessageText, Timing, TimingKind, WeeklyTime } from './state.js';
import { emptyMessage, emptyText } from './state.js';

/** Answers `start` where the given value has another shape. */
type Read<T> = (given: unknown, start: T) => T;
/** A field without a reader does not compile, so that no draft can lose one. */
type Readers<T> = { readonly [Name in keyof T]-?: Read<T[Name]> };

/** Reads a draft, which an older or newer console may have written. */
export const readState = (content: unknown, start: ComposerState): ComposerState => {
  const kept = readCampaign(content, start);
  if (isObject(content) && Array.isArray(content.messages)) return kept;
  // The first console knew one message and kept its fields in the draft itself.
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

/** As `list`, of which one item must be left. */
const filledList =
  <T>(read: Read<T>, blank: T): Read<readonly T[]> =>
  (given, start) => {
    const found = list(read, blank)(given, start);
    return found.length > 0 ? found : start;
  };

const readText = object<MessageText>({ language: text, title: text, text, image: text, icon: text, link: text });

const readMessage = object<Message>({
  pushId: textOrNull,
  isActive: flag,
  defaultLang: text,
  texts: filledList(readText, emptyText('en')),
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
  externalIds: texts,
});

const KINDS: Readonly<Record<TimingKind, true>> = { NOW: true, ONCE: true, WEEKLY: true, AFTER_EVENT: true };

const timingKind: Read<TimingKind> = (given, start) =>
  typeof given === 'string' && Object.hasOwn(KINDS, given) ? (given as TimingKind) : start;

const readTiming = object<Timing>({
  kind: timingKind,
  date: text,
  time: text,
  localTime: flag,
  timeZone: text,
  weekly: list(object<WeeklyTime>({ day: wholeNumber, time: text }), { day: 1, time: '09:00' }),
  delay: object<Timing['delay']>({ days: wholeNumber, hours: wholeNumber, minutes: wholeNumber }),
});

const readCampaign = object<ComposerState>({
  name: text,
  messages: readMessages,
  audience: readAudience,
  when: readTiming,
});
