import type { PushInput } from '../../../graph/generated/graphql.js';
import { isLink, isPicture } from '../addresses.js';
import { type KindOf, SETTING_LIST, SETTINGS, type SettingKind, type SettingName } from './field-list.js';

/** The value of a setting as the form holds it. Null means that it is not set. */
export interface SettingValues {
  readonly text: string;
  readonly key: string;
  readonly color: string;
  readonly choice: string;
  /** `1d2h30m`. */
  readonly delay: string;
  /** 0 to 100, as typed. */
  readonly percent: string;
  readonly flag: boolean;
  readonly map: readonly MapRow[];
  readonly sound: SoundValue;
  readonly badge: BadgeValue;
  readonly buttons: readonly ButtonValue[];
  readonly passthrough: PassthroughValue;
}

export interface MapRow {
  readonly key: string;
  readonly text: string;
}

export interface SoundValue {
  readonly kind: SoundKind;
  readonly file: string;
  readonly isCritical: boolean;
  /** 0 to 100, as typed; empty for full volume. */
  readonly volume: string;
}

export type SoundKind = 'default' | 'none' | 'file';

export interface BadgeValue {
  readonly kind: 'set' | 'increment';
  readonly number: string;
}

export interface ButtonValue {
  readonly id: string;
  readonly link: string;
  readonly icon: string;
  readonly isDestructive: boolean;
  readonly hasInput: boolean;
}

export const PASSTHROUGH_PARTS = ['fcm', 'apnsHeaders', 'apnsPayload', 'webpush', 'onesignal'] as const;
export type PassthroughPart = (typeof PASSTHROUGH_PARTS)[number];

/** JSON as typed, which may be incomplete. */
export type PassthroughValue = Readonly<Record<PassthroughPart, string>>;

export type Settings = { readonly [Name in SettingName]: SettingValues[KindOf<Name>] | null };

export const NO_SETTINGS = Object.fromEntries(SETTING_LIST.map(({ name }) => [name, null])) as Settings;

export const BUTTONS_MAX = 3;
export const LABEL_MAX = 64;

/** How values of a kind are read from drafts and from the graph, and written to it. */
interface Codec<Value> {
  /** Reads a draft. Returns null for another shape. */
  readonly read: (given: unknown) => Value | null;
  readonly fromGraph: (given: never) => Value;
  /** Returns null for a value that says nothing. */
  readonly toGraph: (value: Value) => unknown;
  readonly isValid: (value: Value, maxLength: number) => boolean;
}

type Shape = Readonly<Record<string, unknown>>;

const isShape = (given: unknown): given is Shape => typeof given === 'object' && given !== null;
const textOf = (given: unknown): string => (typeof given === 'string' ? given : '');
const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
const isPercent = (text: string): boolean => text.trim() !== '' && Number(text) >= 0 && Number(text) <= 100;
const orNull = (text: string): string | null => text.trim() || null;

/** Kinds whose value is one text. */
const textCodec = (isValid: (text: string, maxLength: number) => boolean): Codec<string> => ({
  read: (given) => (typeof given === 'string' ? given : null),
  fromGraph: (given: string) => given,
  toGraph: orNull,
  isValid,
});

const rowsOf = (map: Readonly<Record<string, string>>): MapRow[] =>
  Object.entries(map).map(([key, text]) => ({ key, text }));

const objectOf = (rows: readonly MapRow[]): Record<string, string> =>
  Object.fromEntries(rows.filter(({ key, text }) => key !== '' || text !== '').map(({ key, text }) => [key, text]));

const mapCodec: Codec<readonly MapRow[]> = {
  read: (given) =>
    Array.isArray(given)
      ? given.filter(isShape).map(({ key, text }) => ({ key: textOf(key), text: textOf(text) }))
      : null,
  fromGraph: rowsOf,
  toGraph: (rows) => (Object.keys(objectOf(rows)).length === 0 ? null : objectOf(rows)),
  isValid: (rows, maxLength) =>
    rows.every((_row, index) => isRowValid(rows, index)) && bytesOf(objectOf(rows)) <= maxLength,
};

/** Whether a row has a name of its own, or is empty. */
export const isRowValid = (rows: readonly MapRow[], index: number): boolean => {
  const row = rows[index];
  if (!row || (row.key === '' && row.text === '')) return true;
  return row.key !== '' && rows.findIndex(({ key }) => key === row.key) === index;
};

