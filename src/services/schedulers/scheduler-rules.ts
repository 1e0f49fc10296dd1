import { type FilterList, MAX_ENTRIES } from '../../audience/filter.js';
import { type FilterField, SETTINGS, type Setting } from '../../audience/filters/index.js';
import { clip } from '../../text/characters.js';
import { readQuietSetting } from '../rules/quiet-rules.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import { parseBestHour } from './parse-best-hour.js';
import { parseExperiment } from './parse-experiment.js';
import { parseGoals } from './parse-goals.js';
import { parseSpeed } from './parse-speed.js';
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
