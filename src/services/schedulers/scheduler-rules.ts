import type { FilterField } from '../../entities/scheduler-filter.js';
import { clip } from '../../text/characters.js';
import { canonicalCountry, countryHint } from '../../text/country.js';
import { canonicalLanguage, languageHint } from '../../text/language.js';
import { describeText, isPlainText } from '../devices/device-rules.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import { parseGrace, parseTiming } from './parse-timing.js';
import type { AudienceFilters, FilterLists, SchedulerDraft, SchedulerInput } from './scheduler-input.js';

const MAX_ENTRIES = 10_000;
const MAX_EXTERNAL_IDS = 100_000;
const MAX_VALUE = 255;

/** What a door hands over, read once. @throws BAD_USER_INPUT with every broken rule that needs no database. */
export const readScheduler = ({ gracePeriod, allowIanaZone, ...input }: SchedulerInput): SchedulerDraft => {
  const violations = new Violations();
  checkName(violations, 'name', input.name);
  checkFilters(violations, input);
  const timing = parseTiming(violations, { timing: input.timing, allowIanaZone });
  const graceSeconds = parseGrace(violations, gracePeriod);
  return {
    ...input,
    kind: input.timing.kind,
    timing: violations.settle(timing),
    ...(graceSeconds === undefined ? {} : { graceSeconds }),
  };
};

/** The rules about filters that need no database (docs/rules.md#filter-lists). */
export const checkFilters = (violations: Violations, input: AudienceFilters): void => {
  for (const [field, list] of Object.entries(input.filters)) checkList(violations, field as FilterField, list);
  checkAllFlags(violations, input);
  for (const pair of PAIRS) checkDisjoint(violations, input.filters, pair);
};

type Normalise = (value: string | number) => string | null;

const asIs: Normalise = (value) => String(value);

/** Each list with its counterpart, and how two entries compare. */
const PAIRS: readonly { include: FilterField; exclude: FilterField; normalise: Normalise }[] = [
  { include: 'app_ids_include', exclude: 'app_ids_exclude', normalise: asIs },
  { include: 'app_groups_include', exclude: 'app_groups_exclude', normalise: asIs },
  { include: 'countries_include', exclude: 'countries_exclude', normalise: (value) => canonicalCountry(String(value)) },
  {
    include: 'languages_include',
    exclude: 'languages_exclude',
    normalise: (value) => canonicalLanguage(String(value)),
  },
  { include: 'audiences_include', exclude: 'audiences_exclude', normalise: asIs },
  { include: 'audience_groups_include', exclude: 'audience_groups_exclude', normalise: asIs },
];

const checkDisjoint = (violations: Violations, filters: FilterLists, pair: (typeof PAIRS)[number]): void => {
  const excluded = new Set((filters[pair.exclude] ?? []).map(pair.normalise));
  const common = (filters[pair.include] ?? []).find((value) => excluded.has(pair.normalise(value)));
  if (common === undefined) return;
  violations.add(
    pair.include,
    `\`${pair.include}\` and \`${pair.exclude}\` must have no common element, and both have "${common}".`,
    'OVERLAP',
  );
};

const checkList = (violations: Violations, field: FilterField, list: FilterLists[FilterField]): void => {
  if (!list) return;
  const limit = field === 'external_ids' ? MAX_EXTERNAL_IDS : MAX_ENTRIES;
  violations.check(list.length <= limit, field, `\`${field}\` must have at most ${limit} entries.`, 'TOO_MANY');
  const index = list.findIndex((value) => !isGoodValue(field, value));
  if (index < 0) return;
  const bad = list[index];
  violations.add(
    `${field}[${index}]`,
    `\`${field}\` has "${clip(String(bad), 64)}", which is not ${describeValue(field)}.${hintOf(field, String(bad))}`,
  );
};

const isGoodValue = (field: FilterField, value: string | number): boolean => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0;
  if (field.startsWith('countries_')) return canonicalCountry(value) !== null;
  if (field.startsWith('languages_')) return canonicalLanguage(value) !== null;
  return isPlainText(value, MAX_VALUE);
};

const hintOf = (field: FilterField, value: string): string => {
  if (field.startsWith('countries_')) return countryHint(value);
  return field.startsWith('languages_') ? languageHint(value) : '';
};

const describeValue = (field: FilterField): string => {
  if (field.startsWith('countries_')) return 'an ISO 3166-1 alpha-2 code';
  if (field.startsWith('languages_')) return 'a well-formed BCP 47 language tag';
  if (field.startsWith('app') || field.startsWith('audience_groups_')) return 'a positive integer id';
  return describeText(MAX_VALUE);
};

const checkAllFlags = (violations: Violations, input: AudienceFilters): void => {
  const { filters } = input;
  const mustBeOmitted = (flag: string, on: boolean, field: FilterField): void => {
    violations.check(!on || isUnset(filters[field]), field, `\`${field}\` must be omitted when \`${flag}\` is true.`);
  };
  mustBeOmitted('all_apps', input.allApps, 'app_ids_include');
  mustBeOmitted('all_apps', input.allApps, 'app_groups_include');
  mustBeOmitted('all_countries', input.allCountries, 'countries_include');
  mustBeOmitted('all_languages', input.allLanguages, 'languages_include');
  mustBeOmitted('all_audiences', input.allAudiences, 'audiences_include');
  mustBeOmitted('all_audiences', input.allAudiences, 'audience_groups_include');
  const needsAll = (flag: string, on: boolean, field: FilterField): void => {
    violations.check(on || isUnset(filters[field]), field, `\`${field}\` is allowed only when \`${flag}\` is true.`);
  };
  needsAll('all_countries', input.allCountries, 'countries_exclude');
  needsAll('all_languages', input.allLanguages, 'languages_exclude');
};

const isUnset = (list: FilterLists[FilterField]): boolean => !list || list.length === 0;
