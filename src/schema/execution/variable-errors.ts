import {
  coerceInputValue,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getVariableValues,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { clip } from '../../text/characters.js';

type Variables = Readonly<Record<string, unknown>>;
type Note = (error: GraphQLError) => void;

export const MAX_ERRORS = 5;
const MAX_TEXT = 200;
const MAX_QUOTE = 400;
/** The limit of graphql-js for lists, applied to objects too. */
const MAX_ITEMS = 10;
const MAX_DEPTH = 2;

/** Thrown to stop graphql-js, which has no other way to stop. */
class Enough extends Error {}

/**
 * Finds errors in the variables, worded as in graphql-js; null if there are none. graphql-js quotes the surrounding value
 * in each of up to 50 errors: an input of 1 MB yields 47 MB of errors, or takes 4 s.
 */
export const findVariableErrors = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  variables: Variables,
): readonly GraphQLError[] | null => {
  const errors: GraphQLError[] = [];
  const note: Note = (error) => {
    if (errors.length >= MAX_ERRORS) throw new Enough();
    errors.push(error);
  };
  try {
    for (const definition of definitions) judge(schema, { definition, variables, note });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    errors.push(new GraphQLError('Too many errors processing variables, error limit reached. Execution aborted.'));
  }
  return errors.length > 0 ? errors : null;
};

const judge = (
  schema: GraphQLSchema,
  { definition, variables, note }: { definition: VariableDefinitionNode; variables: Variables; note: Note },
): void => {
  const { value: name } = definition.variable.name;
  const value = Object.hasOwn(variables, name) ? (variables[name] ?? null) : null;
  if (value === null) {
    // graphql-js quotes nothing for missing values and null.
    for (const error of getVariableValues(schema, [definition], variables).errors ?? []) note(error);
    return;
  }
  // Validation guarantees an input type.
  const type = typeFromAST(schema, definition.type as never) as GraphQLInputType;
  const quoted = new Map<unknown, string>();
  coerceInputValue(value, type, (path, invalid, error) => {
    const text = quoted.get(invalid) ?? shorten(quote(invalid, 0), MAX_QUOTE);
    quoted.set(invalid, text);
    const at = path.length > 0 ? ` at "${name}${path.map(printKey).join('')}"` : '';
    const message = `Variable "$${name}" got invalid value ${text}${at}; ${shorten(error.message, MAX_QUOTE)}`;
    note(new GraphQLError(message, { nodes: definition, originalError: error }));
  });
};

const printKey = (key: string | number): string => (typeof key === 'number' ? `[${key}]` : `.${key}`);

/** Writes a JSON value like graphql-js, but with a limited length. */
const quote = (value: unknown, depth: number): string => {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (typeof value !== 'object' || value === null) return String(value);
  const [name, open, close] = Array.isArray(value) ? ['[Array]', '[', ']'] : ['[Object]', '{ ', ' }'];
  const keys = Array.isArray(value) ? null : Object.keys(value);
  const { length } = keys ?? (value as readonly unknown[]);
  if (length === 0) return open.trim() + close.trim();
  if (depth === MAX_DEPTH) return name;
  const shown = keys
    ? keys.slice(0, MAX_ITEMS).map((key) => `${shorten(key)}: ${quote(Reflect.get(value, key), depth + 1)}`)
    : (value as readonly unknown[]).slice(0, MAX_ITEMS).map((item) => quote(item, depth + 1));
  const left = length - shown.length;
  const more = left > 0 ? [`... ${left} more ${left === 1 ? 'item' : 'items'}`] : [];
  return open + [...shown, ...more].join(', ') + close;
};

const shorten = (text: string, limit = MAX_TEXT): string => (text.length > limit ? `${clip(text, limit)}…` : text);
