import { Field, ObjectType } from 'type-graphql';
import type { FilterValues, FlagColumn } from '../../audience/filter.js';
import { SETTINGS, type Setting } from '../../audience/filters/index.js';
import { toGlobalId } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import type { Loaders } from '../../schema/loaders/create-loaders.js';
import { AppGroupType } from '../app-groups/app-group-types.js';
import { AppType } from '../apps/app-types.js';
import { SegmentType } from '../segments/segment-types.js';
import { TagGroupType } from '../tags/tag-types.js';
import { scalarOf } from './audience-inputs.js';

/** The definitions in src/audience/filters declare the fields of this type. */
@ObjectType({ description: 'The audience of a scheduler: the devices that pass every filter.', simpleResolvers: true })
export class SchedulerAudience {
  readonly [filter: string]: Readonly<Record<string, unknown>>;
}

/** The types of the objects that lists of ids name. */
const NODES = {
  App: { type: AppType, loader: 'apps' },
  AppGroup: { type: AppGroupType, loader: 'appGroups' },
  Segment: { type: SegmentType, loader: 'segments' },
  TagGroup: { type: TagGroupType, loader: 'tagGroups' },
} as const;

/** A list can have 10,000 entries. */
const COST_OF_LIST = 100;

const defineType = ({ graph, flag, lists }: Setting): void => {
  if (!graph) return;
  class Selected {}
  const { prototype } = Selected;
  ObjectType(graph.output.name, { description: graph.output.description, simpleResolvers: true })(Selected);
  if (flag) Field(() => Boolean, { description: flag.graph.output })(prototype, flag.graph.name);
  for (const { name, description } of graph.facts) Field(() => Boolean, { description })(prototype, name);
  for (const { entries, graph: field } of lists) {
    if (!field) continue;
    Field(() => [scalarOf(entries)], { description: field.output })(prototype, field.name);
    Costly(COST_OF_LIST)(prototype, field.name);
    if (typeof entries.graph === 'string' || !field.nodes) continue;
    const { type } = NODES[entries.graph.idOf];
    Field(() => [type], { description: field.nodes.description })(prototype, field.nodes.name);
    Costly(COST_OF_LIST)(prototype, field.nodes.name);
  }
  Field(() => Selected, { description: graph.description })(SchedulerAudience.prototype, graph.name);
};

for (const setting of SETTINGS) defineType(setting);

/** Converts the flags and lists of a scheduler to the form of the input. Objects are loaded only when requested. */
export const toAudience = (
  flags: Readonly<Record<FlagColumn, boolean>>,
  lists: FilterValues['lists'],
  loaders: Loaders,
): SchedulerAudience => {
  const audience: Record<string, Record<string, unknown>> = {};
  for (const { graph, flag, lists: ofFilter } of SETTINGS) {
    if (!graph) continue;
    const selected: Record<string, unknown> = {};
    if (flag) selected[flag.graph.name] = flags[flag.column];
    for (const fact of graph.facts) selected[fact.name] = fact.of(lists);
    for (const list of ofFilter) Object.assign(selected, toFields(list, lists[list.name] ?? [], loaders));
    audience[graph.name] = selected;
  }
  return audience;
};

const toFields = ({ entries, graph }: Setting['lists'][number], list: readonly string[], loaders: Loaders): object => {
  if (!graph) return {};
  if (typeof entries.graph === 'string') return { [graph.name]: list };
  const { idOf } = entries.graph;
  const ids = { [graph.name]: list.map((id) => toGlobalId(idOf, Number(id))) };
  const load = () => loadAll(loaders[NODES[idOf].loader], list.map(Number));
  return graph.nodes ? { ...ids, [graph.nodes.name]: load } : ids;
};

interface ById {
  loadMany(ids: number[]): Promise<(object | null)[]>;
}

/** Loads objects by id and leaves out deleted ones. */
const loadAll = async (loader: ById, ids: number[]): Promise<object[]> => {
  const found = await loader.loadMany(ids);
  return found.flatMap((item) => {
    if (item instanceof Error) throw item;
    return item ?? [];
  });
};
