import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../collections.js';
import { type ZoneRules, zoneRules } from './zone-rules.js';

/**
 * The canonical form of an IANA time zone name, as Intl resolves it (`asia/kolkata` → `Asia/Calcutta`, `Etc/UTC` →
 * `UTC`), or null for anything that is no IANA name, offsets such as `+02:00` included. A name that Intl does not know
 * and the rules in use have is its own. The answer is always in `allZones()`: a device stored with it is found by every
 * local-time moment.
 */
export const canonicalZone = (name: string): string | null => {
  if (INTL_ZONES.has(name)) return name;
  if (name.length > MAX_NAME_LENGTH || NOT_IANA.test(name)) return null;
  return (
    getOrInsert(resolvedNames, name, () => resolveZone(name) ?? NO_ZONE) || (newZones().get(name.toLowerCase()) ?? null)
  );
};

/** Every canonical zone, sorted; the same frozen array until other rules come, so that caches can go by its identity. */
export const allZones = (): readonly string[] => {
  const known = newZones();
  if (known.size === 0) return intlZones;
  return getOrInsert(withNewZones, known, () => Object.freeze([...intlZones, ...known.values()].sort()));
};

/** How Intl resolves a name that no rules but its own are asked for; null: it does not know it. */
export const resolveByIntl = (name: string): string | null => {
  if (INTL_ZONES.has(name)) return name;
  return name.length > MAX_NAME_LENGTH || NOT_IANA.test(name) ? null : resolveZone(name);
};

/** Minutes east of UTC of `+HH:MM` or `-HH:MM` from -12:00 to +14:00 (docs/rules.md#zones); null for anything else. */
export const parseOffset = (text: string): number | null => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const magnitude = Number(hours) * 60 + Number(minutes);
  if (magnitude === 0) return 0;
  const offset = sign === '-' ? -magnitude : magnitude;
  return offset >= -12 * 60 && offset <= 14 * 60 ? offset : null;
};

/** Whether a scheduler's `timezone` is a fixed offset; otherwise it is an IANA name. */
export const isFixedOffset = (zone: string): boolean => parseOffset(zone) !== null;

/** The longest name in the tz database has 32 characters. */
const MAX_NAME_LENGTH = 64;

/**
 * ICU also takes Java's old three-letter names, which the tz database does not have and which mislead: `BST` is
 * Bangladesh, not British summer. The three-letter names of the tz database itself pass.
 */
const NOT_IANA = /^(?!(?:CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$)[a-z]{3}$/i;

const resolveZone = (name: string): string | null => {
  try {
    const resolved = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
    return INTL_ZONES.has(resolved) ? resolved : null;
  } catch {
    // Intl throws a RangeError for a name that it does not know: the answer, not a failure.
    return null;
  }
};

/**
 * `Etc/GMT+12` (west) to `Etc/GMT-14` (east) are canonical zones of the tz database. Intl takes them, but in Node 20 to
 * 26 it lists neither them nor UTC.
 */
const listEtcZones = (): string[] =>
  Array.from({ length: 27 }, (_, index) => 12 - index)
    .filter((hoursWest) => hoursWest !== 0)
    .map((hoursWest) => `Etc/GMT${hoursWest > 0 ? '+' : ''}${hoursWest}`);

/** The canonical zones of Intl. */
export const INTL_ZONES: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf('timeZone'),
  ...listEtcZones(),
  'UTC',
]);
const intlZones: readonly string[] = Object.freeze([...INTL_ZONES].sort());
/** In place of null, which such a cache does not hold. */
const NO_ZONE = '';
const resolvedNames = new LRUCache<string, string>({ max: 2_048 });

/** By their names in small letters, those that Intl does not know. */
type NewZones = ReadonlyMap<string, string>;

const newZones = (): NewZones =>
  getOrInsert(newZonesOf, zoneRules(), () => new Map(zoneRules().newZones.map((name) => [name.toLowerCase(), name])));

const newZonesOf = new WeakMap<ZoneRules, NewZones>();
const withNewZones = new WeakMap<NewZones, readonly string[]>();
