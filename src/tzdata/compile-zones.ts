import {
  type ClockChange,
  type DayOfYear,
  daysOf,
  weekdayOf,
  type YearlyChanges,
  ZoneDataError,
  ZoneHistory,
} from './zone-history.js';

/** A zone whose history is calculated on first use. */
export type LazyHistory = () => ZoneHistory;

/**
 * Compiles the npm package `tzdata`: the lines of the tz database (zic(8)) as lists of texts, read as zic does. Its
 * JSON lost two details about when a zone line ends, which `correctYear` and `readEnd` reconstruct.
 * @throws ZoneDataError with the problem; compiled zones never throw.
 */
export const compileZones = (data: unknown): Map<string, LazyHistory> => {
  const { zones, rules } = asRecord(data);
  const ruleSets = new Map(Object.entries(asRecord(rules)).map(([name, lines]) => [name, parseRuleSet(lines)]));
  const entries = Object.entries(asRecord(zones));
  const histories = new Map<string, LazyHistory>();
  for (const [name, lines] of entries) if (Array.isArray(lines)) histories.set(name, parseZone(lines, ruleSets));
  for (const [name, target] of entries) {
    const history = typeof target === 'string' ? findTarget(target, asRecord(zones), histories) : null;
    if (history) histories.set(name, history);
  }
  return histories;
};

const asRecord = (value: unknown): Record<string, unknown> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ZoneDataError('it has no zones and rules');
};

const MAX_LINKS = 8;

/** A link may point to another link. */
const findTarget = (
  name: string,
  zones: Record<string, unknown>,
  histories: ReadonlyMap<string, LazyHistory>,
): LazyHistory | null => {
  for (let target: unknown = name, steps = 0; typeof target === 'string' && steps < MAX_LINKS; steps += 1) {
    const found = histories.get(target);
    if (found) return found;
    target = Object.hasOwn(zones, target) ? zones[target] : undefined;
  }
  return null;
};

/** The clock of a time: wall clock, standard time, or UTC. */
type Clock = 'wall' | 'standard' | 'universal';

interface Rule {
  readonly from: number;
  /** Infinity if it never ends. */
  readonly to: number;
  readonly day: DayOfYear;
  /** Seconds after 00:00. */
  readonly time: number;
  readonly clock: Clock;
  /** Seconds that clocks are ahead of standard time. */
  readonly save: number;
}

/** The range of years with rules in the database. */
const YEARS = { min: 1700, max: 2200 };
const MAX_LINES = 1_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const parseRuleSet = (lines: unknown): Rule[] => asList(lines).map((line) => parseRule(asList(line)));

const asList = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value) && value.length <= MAX_LINES) return value;
  throw new ZoneDataError('it has something else where a list should be');
};

/** `["1996", "max", "-", "Oct", "lastSun", ["1", "0", "0", "u"], "0", "-"]`. */
const parseRule = ([from, to, , month, day, time, save]: readonly unknown[]): Rule => {
  const first = readNumber(from, YEARS);
  const [hours, minutes, seconds, suffix] = asList(time);
  return {
    from: first,
    to: to === 'only' ? first : to === 'max' ? Number.POSITIVE_INFINITY : readNumber(to, YEARS),
    day: parseDay(MONTHS.indexOf(String(month)) + 1, String(day)),
    time:
      readNumber(hours, { min: -167, max: 167 }) * 3_600 +
      readNumber(minutes, { min: 0, max: 59 }) * 60 +
      readNumber(seconds, { min: 0, max: 59 }),
    clock: suffix === 's' ? 'standard' : suffix === null || suffix === 'w' ? 'wall' : 'universal',
    save: readNumber(save, { min: -1_440, max: 1_440 }) * 60,
  };
};

const readNumber = (value: unknown, { min, max }: { min: number; max: number }): number => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new ZoneDataError(
    `it has ${JSON.stringify(value)?.slice(0, 40)} where a number from ${min} to ${max} should be`,
  );
};

