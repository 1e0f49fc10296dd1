import { type FilterList, MAX_ENTRIES } from '../../audience/filter.js';
import { type FilterField, SETTINGS, type Setting } from '../../audience/filters/index.js';
import { type BestHour, MAX_CONTROL_SHARE } from '../../ports/best-hour.js';
import { MAX_PER_MINUTE, type Speed } from '../../ports/speed.js';
import { parseTime } from '../../schedule/wall-clock.js';
import { clip } from '../../text/characters.js';
import { readQuietSetting } from '../rules/quiet-rules.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import { parseExperiment } from './parse-experiment.js';
import { parseGoals } from './parse-goals.js';
import { parseGrace, parseTiming } from './parse-timing.js';
import type { AudienceFilters, FilterLists, SchedulerDraft, SchedulerInput } from './scheduler-input.js';

/** Parses a door's input. @throws BAD_USER_INPUT with every broken rule that needs no database. */
export const readScheduler = ({
  gracePeriod,
  allowIanaZone,
  quietHours: quiet,
  speed: given,
  bestHour: wanted,
  goals: aims,
  experiment: tested,
  ...input
}: SchedulerInput): SchedulerDraft => {
  const violations = new Violations();
  const name = checkName(violations, 'name', input.name);
  checkFilters(violations, input);
  const timing = parseTiming(violations, { timing: input.timing, allowIanaZone });
  const graceSeconds = parseGrace(violations, gracePeriod);
  const quietHours = readQuietSetting(violations, quiet);
  const speed = parseSpeed(violations, given, { isAutoPush: input.timing.kind === 'auto-push' });
  const bestHour = parseBestHour(violations, wanted, { isAutoPush: input.timing.kind === 'auto-push' });
  const goals = parseGoals(violations, aims);
  const experiment = parseExperiment(violations, tested, { isAutoPush: input.timing.kind === 'auto-push' });
  return {
    ...input,
    name,
    timing: violations.settle(timing),
    ...(graceSeconds === undefined ? {} : { graceSeconds }),
    ...(quietHours === undefined ? {} : { quietHours }),
    ...(speed === undefined ? {} : { speed }),
    ...(bestHour === undefined ? {} : { bestHour }),
    ...(goals === undefined ? {} : { goals }),
    ...(experiment === undefined ? {} : { experiment }),
  };
};

/** The rules about filters that need no database (docs/rules.md#filter-lists). */
export const checkFilters = (violations: Violations, input: AudienceFilters): void => {
  for (const { lists } of SETTINGS) for (const list of lists) checkList(violations, list, input.filters[list.name]);
  for (const setting of SETTINGS) checkOmitted(violations, input, setting);
  for (const setting of SETTINGS) checkRequired(violations, input, setting);
  for (const setting of SETTINGS) checkDisjoint(violations, input.filters, setting);
};

const checkList = (
  violations: Violations,
  { name, entries, maxEntries = MAX_ENTRIES }: FilterList<FilterField>,
  list: FilterLists[FilterField],
): void => {
  if (!list) return;
  violations.check(list.length <= maxEntries, name, `\`${name}\` must have at most ${maxEntries} entries.`, 'TOO_MANY');
  const index = list.findIndex((entry) => entries.canonical(entry) === null);
  if (index < 0) return;
  const bad = String(list[index]);
  const hint = entries.hint?.(bad) ?? '';
  violations.add(
    `${name}[${index}]`,
    `\`${name}\` has "${clip(bad, 64)}", which is not ${entries.description}.${hint}`,
  );
};

const checkOmitted = (violations: Violations, { filters, ...input }: AudienceFilters, { flag }: Setting): void => {
  for (const list of flag?.instead ?? []) {
    const good = !flag || !input[flag.column] || isUnset(filters[list]);
    violations.check(good, list, `\`${list}\` must be omitted when \`${flag?.name}\` is true.`);
  }
};

const checkRequired = (violations: Violations, { filters, ...input }: AudienceFilters, { flag }: Setting): void => {
  for (const list of flag?.requiredBy ?? []) {
    const good = !flag || input[flag.column] || isUnset(filters[list]);
    violations.check(good, list, `\`${list}\` is allowed only when \`${flag?.name}\` is true.`);
  }
};

