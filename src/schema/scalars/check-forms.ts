import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { Violations } from '../../services/rules/violations.js';
import { FORM, type TextForm } from './scalars.js';

type Check = (value: unknown, path: string, violations: Violations) => void;
type Args = Readonly<Record<string, unknown>>;

/**
 * Checks the texts of scalars in the arguments of fields without `userErrors`: a malformed time zone is then an error of
 * the field. For other fields the rules of the services check them.
 */
export const checkForms = (schema: GraphQLSchema): void => {
  const checks = new Map<GraphQLInputType, Check | null>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) if (!hasUserErrors(field)) checkArguments(field, checks);
  }
};

const hasUserErrors = ({ type }: GraphQLField<unknown, unknown>): boolean => {
  const named = getNamedType(type);
  return isObjectType(named) && 'userErrors' in named.getFields();
};

const checkArguments = (field: GraphQLField<unknown, unknown>, checks: Map<GraphQLInputType, Check | null>): void => {
  const judged = field.args.flatMap(({ name, type }) => {
    const check = checkOf(type, checks);
    return check ? [{ name, check }] : [];
  });
  const resolve: GraphQLFieldResolver<unknown, unknown, Args> | undefined = field.resolve;
  if (judged.length === 0 || !resolve) return;
  field.resolve = (source, args: Args, context, info) => {
    const violations = new Violations();
    for (const { name, check } of judged) check(args[name], name, violations);
    violations.throwIfAny();
    return resolve(source, args, context, info);
  };
};

/** Returns null if the type contains no such scalar. */
const checkOf = (wrapped: GraphQLInputType, checks: Map<GraphQLInputType, Check | null>): Check | null => {
  const type = getNullableType(wrapped);
  const known = checks.get(type);
  if (known !== undefined) return known;
  const check = makeCheck(type, checks);
  checks.set(type, check);
  return check;
};

const makeCheck = (type: GraphQLInputType, checks: Map<GraphQLInputType, Check | null>): Check | null => {
  if (isListType(type)) return ofEach(checkOf(type.ofType, checks));
  if (isScalarType(type)) return ofForm(type.extensions[FORM] as TextForm<unknown> | undefined);
  if (!isInputObjectType(type)) return null;
  const fields = Object.values(type.getFields()).flatMap(({ name, type: ofField }) => {
    const check = checkOf(ofField, checks);
    return check ? [{ name, check }] : [];
  });
  if (fields.length === 0) return null;
  return (value, path, violations) => {
    if (!value) return;
    for (const { name, check } of fields) check((value as Args)[name], `${path}.${name}`, violations);
  };
};

const ofEach = (check: Check | null): Check | null =>
  check &&
  ((values, path, violations) => {
    if (!Array.isArray(values)) return;
    for (const [index, value] of values.entries()) check(value, `${path}[${index}]`, violations);
  });

const ofForm = (form: TextForm<unknown> | undefined): Check | null =>
  form
    ? (value, path, violations) => {
        if (value === null || value === undefined || form.accepts(value)) return;
        violations.add(path, `\`${path}\` must be ${form.mustBe}.${form.hint?.(String(value)) ?? ''}`);
      }
    : null;