/** `25`, `lastSun`, `Sun>=8` or `Fri<=1`; the latter two may fall in a neighbouring month. */
const parseDay = (month: number, text: string): DayOfYear => {
  const [, last, weekdayName, side, number] = /^(?:last([A-Z][a-z]{2})|([A-Z][a-z]{2})([<>])=(\d{1,2})|\d{1,2})$/.exec(
    text,
  ) ?? ['', '?'];
  const weekday = WEEKDAYS.indexOf(last ?? weekdayName ?? 'Sun');
  if (month === 0 || weekday < 0) throw new ZoneDataError(`it has the day ${JSON.stringify(text.slice(0, 40))}`);
  const isBack = last !== undefined || side === '<';
  const day = last !== undefined ? 0 : Number(number ?? text);
  return (year) => {
    const days = daysOf(year, last !== undefined ? month + 1 : month, day);
    if (last === undefined && side === undefined) return days;
    const ahead = (weekday - weekdayOf(days) + 7) % 7;
    return isBack && ahead > 0 ? days + ahead - 7 : days + ahead;
  };
};

interface ZoneLine {
  /** Seconds east of UTC. */
  readonly standard: number;
  /** A constant number of seconds that clocks are ahead, or the rules that determine it. */
  readonly rules: number | readonly Rule[];
  /** Epoch seconds as if the clock were UTC; Infinity for the last line. */
  readonly end: number;
}

/** `["-60", "EU", "CE%sT", null]`: minutes west of UTC, rules, letters, end. */
const parseLine = ([west, rules, , end]: readonly unknown[], ruleSets: ReadonlyMap<string, Rule[]>): ZoneLine => ({
  standard: Math.round(-readNumber(west, { min: -1_560, max: 1_560 }) * 60),
  rules: parseSaving(String(rules), ruleSets),
  end: end === null ? Number.POSITIVE_INFINITY : correctYear(readNumber(end, { min: -1e13, max: 1e13 }) / 1000),
});

/** An end given as a year means its beginning, but has become 00:00 of its last day. */
const correctYear = (end: number): number => {
  const year = yearOf(end);
  return end === daysOf(year, 12, 31) * 86_400 ? daysOf(year, 1, 1) * 86_400 : end;
};

const parseSaving = (text: string, ruleSets: ReadonlyMap<string, Rule[]>): number | readonly Rule[] => {
  if (text === '-') return 0;
  const [, sign, hours, minutes = 0] = /^(-?)(\d{1,2}):(\d\d)$/.exec(text) ?? [];
  if (hours !== undefined) return (Number(hours) * 3_600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1);
  const found = ruleSets.get(text);
  if (found) return found;
  throw new ZoneDataError(`it has no rules ${JSON.stringify(text.slice(0, 40))}`);
};

const parseZone = (lines: readonly unknown[], ruleSets: ReadonlyMap<string, Rule[]>): LazyHistory => {
  const parsed = asList(lines).map((line) => parseLine(asList(line), ruleSets));
  const isEndless = parsed.map(({ end }) => end === Number.POSITIVE_INFINITY);
  if (isEndless.lastIndexOf(true) !== parsed.length - 1 || isEndless.indexOf(true) !== parsed.length - 1) {
    throw new ZoneDataError('it has a zone that does not end in one line without an end');
  }
  let history: ZoneHistory | null = null;
  return () => {
    history ??= compileZone(parsed);
    return history;
  };
};

const compileZone = (parsed: readonly ZoneLine[]): ZoneHistory => {
  const changes: ClockChange[] = [];
  let start = Number.NEGATIVE_INFINITY;
  for (const [index, line] of parsed.entries()) {
    start = compileLine(line, { start, next: parsed[index + 1] ?? null, changes });
  }
  const [beginning, ...others] = withoutOvertaken(changes);
  return new ZoneHistory(beginning?.offset ?? 0, others, tailOf(parsed.at(-1)));
};

/**
 * Like zic: if a line begins when its rules change at the same local time, the clock before that change was never
 * shown.
 */
const withoutOvertaken = (changes: readonly ClockChange[]): ClockChange[] => {
  const kept: ClockChange[] = [];
  for (const change of changes) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (before && last && change.at + last.offset <= last.at + before.offset) {
      kept[kept.length - 1] = { at: last.at, offset: change.offset };
    } else if (change.offset !== last?.offset) {
      kept.push(change);
    }
  }
  return kept;
};

interface Compiling {
  /** Epoch seconds at which the line begins. */
  readonly start: number;
  readonly next: ZoneLine | null;
  /** Receives the changes of the line. */
  readonly changes: ClockChange[];
}