const soundCodec: Codec<SoundValue> = {
  read: (given) =>
    isShape(given)
      ? {
          kind: given.kind === 'none' || given.kind === 'file' ? given.kind : 'default',
          file: textOf(given.file),
          isCritical: given.isCritical === true,
          volume: textOf(given.volume),
        }
      : null,
  fromGraph: ({ name, critical, volume }: { name: string; critical: boolean; volume?: number | null }) => ({
    kind: name === 'NONE' ? 'none' : name === 'default' ? 'default' : 'file',
    file: name === 'NONE' || name === 'default' ? '' : name,
    isCritical: critical,
    volume: volume == null ? '' : percentOf(volume),
  }),
  toGraph: ({ kind, file, isCritical, volume }) => {
    if (kind === 'none') return { name: 'NONE' };
    const loud = isCritical ? { critical: true, ...(volume === '' ? {} : { volume: Number(volume) / 100 }) } : {};
    return { name: kind === 'file' ? file.trim() : 'default', ...loud };
  },
  isValid: ({ kind, file, isCritical, volume }) =>
    kind === 'none' || ((kind !== 'file' || isText(file, 100)) && (!isCritical || volume === '' || isPercent(volume))),
};

const percentOf = (share: number): string => String(Math.round(share * 10_000) / 100);

const isText = (text: string, maxLength: number): boolean => text.trim() !== '' && [...text].length <= maxLength;

const BADGE_MAX = 99_999;

const badgeCodec: Codec<BadgeValue> = {
  read: (given) =>
    isShape(given) ? { kind: given.kind === 'increment' ? 'increment' : 'set', number: textOf(given.number) } : null,
  fromGraph: ({ set, increment }: { set?: number | null; increment?: number | null }) =>
    set == null ? { kind: 'increment', number: String(increment ?? 1) } : { kind: 'set', number: String(set) },
  toGraph: ({ kind, number }) => ({ [kind]: Number(number) }),
  isValid: ({ kind, number }) => {
    const count = number.trim() === '' ? Number.NaN : Number(number);
    const isInRange = Number.isInteger(count) && Math.abs(count) <= BADGE_MAX;
    return isInRange && (kind === 'set' ? count >= 0 : count !== 0);
  },
};

const buttonsCodec: Codec<readonly ButtonValue[]> = {
  read: (given) => (Array.isArray(given) ? given.filter(isShape).slice(0, BUTTONS_MAX).map(readButton) : null),
  fromGraph: (buttons: readonly Shape[]) =>
    buttons.map(({ id, link, icon, destructive, input }) => ({
      id: textOf(id),
      link: textOf(link),
      icon: textOf(icon),
      isDestructive: destructive === true,
      hasInput: input === true,
    })),
  toGraph: (buttons) =>
    buttons.length === 0
      ? null
      : buttons.map(({ id, link, icon, isDestructive, hasInput }) => ({
          id,
          link: orNull(link),
          icon: orNull(icon),
          destructive: isDestructive,
          input: hasInput,
        })),
  isValid: (buttons) =>
    buttons.every(({ id, link, icon }) => isButtonId(buttons, id) && isLink(link) && isPicture(icon)),
};

const readButton = ({ id, link, icon, isDestructive, hasInput }: Shape): ButtonValue => ({
  id: textOf(id),
  link: textOf(link),
  icon: textOf(icon),
  isDestructive: isDestructive === true,
  hasInput: hasInput === true,
});

export const isButtonId = (buttons: readonly ButtonValue[], id: string): boolean =>
  isKey(id, 32) && buttons.filter((button) => button.id === id).length === 1;

const isKey = (text: string, maxLength: number): boolean => text.length <= maxLength && /^[A-Za-z0-9_-]+$/.test(text);

const parseObject = (json: string): object | null => {
  if (json.trim() === '') return null;
  const value: unknown = JSON.parse(json);
  return value as object;
};

export const isJsonObject = (json: string): boolean => {
  try {
    const value = parseObject(json);
    return value === null || (typeof value === 'object' && !Array.isArray(value));
  } catch {
    return false;
  }
};

const toJson = (value: object | null | undefined): string => (value ? JSON.stringify(value, null, 2) : '');

interface GraphPassthrough {
  readonly fcm?: object | null;
  readonly apns?: { readonly headers?: object | null; readonly payload?: object | null } | null;
  readonly webpush?: object | null;
  readonly onesignal?: object | null;
}

