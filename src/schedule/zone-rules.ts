/** What is known of the clocks of the world: one release of the tz database. */
export interface ZoneRules {
  /** Such as `2025c`; a later release compares as greater. */
  readonly release: string;
  /** Where they come from, in a word. */
  readonly source: string;
  /** Names of zones that they have and Intl does not know. */
  readonly newZones: readonly string[];
  /** A zone's offset from UTC in ms east. @param zone canonical. */
  offsetOf(zone: string, instant: number): number;
}

/** The rules by which this process works out moments. */
export const zoneRules = (): ZoneRules => rules;

/** Other rules from now on; null: those of this Node. What is kept of the former ones goes by their identity. */
export const replaceZoneRules = (other: ZoneRules | null): void => {
  rules = other ?? INTL_RULES;
};

/**
 * Asks Intl itself: luxon's `IANAZone.offset`, which does the same through `formatToParts`, takes 5 µs against 1.5,
 * and a first look at all zones is thousands of these.
 */
const offsetByIntl = (zone: string, instant: number): number => {
  const [, month, day, year, hour, minute, second] = READING.exec(formatOf(zone).format(instant)) ?? [];
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return wall - instant;
};

/** `3/29/2026, 01:59:59`; only the order matters. */
const READING = /(\d+)\D+(\d+)\D+(\d+)\D+(\d+)\D+(\d+)\D+(\d+)/;

/** As many as there are canonical zones: about 40 KB and 0.1 ms each, the first time that a zone is met. */
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

/** ICU's own data, also where `NODE_ICU_DATA` names them. */
export const INTL_RULES: ZoneRules = {
  release: process.versions.tz ?? 'unknown',
  source: 'node',
  newZones: [],
  offsetOf: offsetByIntl,
};
let rules = INTL_RULES;
