import type { PushInput } from '../../../graph/generated/graphql.js';
import type { Provider } from '../limits.js';

export type SettingName = Exclude<
  keyof PushInput,
  '__typename' | 'name' | 'categoryId' | 'weight' | 'defaultLang' | 'translations'
>;

/** The section of the form that shows a setting. */
export const SECTIONS = ['buttons', 'attention', 'delivery', 'stacking', 'look', 'developers'] as const;
export type Section = (typeof SECTIONS)[number];
/** Settings that are not in the form: the texts show them. */
type Place = Section | 'texts';

interface Setting {
  /** Decides the component, the summary and the shape of the value. */
  readonly kind:
    | 'text'
    | 'key'
    | 'color'
    | 'choice'
    | 'delay'
    | 'percent'
    | 'flag'
    | 'map'
    | 'sound'
    | 'badge'
    | 'buttons'
    | 'passthrough';
  readonly section: Place;
  /** The providers that carry it. */
  readonly carriedBy: readonly Provider[];
  /** The values of a `choice`. */
  readonly choices?: readonly string[];
  readonly maxLength?: number;
}

const FIREBASE: Provider = 'PROVIDER_A';
const ONESIGNAL: Provider = 'PROVIDER_B';
const APPLE: Provider = 'PROVIDER_C';
const BROWSERS: Provider = 'WEBPUSH';
const ALL = [FIREBASE, ONESIGNAL, APPLE, BROWSERS];
const APPS = [FIREBASE, ONESIGNAL, APPLE];

/**
 * The settings of a message, in the order of the form. `MESSAGE_FIELDS` of the service has the same; the words are in the
 * catalogue. A field of the graph that is missing here does not compile.
 */
export const SETTINGS = {
  buttons: { kind: 'buttons', section: 'buttons', carriedBy: ALL },
  sound: { kind: 'sound', section: 'attention', carriedBy: ALL },
  badge: { kind: 'badge', section: 'attention', carriedBy: ALL },
  interruption: {
    kind: 'choice',
    section: 'attention',
    carriedBy: APPS,
    choices: ['PASSIVE', 'ACTIVE', 'TIME_SENSITIVE', 'CRITICAL'],
  },
  relevance: { kind: 'percent', section: 'attention', carriedBy: APPS },
  requireInteraction: { kind: 'flag', section: 'attention', carriedBy: [BROWSERS] },
  timeToLive: { kind: 'delay', section: 'delivery', carriedBy: ALL },
  urgency: { kind: 'choice', section: 'delivery', carriedBy: ALL, choices: ['VERY_LOW', 'LOW', 'NORMAL', 'HIGH'] },
  truncate: { kind: 'flag', section: 'delivery', carriedBy: ALL },
  silent: { kind: 'flag', section: 'delivery', carriedBy: APPS },
  group: { kind: 'text', section: 'stacking', carriedBy: APPS, maxLength: 64 },
  collapseKey: { kind: 'key', section: 'stacking', carriedBy: ALL, maxLength: 32 },
  renotify: { kind: 'flag', section: 'stacking', carriedBy: [BROWSERS] },
  color: { kind: 'color', section: 'look', carriedBy: [FIREBASE, ONESIGNAL] },
  visibility: {
    kind: 'choice',
    section: 'look',
    carriedBy: [FIREBASE, ONESIGNAL],
    choices: ['PUBLIC', 'PRIVATE', 'SECRET'],
  },
  channel: { kind: 'text', section: 'look', carriedBy: [FIREBASE, ONESIGNAL], maxLength: 255 },
  render: { kind: 'choice', section: 'look', carriedBy: [FIREBASE], choices: ['SYSTEM', 'APP'] },
  data: { kind: 'map', section: 'developers', carriedBy: ALL, maxLength: 2_048 },
  iosCategory: { kind: 'text', section: 'developers', carriedBy: APPS, maxLength: 255 },
  missing: { kind: 'choice', section: 'texts', carriedBy: ALL, choices: ['DEFAULT', 'ABORT'] },
  passthrough: { kind: 'passthrough', section: 'developers', carriedBy: ALL, maxLength: 16_384 },
} as const satisfies Readonly<Record<SettingName, Setting>>;

export type SettingKind = Setting['kind'];

type List = typeof SETTINGS;
export type KindOf<Name extends SettingName> = List[Name]['kind'];

export const SETTING_LIST: readonly (Setting & { readonly name: SettingName })[] = Object.entries(
  SETTINGS as Readonly<Record<string, Setting>>,
).map(([name, setting]) => ({ ...setting, name: name as SettingName }));

/** Fields of a translation that not every provider carries. */
export const SUBTITLE_CARRIED_BY: readonly Provider[] = APPS;
