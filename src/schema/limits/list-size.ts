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
/** The assumed length of a list without a size argument, such as translations or groups. */
const USUAL_LENGTH = 5;
/** The fields with the objects that a bulk mutation made, by the type of its results. */
const BULK_FIELDS = new Map([
  ['DeviceRegistrationResult', 'device'],
  ['EventReportResult', 'device'],
  ['UserUpsertResult', 'user'],
]);
/** Multiplied by the usual length, this gives 1,000. */
const BULK_FACTOR = 200;

/** How many times the subfields of a field are returned. */
export const listSize = ({ field, node, parent, variables }: AskedField): number => {
  if (!field) return 1;
  // A bulk mutation can have hundreds of results, but its list counts as one of the usual length.
  if (parent && field.name === BULK_FIELDS.get(parent.name)) return BULK_FACTOR;
  if (getNamedType(field.type).name.endsWith('Connection')) return pageSize(node, variables, DEFAULT_PAGE_SIZE);
  // The connection has already counted its page.
  if (!isListType(getNullableType(field.type)) || parent?.name.endsWith('Connection')) return 1;
  const size = field.args.find(({ name }) => name === 'first' || name === 'points');
  const most = Number(field.extensions.maxSize ?? MAX_PAGE_SIZE);
  if (size) return pageSize(node, variables, Number(size.defaultValue), most);
  const ids = argumentOf(node, 'ids', variables);
  return Array.isArray(ids) ? Math.min(ids.length, MAX_PAGE_SIZE) : USUAL_LENGTH;
};

/** The arguments with the objects that a mutation creates or records. */
export const MADE = ['inputs', 'devices', 'reports'] as const;

/** The number of these objects. */
export const inputCount = (node: FieldNode, variables: Variables): number => {
  const lists = MADE.map((name) => argumentOf(node, name, variables));
  return Math.max(1, ...lists.map((list) => (Array.isArray(list) ? list.length : 1)));
};

/** The arguments with the length of a list. */
const SIZES = ['first', 'last', 'points'];

const pageSize = (node: FieldNode, variables: Variables, defaultSize: number, most = MAX_PAGE_SIZE): number => {
  for (const name of SIZES) {
    const size = argumentOf(node, name, variables);
    if (size === undefined || size === null) continue;
    // An invalid size is refused later, but must not be cheap here.
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
