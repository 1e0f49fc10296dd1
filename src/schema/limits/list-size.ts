import {
  type FieldNode,
  type GraphQLField,
  getNamedType,
  getNullableType,
  isListType,
  Kind,
  type ValueNode,
} from 'graphql';
import { MAX_PAGE_SIZE } from '../paging/page-args.js';

export type Variables = Readonly<Record<string, unknown>>;

export interface AskedField {
  readonly field: GraphQLField<unknown, unknown> | undefined;
  readonly node: FieldNode;
  readonly parent: { readonly name: string } | undefined;
  readonly variables: Variables;
}

const DEFAULT_PAGE_SIZE = 20;
/** What a list without a size of its own has, as a rule: translations, groups, languages of a run. */
const USUAL_LENGTH = 5;
const BULK_RESULTS = new Set(['DeviceRegistrationResult', 'EventReportResult']);
/** With the usual length of a list it makes 1,000. */
const BULK_FACTOR = 200;

/** How many times what is below a field comes back. */
export const listSize = ({ field, node, parent, variables }: AskedField): number => {
  if (!field) return 1;
  // Results come in hundreds, and count as a usual list where they are told without it.
  if (field.name === 'device' && parent && BULK_RESULTS.has(parent.name)) return BULK_FACTOR;
  if (getNamedType(field.type).name.endsWith('Connection')) return pageSize(node, variables, DEFAULT_PAGE_SIZE);
  // The page has been counted where the connection was asked for.
  if (!isListType(getNullableType(field.type)) || parent?.name.endsWith('Connection')) return 1;
  const size = field.args.find(({ name }) => name === 'first' || name === 'points');
  const most = Number(field.extensions.maxSize ?? MAX_PAGE_SIZE);
  if (size) return pageSize(node, variables, Number(size.defaultValue), most);
  const ids = argumentOf(node, 'ids', variables);
  return Array.isArray(ids) ? Math.min(ids.length, MAX_PAGE_SIZE) : USUAL_LENGTH;
};

/** The arguments that say how many things a mutation makes or records. */
export const MADE = ['inputs', 'devices', 'reports'] as const;

/** How many those are. */
export const inputCount = (node: FieldNode, variables: Variables): number => {
  const lists = MADE.map((name) => argumentOf(node, name, variables));
  return Math.max(1, ...lists.map((list) => (Array.isArray(list) ? list.length : 1)));
};

/** The arguments that say how long a list is. */
const SIZES = ['first', 'last', 'points'];

const pageSize = (node: FieldNode, variables: Variables, defaultSize: number, most = MAX_PAGE_SIZE): number => {
  for (const name of SIZES) {
    const size = argumentOf(node, name, variables);
    if (size === undefined || size === null) continue;
    // What is no size is refused later; here it must not come out cheap.
    return typeof size === 'number' && size >= 0 ? Math.min(size, most) : most;
  }
  return defaultSize;
};

const argumentOf = (node: FieldNode, name: string, variables: Variables): unknown => {
  const argument = node.arguments?.find((candidate) => candidate.name.value === name);
  return argument && literalOf(argument.value, variables);
};

const literalOf = (value: ValueNode, variables: Variables): unknown => {
  if (value.kind === Kind.VARIABLE) return variables[value.name.value];
  if (value.kind === Kind.INT) return Number(value.value);
  return value.kind === Kind.LIST ? value.values : undefined;
};
