import type { TSchema } from 'typebox';

/**
 * Legacy clients send null for what they leave out. Goes only as deep as the schema does, and keeps a null where the
 * schema itself allows one: there it says something.
 */
export const omitNulls = (schema: TSchema, data: unknown): unknown =>
  hasNull(schema, data) ? withoutNulls(schema, data) : data;

/** Nearly no request has one, and looking is cheaper than copying. */
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
  // `fromEntries` defines members where an assignment could reach a prototype.
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
