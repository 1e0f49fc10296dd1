import type { TSchema } from 'typebox';

/** Legacy clients send null for what they leave out. Goes only as deep as the schema does. */
export const omitNulls = (schema: TSchema, data: unknown): unknown => {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (Array.isArray(data)) return items && mayHaveMembers(items) ? data.map((item) => omitNulls(items, item)) : data;
  if (!properties || typeof data !== 'object' || data === null) return data;
  const members = Object.entries(data).filter(([, value]) => value !== null);
  // `fromEntries` defines members where an assignment could reach a prototype.
  return Object.fromEntries(
    members.map(([name, value]) => {
      const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, member ? omitNulls(member, value) : value];
    }),
  );
};

const mayHaveMembers = (schema: TSchema): boolean => 'properties' in schema || 'items' in schema;
