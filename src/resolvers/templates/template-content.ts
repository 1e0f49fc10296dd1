import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

/**
 * Returns an argument in the form in which a client sent it, so that it can be stored and sent again: enum values by
 * their names in the graph, and no fields that are absent.
 */
export const toClientForm = (
  schema: GraphQLSchema,
  typeName: string,
  value: object,
): Readonly<Record<string, unknown>> => {
  const type = schema.getType(typeName);
  if (!isInputObjectType(type)) throw new Error(`${typeName} is not an input.`);
  return toPlain(type, value) as Readonly<Record<string, unknown>>;
};

const toPlain = (type: GraphQLInputType, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  if (isNonNullType(type)) return toPlain(type.ofType, value);
  if (isListType(type)) return (value as readonly unknown[]).map((item) => toPlain(type.ofType, item));
  if (isEnumType(type)) return type.serialize(value);
  if (!isInputObjectType(type)) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const fields = Object.values(type.getFields()).filter(({ name }) => given[name] !== undefined);
  return Object.fromEntries(fields.map((field) => [field.name, toPlain(field.type, given[field.name])]));
};
