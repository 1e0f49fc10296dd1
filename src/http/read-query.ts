import type { TSchema } from 'typebox';
import { badInput } from '../errors.js';

/**
 * Reads query values in the types of their schema. A value that does not parse stays text, and validation refuses it.
 */
export const readQuery = (schema: TSchema, query: unknown): Record<string, unknown> => {
  const given = new Map(Object.entries(query ?? {}));
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> };
  const values = Object.entries(properties).flatMap(([name, { type }]) => {
    const text: unknown = given.get(name);
    if (text === undefined) return [];
    if (typeof text !== 'string') throw badInput(name, `\`${name}\` must be given once.`);
    return [[name, readValue(type, text)]];
  });
  return Object.fromEntries(values);
};

const readValue = (type: string | undefined, text: string): unknown => {
  if (type === 'integer' && /^\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
};
