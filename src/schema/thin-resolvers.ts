import { type GraphQLFieldResolver, type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import { getMetadataStorage } from 'type-graphql';

type Metadata = ReturnType<typeof getMetadataStorage>;
type FieldHandler = Metadata['fieldResolvers'][number];
type Handler = FieldHandler | Metadata['queries'][number];
type Parameter = NonNullable<FieldHandler['params']>[number];
type Args = Readonly<Record<string, unknown>>;
type Resolve = GraphQLFieldResolver<unknown, unknown, Args>;
type Class = new () => object;

/** Reads one parameter of a method. Returns `NOT_PLAIN` if TypeGraphQL has to convert it. */
type Reader = (source: unknown, args: Args, context: unknown) => unknown;

const NOT_PLAIN = Symbol('not plain');

/**
 * Calls resolver methods directly if TypeGraphQL would convert nothing: for plain rows, and arguments without input
 * objects. TypeGraphQL awaits each argument of each call, which costs hundreds of promises in nested lists. Other calls
 * still go through it.
 * @param instances the resolvers by class
 */
export const thinResolvers = (schema: GraphQLSchema, instances: ReadonlyMap<unknown, unknown>): void => {
  const metadata = getMetadataStorage();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const isQuery = type === schema.getQueryType();
      const handler = isQuery ? queryOf(metadata, field.name) : handlerOf(metadata, type, field.name);
      const thin = handler && field.resolve && toThin(metadata, { handler, instances, otherwise: field.resolve });
      if (thin) field.resolve = thin;
    }
  }
};

const queryOf = ({ queries }: Metadata, fieldName: string): Handler | null =>
  queries.find(({ schemaName }) => schemaName === fieldName) ?? null;

/** Finds the handler of a type or of one of its interfaces; null unless there is exactly one. */
const handlerOf = (metadata: Metadata, type: GraphQLObjectType, fieldName: string): Handler | null => {
  const names = new Set([type.name, ...type.getInterfaces().map(({ name }) => name)]);
  const classes = new Set(
    [...metadata.objectTypes, ...metadata.interfaceTypes].filter(({ name }) => names.has(name)).map((t) => t.target),
  );
  const found = metadata.fieldResolvers.filter(
    ({ kind, schemaName, getObjectType }) =>
      kind === 'external' && schemaName === fieldName && classes.has(getObjectType?.() as Class),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
};

interface ThinParts {
  readonly handler: Handler;
  readonly instances: ReadonlyMap<unknown, unknown>;
  readonly otherwise: Resolve;
}

const toThin = (metadata: Metadata, { handler, instances, otherwise }: ThinParts): Resolve | null => {
  const { params = [], middlewares = [], roles, target, methodName } = handler;
  const readers = params.toSorted((a, b) => a.index - b.index).map((param) => readerOf(metadata, param));
  const instance = instances.get(target) as Record<string, (...values: unknown[]) => unknown>;
  if (middlewares.length > 0 || roles || !instance || !areKnown(readers)) return null;
  return (source, args, context, info) => {
    const values: unknown[] = [];
    for (const read of readers) {
      const value = read(source, args, context);
      if (value === NOT_PLAIN) return otherwise(source, args, context, info);
      values.push(value);
    }
    return instance[methodName]?.(...values);
  };
};

const areKnown = (readers: readonly (Reader | null)[]): readers is readonly Reader[] => !readers.includes(null);

const readerOf = (metadata: Metadata, param: Parameter): Reader | null => {
  switch (param.kind) {
    case 'context':
      return param.propertyName ? null : (_source, _args, context) => context;
    case 'root':
      return param.propertyName ? null : rootReader(param.getType?.());
    case 'arg':
      return (_source, args) => plain(args[param.name]);
    case 'args':
      return argsReader(metadata, param.getType() as Class);
    default:
      return null;
  }
};

const rootReader =
  (type: unknown): Reader =>
  (source) =>
    type === undefined || (typeof type === 'function' && source instanceof type) ? source : NOT_PLAIN;

const argsReader = (metadata: Metadata, ArgsClass: Class): Reader | null => {
  const type = metadata.argumentTypes.find(({ target }) => target === ArgsClass);
  if (!type?.fields || Object.getPrototypeOf(ArgsClass).prototype !== undefined) return null;
  const names = type.fields.map(({ name }) => name);
  return (_source, args) => {
    const instance = new ArgsClass() as Record<string, unknown>;
    for (const name of names) {
      const value = plain(args[name]);
      if (value === NOT_PLAIN) return NOT_PLAIN;
      if (value !== undefined) instance[name] = value;
    }
    return instance;
  };
};

const plain = (value: unknown): unknown => (typeof value === 'object' && value !== null ? NOT_PLAIN : value);
