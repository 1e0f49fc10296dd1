import type { TSchema } from 'typebox';

/**
 * Legacy clients send null for omitted members. Goes only as deep as the schema, and keeps a null that the schema
 * allows, where it has a meaning.
 */
export const omitNulls = (schema: TSchema, data: unknown): unknown =>
  hasNull(schema, data) ? withoutNulls(schema, data) : data;

/** Almost no request contains null, and looking is cheaper than copying. */
const hasNull = (schema: TSchema, data: unknown): boolean => {
  const { properties, items } = schema as SchemaParts;
  if (Array.isArray(data))
    return items !== undefined && mayHaveMembers(items) && data.some((item) => hasNull(items, item));
  if (!properties || typeof data !== 'object' || data === null) return false;
  for (const name of Object.keys(data)) {
    const value = (data as Record<string, unknown>)[name];
    if (value === null) return true;
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (member && typeof value === 'object' && hasNull(member, value)) return true;
  }
  return false;
};

const withoutNulls = (schema: TSchema, data: unknown): unknown => {
  const { properties, items } = schema as SchemaParts;
  if (Array.isArray(data)) return items && mayHaveMembers(items) ? data.map((item) => withoutNulls(items, item)) : data;
  if (!properties || typeof data !== 'object' || data === null) return data;
  const members = Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (value === null) return member && allowsNull(member) ? [[name, null]] : [];
    return [[name, member ? withoutNulls(member, value) : value]];
  });
  // `fromEntries` defines members, while an assignment could reach a prototype.
  return Object.fromEntries(members);
};

interface SchemaParts {
  readonly type?: string;
  readonly properties?: Record<string, TSchema>;
  readonly items?: TSchema;
  readonly anyOf?: readonly SchemaParts[];
}

const allowsNull = (schema: TSchema): boolean =>
  (schema as SchemaParts).anyOf?.some((option) => option.type === 'null') ?? false;

const mayHaveMembers = (schema: TSchema): boolean => 'properties' in schema || 'items' in schema;