/** Returns when the line ends, in epoch seconds. */
const compileLine = (line: ZoneLine, { start, next, changes }: Compiling): number => {
  const { standard, rules } = line;
  if (typeof rules === 'number') {
    changes.push({ at: start, offset: standard + rules });
    return readEnd(line, rules, next);
  }
  let save = 0;
  let hasBegun = false;
  const begin = (): void => {
    if (!hasBegun) changes.push({ at: start, offset: standard + save });
    hasBegun = true;
  };
  for (const { rule, local } of occurrencesOf(rules, start, line.end)) {
    const at = toInstant(local, rule.clock, { standard, save });
    if (at > line.end - CLOSE_SECONDS && at >= readEnd(line, save, next)) break;
    if (at > start) {
      begin();
      changes.push({ at, offset: standard + rule.save });
    }
    save = rule.save;
  }
  begin();
  return readEnd(line, save, next);
};

/** The largest difference between two clocks. */
const CLOSE_SECONDS = 3 * 86_400;

interface Occurrence {
  readonly rule: Rule;
  /** Epoch seconds as if the rule's clock were UTC. */
  readonly local: number;
}

/**
 * The changes by rules, year by year, until a line ends; for the last line, until it has begun and only permanent rules
 * remain. Ascending.
 */
const occurrencesOf = (rules: readonly Rule[], start: number, end: number): readonly Occurrence[] => {
  const lastYear = Number.isFinite(end) ? yearOf(end) : Math.max(lastYearOf(rules), yearOf(start));
  const found = rules.flatMap((rule) => {
    const years = Array.from({ length: Math.max(0, Math.min(rule.to, lastYear + 1) - rule.from + 1) });
    return years.map((_, index) => ({ rule, local: rule.day(rule.from + index) * 86_400 + rule.time }));
  });
  return found.sort((one, other) => one.local - other.local);
};

/** The last year that any rule names. */
const lastYearOf = (rules: readonly Rule[]): number =>
  Math.max(YEARS.min, ...rules.map(({ from, to }) => (Number.isFinite(to) ? to : from)));

/** Returns the year of epoch seconds; `YEARS.min` for a line without a beginning. */
const yearOf = (seconds: number): number =>
  Number.isFinite(seconds) ? new Date(seconds * 1000).getUTCFullYear() : YEARS.min;

interface Offsets {
  readonly standard: number;
  readonly save: number;
}

const toInstant = (local: number, clock: Clock, { standard, save }: Offsets): number => {
  if (clock === 'universal') return local;
  return local - standard - (clock === 'wall' ? save : 0);
};

/**
 * When a line ends while clocks are ahead by `save`. The wall clock decides, unless another clock reads exactly a
 * change of this line's or the next line's rules: then that was meant.
 */
const readEnd = (line: ZoneLine, save: number, next: ZoneLine | null): number => {
  const { standard, end } = line;
  if (next === null) return Number.POSITIVE_INFINITY;
  const told = (clock: Clock): number => toInstant(end, clock, { standard, save });
  const isMeant = (at: number): boolean =>
    isChange(line, at, save) || [...new Set([0, save])].some((before) => isChange(next, at, before));
  return (['wall', 'standard', 'universal'] as const).map(told).find(isMeant) ?? told('wall');
};

/** Whether rules have a change at exactly this instant. */
const isChange = ({ standard, rules }: ZoneLine, at: number, save: number): boolean => {
  if (typeof rules === 'number') return false;
  const year = yearOf(at);
  return rules.some(({ from, to, day, time, clock }) => {
    if (year < from || year > to) return false;
    return toInstant(day(year) * 86_400 + time, clock, { standard, save }) === at;
  });
};

const tailOf = (line: ZoneLine | undefined): YearlyChanges | null => {
  const lasting = typeof line?.rules === 'object' ? line.rules.filter(({ to }) => to === Number.POSITIVE_INFINITY) : [];
  if (line === undefined || lasting.length === 0) return null;
  const { standard } = line;
  return (year) => {
    const due = lasting.map((rule) => ({ rule, local: rule.day(year) * 86_400 + rule.time }));
    due.sort((one, other) => one.local - other.local);
    return due.map(({ rule, local }, index) => {
      const before = due[(index + due.length - 1) % due.length]?.rule.save ?? 0;
      return { at: toInstant(local, rule.clock, { standard, save: before }), offset: standard + rule.save };
    });
  };
};
