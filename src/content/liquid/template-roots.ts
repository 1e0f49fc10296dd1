import type { DeviceNeed, DeviceValues } from '../../entities/device.js';
import type { Roots } from './engine.js';

/** The application, run and event of a message, which the page knows. */
export interface MessageContext {
  readonly app: { readonly id: number; readonly name: string };
  /** The name is that of its scheduler; null: it has none. */
  readonly run: { readonly id: number; readonly name: string | null; readonly userId: number };
  /** The JSON that an event's report gave; null: none. */
  readonly event: string | null;
}

/** The person or device that a preferences link belongs to. */
export interface UrlSubject {
  readonly userId: number;
  readonly appId: number;
  readonly deviceId: number;
  readonly externalUserId: string | null;
}

/** The names with which a variable of a template may begin. */
export const ROOTS = ['device', 'user', 'event', 'app', 'run', 'preferences_url'] as const;

export const DEVICE_KEYS = ['language', 'country', 'timezone', 'platform', 'app_version'] as const;
export const USER_KEYS = ['external_id'] as const;
export const APP_KEYS = ['name'] as const;
export const RUN_KEYS = ['id', 'name'] as const;

/** Words of a template, and the columns that they read. */
const NEEDS: readonly (readonly [word: string, needs: readonly DeviceNeed[]])[] = [
  ['user', ['attributes']],
  ['device', ['attributes']],
  ['external_id', ['externalUserId']],
  ['country', ['country']],
  ['timezone', ['timezone']],
  ['in_zone', ['timezone']],
  ['platform', ['platform']],
  ['app_version', ['appVersion']],
  ['preferences_url', ['externalUserId']],
];

/** Returns the columns that templates may read. An index in brackets may name any of them. */
export const needsOf = (source: string): readonly DeviceNeed[] => [
  ...new Set(NEEDS.flatMap(([word, needs]) => (source.includes('[') || source.includes(word) ? needs : []))),
];

interface RootsFrom {
  readonly device: DeviceValues;
  readonly about: MessageContext;
  readonly preferencesUrl: string | null;
  readonly used: ReadonlySet<string>;
}

/** The values that a template sees. A value that is not known is undefined, so that it counts as missing. */
export const rootsOf = ({ device, about, preferencesUrl, used }: RootsFrom): Roots => {
  const known = {
    language: device.language ?? undefined,
    country: device.country ?? undefined,
    timezone: device.timezone ?? undefined,
    platform: device.platform ?? undefined,
    app_version: device.appVersion ?? undefined,
  };
  return {
    __proto__: null,
    // Parsing twice is faster than copying, and most templates name one of the two.
    device: used.has('device') ? Object.assign(parse(device.attributes), known) : EMPTY,
    user: used.has('user')
      ? Object.assign(parse(device.attributes), { external_id: device.externalUserId ?? undefined })
      : EMPTY,
    event: parse(about.event),
    app: { name: about.app.name },
    run: { id: about.run.id, name: about.run.name ?? undefined },
    preferences_url: preferencesUrl ?? undefined,
  };
};

const EMPTY = {};

/** Returns the roots that a template may name. */
export const usedRoots = (source: string): ReadonlySet<string> =>
  new Set(ROOTS.filter((root) => source.includes(root)));

/** Rows of pages have the JSON text; whole entities have the object. */
const parse = (json: unknown): object => {
  if (typeof json !== 'string') return typeof json === 'object' && json !== null ? { ...json } : {};
  return json === '' ? {} : JSON.parse(json);
};
