import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../collections.js';
import { type ZoneRules, zoneRules } from './zone-rules.js';

/**
 * The canonical form of an IANA time zone name, as Intl resolves it (`asia/kolkata` → `Asia/Calcutta`, `Etc/UTC` →
 * `UTC`). Returns null for anything else, including offsets such as `+02:00`. A name known only to the rules in use is
 * canonical itself. The answer is always in `allZones()`, so every local-time moment finds devices stored with it.
 */
export const canonicalZone = (name: string): string | null => {
  if (INTL_ZONES.has(name)) return name;
  if (name.length > MAX_NAME_LENGTH || NOT_IANA.test(name)) return null;
  return (
    getOrInsert(resolvedNames, name, () => resolveZone(name) ?? NO_ZONE) || (newZones().get(name.toLowerCase()) ?? null)
  );
};

/**
 * The canonical form of a stored zone; null without one. While the tz database of processes differs, one may store a
 * zone that another does not know yet.
 */
export const knownZone = (zone: string | null | undefined): string | null => (zone ? canonicalZone(zone) : null);

/** The zone by which a device's clock runs: the first of its own, its account's and UTC that this process knows. */
export const localZone = (device: string | null | undefined, account: string | null): string =>
  knownZone(device) ?? knownZone(account) ?? 'UTC';

/**
 * Every canonical zone, sorted. The frozen array stays the same until the rules change, so caches can use its identity.
 */
export const allZones = (): readonly string[] => {
  const known = newZones();
  if (known.size === 0) return intlZones;
  return getOrInsert(withNewZones, known, () => Object.freeze([...intlZones, ...known.values()].sort()));
};

/** How Intl resolves a name without further rules; null if it does not know it. */
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
 * ICU also accepts Java's old three-letter names, which are misleading and not in the tz database: `BST` is Bangladesh,
 * not British summer. Three-letter names of the tz database pass.
 */
const NOT_IANA = /^(?!(?:CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$)[a-z]{3}$/i;

const resolveZone = (name: string): string | null => {
  try {
    const resolved = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
    return INTL_ZONES.has(resolved) ? resolved : null;
  } catch {
    // Intl throws a RangeError for an unknown name, which is an answer, not a failure.
    return null;
  }
};

/**
 * `Etc/GMT+12` (west) to `Etc/GMT-14` (east) are canonical zones of the tz database. Intl accepts them, but Node 20 to
 * 26 list neither them nor UTC.
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
/** Stands for null, which this cache cannot hold. */
const NO_ZONE = '';
const resolvedNames = new LRUCache<string, string>({ max: 2_048 });

/** Zones that Intl does not know, by lower-case name. */
type NewZones = ReadonlyMap<string, string>;

const newZones = (): NewZones =>
  getOrInsert(newZonesOf, zoneRules(), () => new Map(zoneRules().newZones.map((name) => [name.toLowerCase(), name])));

const newZonesOf = new WeakMap<ZoneRules, NewZones>();
const withNewZones = new WeakMap<NewZones, readonly string[]>();
