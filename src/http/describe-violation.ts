import type { ErrorObject } from 'ajv';
import { guessProvider, titledProvider } from '../providers/providers.js';

/** Turns an Ajv error into one sentence that names the field as the user wrote it: `translations[0].title`. */
export const describeViolation = (error: ErrorObject | null | undefined): { field: string; message: string } => {
  const path = toFieldName(error?.instancePath ?? '');
  if (error?.keyword === 'required') {
    const field = path ? `${path}.${error.params.missingProperty}` : String(error.params.missingProperty);
    return { field, message: `\`${field}\` is required.` };
  }
  if (!path) return { field: 'body', message: 'The request body must be a JSON object.' };
  return { field: path, message: `\`${path}\` ${describe(error)}${suggest(error) || '.'}` };
};

const describe = (error: ErrorObject | null | undefined): string => {
  switch (error?.keyword) {
    case 'type':
      return `must be ${NOUNS[String(error.params.type)] ?? `of type ${error.params.type}`}`;
    case 'enum':
      return `must be one of ${(error.params.allowedValues as unknown[]).join(', ')}`;
    case 'minimum':
      return `must be at least ${error.params.limit}`;
    case 'maximum':
      return `must be at most ${error.params.limit}`;
    case 'maxItems':
      return `must have at most ${error.params.limit} entries`;
    case 'minItems':
      return error.params.limit === 1
        ? 'must have at least one entry'
        : `must have at least ${error.params.limit} entries`;
    case 'maxLength':
      return `must have at most ${error.params.limit} characters`;
    case 'minLength':
      return error.params.limit === 1 ? 'must not be empty' : `must have at least ${error.params.limit} characters`;
    default:
      return error?.message ?? 'is not valid';
  }
};

/** Helps callers who use a provider's common name. */
const suggest = (error: ErrorObject | null | undefined): string => {
  const meant = error?.keyword === 'enum' ? guessProvider(error.data) : null;
  const isAllowed = (error?.params.allowedValues as unknown[] | undefined)?.includes(meant);
  return meant && isAllowed ? `: did you mean ${titledProvider(meant)}?` : '';
};

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** `/translations/0/title` → `translations[0].title`. */
const toFieldName = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((name, part) => (/^\d+$/.test(part) && name ? `${name}[${part}]` : name ? `${name}.${part}` : part), '');
