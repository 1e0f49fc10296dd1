import { Ajv, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { badInput } from '../errors.js';
import { describeViolation } from './describe-violation.js';
import { omitNulls } from './omit-nulls.js';

/**
 * Checks JSON against a schema without changing types. A null member counts as omitted, an unknown one is kept and
 * ignored. @throws BAD_USER_INPUT with one sentence that names the field.
 */
export const validateInput = <S extends TSchema>(schema: S, data: unknown): Static<S> => {
  const validate = compile(schema);
  const value = omitNulls(schema, data);
  if (validate(value)) return value as Static<S>;
  // Reports one error, because a long list of wrong entries would make an equally long answer.
  const { field, message } = describeViolation(validate.errors?.[0]);
  throw badInput(field, message);
};

// Verbose, because a refusal may quote the value.
const ajv = new Ajv({ strict: true, allErrors: false, coerceTypes: false, verbose: true });
const compiled = new WeakMap<TSchema, ValidateFunction>();

const compile = (schema: TSchema): ValidateFunction => {
  const known = compiled.get(schema);
  if (known) return known;
  const validate = ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
};