const checkDisjoint = (violations: Violations, filters: FilterLists, { disjoint, lists }: Setting): void => {
  for (const [include, exclude] of disjoint) {
    const canonical = lists.find(({ name }) => name === include)?.entries.canonical ?? String;
    const excluded = new Set((filters[exclude] ?? []).map(canonical));
    const common = (filters[include] ?? []).find((entry) => excluded.has(canonical(entry)));
    if (common === undefined) continue;
    violations.add(
      include,
      `\`${include}\` and \`${exclude}\` must not overlap, but both contain "${common}".`,
      'OVERLAP',
    );
  }
};

const isUnset = (list: FilterLists[FilterField]): boolean => !list || list.length === 0;

/** Checks whether messages may wait for the best hour; null and absent stay so. */
const parseBestHour = (
  violations: Violations,
  bestHour: BestHour | null | undefined,
  { isAutoPush }: { isAutoPush: boolean },
): BestHour | null | undefined => {
  if (bestHour === null || bestHour === undefined) return bestHour;
  const refused = 'Auto-push sends right after its event; omit `best_hour`.';
  violations.check(!isAutoPush, 'best_hour', refused, 'AUTO_PUSH');
  for (const field of ['from', 'to'] as const) {
    const isTime = parseTime(bestHour[field]) !== null;
    violations.check(isTime, `best_hour.${field}`, `\`best_hour.${field}\` must be a time of day such as 09:00.`);
  }
  const { controlShare } = bestHour;
  const isShare = controlShare >= 0 && controlShare <= MAX_CONTROL_SHARE;
  const message = `\`best_hour.control_share\` must be 0 to ${MAX_CONTROL_SHARE}.`;
  violations.check(isShare, 'best_hour.control_share', message);
  return bestHour;
};

const MAX_SECONDS = 86_400;
const MAX_FACTOR = 100;

const isWhole = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most;

/** Checks how fast a scheduler may send; null and absent stay so. */
const parseSpeed = (
  violations: Violations,
  speed: Speed | null | undefined,
  { isAutoPush }: { isAutoPush: boolean },
): Speed | null | undefined => {
  if (speed === null || speed === undefined) return speed;
  const { maxPerMinute, ramp, stopOnTrouble } = speed;
  const checkWhole = (value: number, name: string, most: number): void =>
    violations.check(isWhole(value, most), `speed.${name}`, `\`speed.${name}\` must be a whole number, 1 to ${most}.`);
  const anything = maxPerMinute !== null || ramp !== null || stopOnTrouble !== null;
  const needed = '`speed` needs `max_per_minute`, `ramp` or `stop_on_trouble`; omit it to send as fast as possible.';
  violations.check(anything, 'speed', needed, 'REQUIRED');
  if (maxPerMinute !== null) checkWhole(maxPerMinute, 'max_per_minute', MAX_PER_MINUTE);
  if (ramp !== null) {
    checkWhole(ramp.start, 'ramp.start', MAX_PER_MINUTE);
    checkWhole(ramp.every, 'ramp.every', MAX_SECONDS);
    const grows = ramp.factor >= 1.01 && ramp.factor <= MAX_FACTOR;
    violations.check(grows, 'speed.ramp.factor', `\`speed.ramp.factor\` must be 1.01 to ${MAX_FACTOR}.`);
    const isBelow = maxPerMinute === null || ramp.start <= maxPerMinute;
    const below = '`speed.ramp.start` must be at most `speed.max_per_minute`.';
    violations.check(isBelow, 'speed.ramp.start', below);
  }
  if (stopOnTrouble !== null) {
    const { share, after, window } = stopOnTrouble;
    const isShare = share >= 0 && share <= 1;
    violations.check(isShare, 'speed.stop_on_trouble.share', '`speed.stop_on_trouble.share` must be 0 to 1.');
    checkWhole(after, 'stop_on_trouble.after', MAX_PER_MINUTE);
    checkWhole(window, 'stop_on_trouble.window', MAX_SECONDS);
    const message = 'An auto-push run cannot be paused; omit `speed.stop_on_trouble`.';
    violations.check(!isAutoPush, 'speed.stop_on_trouble', message, 'AUTO_PUSH');
  }
  return speed;
};
