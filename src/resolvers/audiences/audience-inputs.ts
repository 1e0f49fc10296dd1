import { Field, ID, InputType } from 'type-graphql';
import type { EntryKind } from '../../audience/entries.js';
import type { FlagColumn } from '../../audience/filter.js';
import { SETTINGS, type Setting } from '../../audience/filters/index.js';
import { toIds } from '../../schema/global-id.js';
import { CountryCodeScalar, LanguageTagScalar } from '../../schema/scalars/scalars.js';
import type { SchedulerInput } from '../../services/schedulers/scheduler-input.js';

/** One filter of a request: its flag and its lists. */
interface FilterInput {
  readonly [field: string]: boolean | readonly string[] | null | undefined;
}

/** The definitions in src/audience/filters declare the fields of this type. */
@InputType({ description: 'Selects the devices that pass every filter. An omitted filter passes every device.' })
export class AudienceInput {
  readonly [filter: string]: FilterInput | null | undefined;
}

const SCALARS = { String, CountryCode: CountryCodeScalar, LanguageTag: LanguageTagScalar } as const;

export const scalarOf = ({ graph }: EntryKind) => (typeof graph === 'string' ? SCALARS[graph] : ID);

const defineInput = ({ graph, flag, lists }: Setting): void => {
  if (!graph) return;
  class OneFilterInput {}
  const nullable = true;
  InputType(graph.input.name, { description: graph.input.description })(OneFilterInput);
  if (flag)
    Field(() => Boolean, { nullable, description: flag.graph.input })(OneFilterInput.prototype, flag.graph.name);
  for (const { entries, graph: field } of lists) {
    if (!field) continue;
    Field(() => [scalarOf(entries)], { nullable, description: field.input })(OneFilterInput.prototype, field.name);
  }
  const { name, description, isRequired } = graph;
  Field(() => OneFilterInput, { nullable: !isRequired, description })(AudienceInput.prototype, name);
};

for (const setting of SETTINGS) defineInput(setting);

/**
 * Converts an audience to the flags and lists of a scheduler. The rules of schedulers report contradictions.
 * @throws BAD_USER_INPUT for an id of another type.
 */
export const toFilters = (audience: AudienceInput): Pick<SchedulerInput, FlagColumn | 'filters'> => ({
  ...(Object.fromEntries(
    SETTINGS.flatMap(({ flag, lists, graph }) =>
      flag ? [[flag.column, isOn({ flag, lists }, graph ? audience[graph.name] : null)]] : [],
    ),
  ) as Record<FlagColumn, boolean>),
  filters: Object.fromEntries(
    SETTINGS.flatMap(({ lists, graph }) =>
      lists.map((list) => [list.name, readList(list, graph ? audience[graph.name] : null)]),
    ),
  ),
});

type Flagged = Pick<Setting, 'flag' | 'lists'>;
type List = Setting['lists'][number];
type Given = FilterInput | null | undefined;

const isOn = ({ flag, lists }: Flagged, given: Given): boolean => {
  const said = flag && given?.[flag.graph.name];
  if (typeof said === 'boolean') return said;
  const implying = flag?.graph.isImplied ? flag.requiredBy : [];
  return lists.some((list) => implying.includes(list.name) && Boolean(entriesOf(list, given)?.length));
};

const entriesOf = ({ graph }: List, given: Given): readonly string[] | null => {
  const entries = graph && given?.[graph.name];
  return Array.isArray(entries) ? entries : null;
};

const readList = (list: List, given: Given): readonly (string | number)[] | null => {
  const { graph } = list.entries;
  const entries = entriesOf(list, given);
  return typeof graph === 'string' ? entries : toIds(graph.idOf, list.name, entries);
};

/** Maps the REST names of flags and lists to paths in an `AudienceInput`. */
const PLACES = SETTINGS.flatMap(({ graph, flag, lists }) => {
  if (!graph) return [];
  const fields = [...(flag ? [flag] : []), ...lists];
  return fields.flatMap(({ name, graph: field }) => (field ? [[name, `${graph.name}.${field.name}`] as const] : []));
});

/** @param at the path of the `AudienceInput` in the arguments */
export const filterPlaces = (at: string): Readonly<Record<string, string>> =>
  Object.fromEntries(PLACES.map(([name, place]) => [name, `${at}.${place}`]));
