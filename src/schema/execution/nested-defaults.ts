import {
  astFromValue,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';

type Variables = Readonly<Record<string, unknown>>;
/** Adds defaults to a value from a client. */
type Fill = (value: unknown) => unknown;

/**
 * Fills in the defaults of non-null input fields. Clients may omit these fields, but graphql-jit 0.8 then refuses the input.
 * @returns null if no variable of the operation has such a field
 */
export const nestedDefaults = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): ((variables: Variables) => Variables) | null => {
  const known = new Map<GraphQLInputType, Fill | null>();
  const fills = definitions.flatMap(({ variable, type }) => {
    const fill = fillOf(typeFromAST(schema, type as never) as GraphQLInputType, known);
    return fill ? [[variable.name.value, fill] as const] : [];
  });
  if (fills.length === 0) return null;
  return (variables) => {
    const filled: Record<string, unknown> = { ...variables };
    for (const [name, fill] of fills) if (Object.hasOwn(variables, name)) filled[name] = fill(variables[name]);
    return filled;
  };
};

/** Returns null if the type contains no such default. */
const fillOf = (type: GraphQLInputType, known: Map<GraphQLInputType, Fill | null>): Fill | null => {
  if (isNonNullType(type)) return fillOf(type.ofType, known);
  if (isListType(type)) {
    const fill = fillOf(type.ofType, known);
    return fill && ((value) => (Array.isArray(value) ? value.map(fill) : fill(value)));
  }
  if (!isInputObjectType(type)) return null;
  const found = known.get(type);
  if (found !== undefined) return found;
  const fields: (readonly [name: string, fill: Fill | null, initial: unknown])[] = [];
  const fill: Fill = (value) => (isRecord(value) ? fillFields(value, fields) : value);
  // Set before the fields are visited, because types can contain themselves.
  known.set(type, fill);
  for (const field of Object.values(type.getFields())) {
    const below = fillOf(field.type, known);
    const isFilled = isNonNullType(field.type) && field.defaultValue !== undefined;
    const node = isFilled ? astFromValue(field.defaultValue, field.type) : null;
    if (below || node) fields.push([field.name, below, node ? valueFromASTUntyped(node) : undefined]);
  }
  if (fields.length === 0) known.set(type, null);
  return fields.length === 0 ? null : fill;
};

const fillFields = (
  value: Readonly<Record<string, unknown>>,
  fields: readonly (readonly [name: string, fill: Fill | null, initial: unknown])[],
): Record<string, unknown> => {
  const filled = { ...value };
  for (const [name, fill, initial] of fields) {
    if (Object.hasOwn(value, name)) filled[name] = fill ? fill(value[name]) : value[name];
    else if (initial !== undefined) filled[name] = initial;
  }
  return filled;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
