import { type TSchema, Type } from 'typebox';
import { type FlagColumn, MAX_ENTRIES } from '../../audience/filter.js';
import { type FilterField, type FlagName, SETTINGS, type Setting } from '../../audience/filters/index.js';
import type { SchedulerRecord } from '../../catalogue/scheduler-record.js';
import type { SchedulerKind } from '../../entities/scheduler.js';
import type { FilterLists, SchedulerInput } from '../../services/schedulers/scheduler-input.js';
import { Id, nullable } from '../common-schemas.js';

type List = Setting['lists'][number];

/** What a body says of the filters, once its schema has been checked. */
export type FiltersBody = { readonly [flag in FlagName]?: boolean } & {
  readonly [list in FilterField]?: readonly (string | number)[];
};

type Fields = Record<string, TSchema>;

const isOfIds = ({ entries }: List): boolean => typeof entries.graph !== 'string';

const toField = (list: List): TSchema => {
  const { description, entries, maxEntries: maxItems = MAX_ENTRIES } = list;
  const entry = isOfIds(list) ? Id : Type.String({ examples: [...entries.examples] });
  return Type.Optional(Type.Array(entry, { maxItems, description }));
};

/** The members of bodies: those that all kinds have, or (`onlyFor`) those that one kind has of its own. */
export const filterFields = (onlyFor: Setting['onlyFor']): Fields => {
  const fields: Fields = {};
  for (const { flag, lists } of SETTINGS.filter((setting) => setting.onlyFor === onlyFor)) {
    if (flag) fields[flag.name] = Type.Optional(Type.Boolean({ description: `${flag.description} Left out: false.` }));
    for (const list of lists) fields[list.name] = toField(list);
  }
  return fields;
};

/** Filters whose lists the record of `get` joins come last, in it and in lists. */
const [JOINED, ALIKE] = [
  SETTINGS.filter(({ joinedInRest }) => joinedInRest !== null),
  SETTINGS.filter(({ joinedInRest }) => joinedInRest === null),
];
const JOINED_LISTS = JOINED.flatMap(({ lists }) => lists);

const [NullableIds, NullableTexts] = [nullable(Type.Array(Id)), nullable(Type.Array(Type.String()))];

const answerFields = (settings: readonly Setting[]): Fields => {
  const fields: Fields = {};
  for (const { flag, lists } of settings) {
    if (flag) fields[flag.name] = Type.Boolean();
    for (const list of lists) fields[list.name] = isOfIds(list) ? NullableIds : NullableTexts;
  }
  return fields;
};

const joinedFields = (): Fields => {
  const fields: Fields = {};
  for (const { joinedInRest, lists } of JOINED) {
    for (const { name } of lists) fields[name] = Type.String({ description: joinedInRest ?? '' });
  }
  return fields;
};

/** The members of answers: of the record of `get`, and of one in a list. */
export const FILTER_ANSWERS = {
  single: { ...answerFields(ALIKE), ...joinedFields() },
  item: { ...answerFields(ALIKE), ...answerFields(JOINED) },
} as const;

interface Filtered {
  readonly scheduler: Readonly<Record<FlagColumn, boolean>>;
  readonly filters: SchedulerRecord['filters'];
}

const blankOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, null]));

const BLANK = { single: blankOf(FILTER_ANSWERS.single), item: blankOf(FILTER_ANSWERS.item) } as const;

/** Writes into a copy that has all members already: one that grows by twenty is the dearest part of a list. */
const fill = (
  answer: Record<string, unknown>,
  { scheduler, filters }: Filtered,
  settings: readonly Setting[],
): Record<string, unknown> => {
  for (const { flag, lists } of settings) {
    if (flag) answer[flag.name] = scheduler[flag.column];
    for (const list of lists) {
      const entries = filters[list.name] ?? null;
      answer[list.name] = isOfIds(list) ? (entries?.map(Number) ?? null) : entries;
    }
  }
  return answer;
};

/** As lists, null where there is none. */
export const toItemFilters = (record: Filtered): Record<string, unknown> => fill({ ...BLANK.item }, record, SETTINGS);

/** As in a list, but for those that are one text; empty where there is none. */
export const toSingleFilters = (record: Filtered): Record<string, unknown> => {
  const answer = fill({ ...BLANK.single }, record, ALIKE);
  for (const { name } of JOINED_LISTS) answer[name] = (record.filters[name] ?? []).join(',');
  return answer;
};

/** What a kind does not have is an unknown member, and ignored. */
export const toFilterInput = (body: FiltersBody, kind: SchedulerKind): Pick<SchedulerInput, FlagColumn | 'filters'> => {
  const filters: { [list in FilterField]?: FilterLists[list] } = {};
  const flags = { allApps: false, allCountries: false, allLanguages: false, allAudiences: false };
  for (const { flag, lists, onlyFor } of SETTINGS) {
    if (flag) flags[flag.column] = body[flag.name] ?? false;
    for (const { name } of lists) filters[name] = onlyFor === null || onlyFor === kind ? body[name] : null;
  }
  return { ...flags, filters };
};
