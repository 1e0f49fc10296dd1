import type { JsonObject } from '../ports/field-values.js';
import { isLink } from '../text/addresses.js';
import type { FieldProblem } from './definition.js';
import { isRecord } from './exchange.js';

/** Places that passthrough may not touch, each with the reason. A last part such as `include_*` covers all its names. */
export type RefusedPaths = Readonly<Record<string, string>>;

/** Merges passthrough into a message, except refused members. Lists replace lists. */
export const mergePassthrough = (message: JsonObject, passthrough: JsonObject, refused: RefusedPaths): JsonObject =>
  mergeAt('', { below: message, over: passthrough }, refused);

const mergeAt = (
  path: string,
  { below, over }: { below: JsonObject; over: JsonObject },
  refused: RefusedPaths,
): JsonObject => {
  const merged: Record<string, unknown> = { ...below };
  for (const [name, value] of Object.entries(over)) {
    const at = join(path, name);
    if (problemAt(at, value, refused) !== null) continue;
    const known = Object.hasOwn(below, name) ? below[name] : undefined;
    merged[name] = isRecord(value) ? mergeAt(at, { below: isRecord(known) ? known : {}, over: value }, refused) : value;
  }
  return merged;
};

/** Lists the refused places that occur in passthrough, and the values that break a rule. @param root its own place in the push. */
export const passthroughProblems = (
  root: string,
  passthrough: JsonObject,
  { refused, values }: { readonly refused: RefusedPaths; readonly values: ValueRules },
): FieldProblem[] => {
  const places = problemsBelow('', passthrough, refused);
  const known = new Set(places.map(({ path }) => path));
  const found = [...places, ...valueProblems(passthrough, values).filter(({ path }) => !known.has(path))];
  return found.map(({ path, reason }) => ({ path: `${root}.${path}`, reason }));
};

/** The rule for the value at one place. */
export interface ValueRule {
  /** Completes "This must be …". */
  readonly mustBe: string;
  accepts(value: unknown): boolean;
}

export type ValueRules = Readonly<Record<string, ValueRule>>;

const valueProblems = (passthrough: JsonObject, rules: ValueRules): FieldProblem[] =>
  Object.entries(rules).flatMap(([path, { accepts, mustBe }]) => {
    const value = valueAt(passthrough, path.split('.'));
    if (value === undefined || accepts(value)) return [];
    return [{ path, reason: `This must be ${mustBe}.` }];
  });

/** Undefined: there is nothing at the place. */
const valueAt = (part: JsonObject, [name = '', ...rest]: readonly string[]): unknown => {
  const value = Object.hasOwn(part, name) ? part[name] : undefined;
  if (rest.length === 0) return value;
  return isRecord(value) ? valueAt(value, rest) : undefined;
};

/** Applies one rule to several fields below a path. */
export const at = (path: string, names: string, rule: ValueRule): ValueRules =>
  Object.fromEntries(names.split(' ').map((name) => [path === '' ? name : `${path}.${name}`, rule]));

export const OBJECT: ValueRule = { mustBe: 'an object', accepts: isRecord };
export const TEXT: ValueRule = { mustBe: 'a text', accepts: (value) => typeof value === 'string' };
export const TEXTS: ValueRule = {
  mustBe: 'a list of texts',
  accepts: (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
};
export const TEXT_OR_OBJECT: ValueRule = {
  mustBe: 'a text or an object',
  accepts: (value) => typeof value === 'string' || isRecord(value),
};
export const NUMBER: ValueRule = { mustBe: 'a number', accepts: (value) => typeof value === 'number' };
export const BOOLEAN: ValueRule = { mustBe: 'true or false', accepts: (value) => typeof value === 'boolean' };
export const COUNT: ValueRule = {
  mustBe: 'a non-negative whole number',
  accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};
export const LINK: ValueRule = {
  mustBe: "an absolute URL: http, https or an app's own scheme, never javascript: or data:",
  accepts: (value) => typeof value === 'string' && isLink(value),
};

export const oneOf = (...values: readonly (string | number)[]): ValueRule => ({
  mustBe: `one of ${values.join(', ')}`,
  accepts: (value) => values.some((one) => one === value),
});

/** Names and values must survive the wire; a line break would begin another header. */
export const headerProblems = (root: string, headers: unknown): FieldProblem[] =>
  Object.entries(isRecord(headers) ? headers : {}).flatMap(([name, value]) => {
    const path = `${root}.${name}`;
    if (!/^[\w-]{1,255}$/.test(name)) return [{ path, reason: 'No header can have this name. Rename it.' }];
    const isText = typeof value === 'string' && /^[\x20-\x7e]*$/.test(value);
    return isText ? [] : [{ path, reason: 'This must be a text of printable ASCII characters.' }];
  });

const problemsBelow = (path: string, over: JsonObject, refused: RefusedPaths): FieldProblem[] =>
  Object.entries(over).flatMap(([name, value]) => {
    const at = join(path, name);
    const reason = problemAt(at, value, refused);
    if (reason !== null) return [{ path: at, reason }];
    return isRecord(value) && holdsRefused(at, refused) ? problemsBelow(at, value, refused) : [];
  });

const problemAt = (path: string, value: unknown, refused: RefusedPaths): string | null => {
  if (path === PROTOTYPE || path.endsWith(`.${PROTOTYPE}`)) return 'Messages have no member with this name. Remove it.';
  const place = Object.keys(refused).find((pattern) => isAt(path, pattern));
  if (place !== undefined) return refused[place] ?? '';
  // Any other value would replace an object that has a refused member.
  return holdsRefused(path, refused) && !isRecord(value) ? 'This must be an object.' : null;
};

const PROTOTYPE = '__proto__';

const isAt = (path: string, pattern: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

const holdsRefused = (path: string, refused: RefusedPaths): boolean =>
  Object.keys(refused).some((pattern) => pattern.startsWith(`${path}.`));

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
