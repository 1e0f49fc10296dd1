import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { buildGraph } from '../../../src/resolvers/index.js';
import type { Json } from '../../schema/support/graph-app.js';

const schema = await buildGraph();
export const fieldsOf = (root: 'Query' | 'Mutation' | 'Subscription') => {
  const type = {
    Query: schema.getQueryType(),
    Mutation: schema.getMutationType(),
    Subscription: schema.getSubscriptionType(),
  };
  return Object.values(type[root]?.getFields() ?? {});
};

/** Values that reach the resolver. The objects need not exist. */
const TEXTS: Readonly<Record<string, unknown>> = {
  DateTime: '2026-12-01T00:00:00Z',
  LocalDate: '2026-12-24',
  LocalTime: '10:00',
  TimeZone: 'UTC',
  Delay: '1h',
  JSONObject: {},
  Int: 1,
  Float: 1,
  Boolean: true,
};

const sampleOf = (type: GraphQLInputType): unknown => {
  const named = getNamedType(type);
  if (isListType(getNullableType(type))) return [];
  if (isEnumType(named)) return named.getValues()[0]?.name;
  if (!isInputObjectType(named)) return TEXTS[named.name] ?? 'x';
  const fields = Object.values(named.getFields());
  const given = named.isOneOf ? fields.slice(0, 1) : fields.filter(isRequiredInputField);
  return Object.fromEntries(given.map((field) => [field.name, sampleOf(field.type)]));
};

/** A document with variables for one field with its required arguments. */
export const callOf = (
  operation: 'query' | 'mutation',
  name: string,
  own: Json = {},
): { query: string; variables: Json } => {
  const field = fieldsOf(operation === 'query' ? 'Query' : 'Mutation').find((candidate) => candidate.name === name);
  if (!field) throw new Error(`no field ${name}`);
  const given = field.args.filter((arg) => isRequiredArgument(arg) || arg.name in own);
  const declared = given.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = given.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const selection = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : '';
  return {
    query: `${operation} Ask${declared && `(${declared})`} { ${name}${passed && `(${passed})`} ${selection} }`,
    variables: Object.fromEntries(given.map((arg) => [arg.name, own[arg.name] ?? sampleOf(arg.type)])),
  };
};
