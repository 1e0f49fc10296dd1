import { type TSchema, Type } from 'typebox';
import { type FlagColumn, MAX_ENTRIES, type RestForm } from '../../audience/filter.js';
import { type FilterField, type FlagName, SETTINGS, type Setting } from '../../audience/filters/index.js';
import type { SchedulerRecord } from '../../catalogue/scheduler-record.js';
import type { SchedulerKind } from '../../entities/scheduler.js';
import type { FilterLists, SchedulerInput } from '../../services/schedulers/scheduler-input.js';
import { Id, nullable } from '../common-schemas.js';

type List = Setting['lists'][number];
type RestSetting = Setting & { readonly rest: RestForm };

/** The filters that REST supports. */
const REST_SETTINGS = SETTINGS.filter((setting): setting is RestSetting => setting.rest !== null);

/** An update by REST keeps these, which it cannot see. */
const HIDDEN_LISTS = SETTINGS.filter(({ rest }) => rest === null).flatMap(({ lists }) => lists.map(({ name }) => name));

/** The filters in a validated body. */
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

/** The filter fields of bodies: those of all kinds, or with `onlyFor` those of one kind. */
export const filterFields = (onlyFor: RestForm['onlyFor']): Fields => {
  const fields: Fields = {};
  for (const { flag, lists } of REST_SETTINGS.filter(({ rest }) => rest.onlyFor === onlyFor)) {
    if (flag) fields[flag.name] = Type.Optional(Type.Boolean({ description: `${flag.description} false if omitted.` }));
    for (const list of lists) fields[list.name] = toField(list);
  }
  return fields;
};

/** The filters whose lists `get` joins into one text come last, in both forms of answers. */
const [JOINED, ALIKE] = [
  REST_SETTINGS.filter(({ rest }) => rest.joined !== null),
  REST_SETTINGS.filter(({ rest }) => rest.joined === null),
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
  for (const { rest, lists } of JOINED) {
    for (const { name } of lists) fields[name] = Type.String({ description: rest.joined ?? '' });
  }
  return fields;
};

/** The filter fields of answers: of `get`, and of an entry in a list. */
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

/** Fills a copy that already has every field: adding twenty fields was the slowest part of a list. */
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

/** Returns each filter as a list, or null if it is unused. */
export const toItemFilters = (record: Filtered): Record<string, unknown> =>
  fill({ ...BLANK.item }, record, REST_SETTINGS);

/** Returns joined filters as one text, which is empty if they are unused, and the others as in a list. */
export const toSingleFilters = (record: Filtered): Record<string, unknown> => {
  const answer = fill({ ...BLANK.single }, record, ALIKE);
  for (const { name } of JOINED_LISTS) answer[name] = (record.filters[name] ?? []).join(',');
  return answer;
};

/** Ignores filters that the kind does not have, like any unknown field. */
export const toFilterInput = (
  body: FiltersBody,
  kind: SchedulerKind,
): Pick<SchedulerInput, FlagColumn | 'filters' | 'keepLists'> => {
  const filters: { [list in FilterField]?: FilterLists[list] } = {};
  const flags = { allApps: false, allCountries: false, allLanguages: false, allAudiences: false };
  for (const { flag, lists, rest } of REST_SETTINGS) {
    if (flag) flags[flag.column] = body[flag.name] ?? false;
    for (const { name } of lists) filters[name] = rest.onlyFor === null || rest.onlyFor === kind ? body[name] : null;
  }
  return { ...flags, filters, keepLists: HIDDEN_LISTS };
};