const passthroughCodec: Codec<PassthroughValue> = {
  read: (given) =>
    isShape(given)
      ? (Object.fromEntries(PASSTHROUGH_PARTS.map((part) => [part, textOf(given[part])])) as PassthroughValue)
      : null,
  fromGraph: ({ fcm, apns, webpush, onesignal }: GraphPassthrough) => ({
    fcm: toJson(fcm),
    apnsHeaders: toJson(apns?.headers),
    apnsPayload: toJson(apns?.payload),
    webpush: toJson(webpush),
    onesignal: toJson(onesignal),
  }),
  toGraph: (value) => {
    if (!PASSTHROUGH_PARTS.every((part) => isJsonObject(value[part]))) return null;
    const { fcm, apnsHeaders, apnsPayload, webpush, onesignal } = Object.fromEntries(
      PASSTHROUGH_PARTS.map((part) => [part, parseObject(value[part])]),
    ) as Readonly<Record<PassthroughPart, object | null>>;
    const apns = apnsHeaders || apnsPayload ? { headers: apnsHeaders, payload: apnsPayload } : null;
    return fcm || apns || webpush || onesignal ? { fcm, apns, webpush, onesignal } : null;
  },
  isValid: (value, maxLength) =>
    PASSTHROUGH_PARTS.every((part) => isJsonObject(value[part])) &&
    bytesOf(passthroughCodec.toGraph(value)) <= maxLength,
};

const CODECS: { readonly [Kind in SettingKind]: Codec<SettingValues[Kind]> } = {
  text: textCodec((text, maxLength) => text === '' || isText(text, maxLength)),
  key: textCodec((text, maxLength) => text === '' || isKey(text, maxLength)),
  color: textCodec((text) => /^#[0-9a-f]{6}$/i.test(text)),
  choice: textCodec(() => true),
  delay: textCodec(() => true),
  percent: {
    ...textCodec(isPercent),
    fromGraph: percentOf,
    toGraph: (text) => (text.trim() === '' ? null : Number(text) / 100),
  },
  flag: {
    read: (given) => (typeof given === 'boolean' ? given : null),
    fromGraph: (given: boolean) => given,
    toGraph: (flag) => flag,
    isValid: () => true,
  },
  map: mapCodec,
  sound: soundCodec,
  badge: badgeCodec,
  buttons: buttonsCodec,
  passthrough: passthroughCodec,
};

const codecOf = (name: SettingName): Codec<unknown> => CODECS[SETTINGS[name].kind] as unknown as Codec<unknown>;

const eachSetting = (read: (name: SettingName) => unknown): Settings =>
  Object.fromEntries(SETTING_LIST.map(({ name }) => [name, read(name)])) as unknown as Settings;

/** Reads the settings of a draft. */
export const readSettings = (given: unknown, start: Settings): Settings =>
  isShape(given) ? eachSetting((name) => codecOf(name).read(given[name])) : start;

/** Reads the settings of a push, or the defaults of an application. */
export const fromGraph = (push: { readonly [Name in SettingName]?: unknown }): Settings =>
  eachSetting((name) => (push[name] == null ? null : codecOf(name).fromGraph(push[name] as never)));

/** Only the settings that are set. */
export const toSettingsInput = (settings: Settings): Pick<PushInput, SettingName> => {
  const entries = SETTING_LIST.map(({ name }) => [
    name,
    settings[name] === null ? null : codecOf(name).toGraph(settings[name]),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
};

/** Whether the service accepts the setting together with the others. */
export const isSettingValid = (name: SettingName, settings: Settings): boolean => {
  const value = settings[name];
  if (value === null) return true;
  if (!agrees(name, settings)) return false;
  const { maxLength = 0 } = SETTING_LIST.find((setting) => setting.name === name) ?? {};
  return codecOf(name).isValid(value, maxLength);
};

/** Whether the setting fits the other settings: rules of `field-combinations.ts` of the service. */
export const agrees = (name: SettingName, settings: Settings): boolean => {
  const { sound, interruption, silent } = settings;
  const isCritical = sound !== null && sound.kind !== 'none' && sound.isCritical;
  if (name === 'interruption') return !isCritical || !interruption || interruption === 'CRITICAL';
  if (name === 'silent') return !silent || !(isCritical || interruption === 'CRITICAL');
  return true;
};
