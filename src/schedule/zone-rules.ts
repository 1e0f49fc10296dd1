/** The rules for all clocks, from one release of the tz database. */
export interface ZoneRules {
  /** For example `2025c`; a later release compares as greater. */
  readonly release: string;
  /** The source of the rules, in one word. */
  readonly source: string;
  /** Zones that these rules have and Intl does not know. */
  readonly newZones: readonly string[];
  /** A zone's offset from UTC in ms east. @param zone canonical. */
  offsetOf(zone: string, instant: number): number;
}

/** The rules by which this process calculates moments. */
export const zoneRules = (): ZoneRules => rules;

/** Replaces the rules; null restores those of this Node. Caches of the former rules use their identity. */
export const replaceZoneRules = (other: ZoneRules | null): void => {
  rules = other ?? INTL_RULES;
};

/**
 * Asks Intl directly: luxon's `IANAZone.offset`, which goes through `formatToParts`, takes 5 µs against 1.5, and a
 * first look at all zones needs thousands.
 */
const offsetByIntl = (zone: string, instant: number): number => {
  const [, month, day, year, hour, minute, second] = READING.exec(formatOf(zone).format(instant)) ?? [];
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return wall - instant;
};

/** `3/29/2026, 01:59:59`; only the order matters. */
const READING = /(\d+)\D+(\d+)\D+(\d+)\D+(\d+)\D+(\d+)\D+(\d+)/;

/** One per canonical zone: about 40 KB and 0.1 ms each, when the zone is first used. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
};

/** ICU's own data, or that named by `NODE_ICU_DATA`. */
export const INTL_RULES: ZoneRules = {
  release: process.versions.tz ?? 'unknown',
  source: 'node',
  newZones: [],
  offsetOf: offsetByIntl,
};
let rules = INTL_RULES;
