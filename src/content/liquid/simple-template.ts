import { IfTag, type Output, type Template, TypeGuards, type Value } from 'liquidjs';
import type { Roots } from './engine.js';
import { toText } from './formats.js';
import { LIMITS, overLimit, Stop } from './stops.js';

/** A template of texts, values with or without a default, and conditions. */
export type TextRenderer = (roots: Roots) => string;

type Read = (roots: Roots) => unknown;

/**
 * Compiles a simple template into functions, which render three times as fast as the generators of liquidjs (`bench --
 * render`); null: it has other tags or filters.
 */
export const compileSimple = (nodes: readonly Template[], isStrict: boolean): TextRenderer | null => {
  const parts = nodes.map((node) => partOf(node, isStrict));
  if (!parts.every((part) => part !== null)) return null;
  return (roots) => {
    let text = '';
    for (const part of parts) text += part(roots);
    if (text.length > LIMITS.units) throw overLimit(`more than ${LIMITS.units} characters or entries`);
    return text;
  };
};

const partOf = (node: Template, isStrict: boolean): TextRenderer | null => {
  if (node instanceof IfTag) return conditionOf(node, isStrict);
  if ('str' in node) return () => String(node.str);
  return 'value' in node && node.constructor.name === 'Output' ? outputOf((node as Output).value, isStrict) : null;
};

const outputOf = ({ initial, filters }: Value, isStrict: boolean): TextRenderer | null => {
  const [token, ...others] = initial.postfix;
  const [filter, ...more] = filters;
  if (others.length + more.length > 0) return null;
  if (filter === undefined) {
    const read = readOf(token, isStrict);
    return read && ((roots) => toText(read(roots)));
  }
  const read = readOf(token, false);
  const [given, ...rest] = filter.args;
  const fallback = Array.isArray(given) ? null : readOf(given, isStrict);
  if (filter.name !== 'default' || rest.length > 0 || !read || !fallback) return null;
  return (roots) => {
    const value = read(roots);
    return toText(isBlank(value) ? fallback(roots) : value);
  };
};

/** Matches the filter `default`. */
const isBlank = (value: unknown): boolean =>
  typeof value === 'string' || Array.isArray(value) ? value.length === 0 : !isTruthy(value);

const conditionOf = ({ branches, elseTemplates }: IfTag, isStrict: boolean): TextRenderer | null => {
  const compiled = branches.map(({ value, templates }) => ({
    test: testOf(value),
    render: compileSimple(templates, isStrict),
  }));
  const otherwise = compileSimple(elseTemplates ?? [], isStrict);
  if (!otherwise || !compiled.every(isCompiled)) return null;
  return (roots) => (compiled.find(({ test }) => isTruthy(test(roots)))?.render ?? otherwise)(roots);
};

interface Branch {
  readonly test: Read;
  readonly render: TextRenderer;
}

const isCompiled = (branch: { readonly [Key in keyof Branch]: Branch[Key] | null }): branch is Branch =>
  branch.test !== null && branch.render !== null;

/** Conditions are in postfix notation. A missing value in one is nil, even in a strict template. */
const testOf = ({ initial, filters }: Value): Read | null => {
  if (filters.length > 0) return null;
  const stack: Read[] = [];
  for (const token of initial.postfix) {
    if (!TypeGuards.isOperatorToken(token)) {
      const read = readOf(token, false);
      if (!read) return null;
      stack.push(read);
      continue;
    }
    const apply = OPERATORS[token.operator];
    const [right, left] = [stack.pop(), stack.pop()];
    if (!apply || !left || !right) return null;
    stack.push((roots) => apply(left(roots) as never, right(roots) as never));
  }
  return stack.length === 1 ? (stack[0] ?? null) : null;
};

const isTruthy = (value: unknown): boolean => value !== false && value !== null && value !== undefined;

const areKnown = (left: unknown, right: unknown): boolean => (left ?? null) !== null && (right ?? null) !== null;

const OPERATORS: Readonly<Record<string, ((left: never, right: never) => boolean) | undefined>> = {
  '<': (left: number, right: number) => areKnown(left, right) && left < right,
  '>': (left: number, right: number) => areKnown(left, right) && left > right,
  '<=': (left: number, right: number) => areKnown(left, right) && left <= right,
  '>=': (left: number, right: number) => areKnown(left, right) && left >= right,
  '==': (left: unknown, right: unknown) => isSame(left, right),
  '!=': (left: unknown, right: unknown) => !isSame(left, right),
  and: (left: unknown, right: unknown) => isTruthy(left) && isTruthy(right),
  or: (left: unknown, right: unknown) => isTruthy(left) || isTruthy(right),
} as Readonly<Record<string, (left: never, right: never) => boolean>>;

const isSame = (left: unknown, right: unknown): boolean =>
  Array.isArray(left)
    ? Array.isArray(right) && left.length === right.length && left.every((one, index) => one === right[index])
    : (left ?? null) === (right ?? null);

/** These are computed, unless an object has them. */
const COMPUTED: readonly string[] = ['size', 'first', 'last'];

const readOf = (token: unknown, isStrict: boolean): Read | null => {
  if (TypeGuards.isPropertyAccessToken(token)) {
    const path = token.props.map((prop) => ('content' in prop ? prop.content : null));
    const isPlain = !token.variable && path.every((key) => typeof key === 'string' && !COMPUTED.includes(key));
    return isPlain ? readPath(path as string[], isStrict) : null;
  }
  if (typeof token !== 'object' || token === null || !('content' in token)) return null;
  const { content } = token;
  return ['string', 'number', 'boolean'].includes(typeof content) ? () => content : null;
};

const readPath =
  (path: readonly string[], isStrict: boolean): Read =>
  (roots) => {
    let value: unknown = roots;
    for (let index = 0; index < path.length; index += 1) {
      const key = path[index] as string;
      const isOwn = value !== null && value !== undefined && Object.hasOwn(value, key);
      value = isOwn ? (value as Record<string, unknown>)[key] : undefined;
      if (isStrict && value === undefined) throw missing(path.slice(0, index + 1).join('.'));
    }
    return value;
  };

const missing = (detail: string): Stop => new Stop({ outcome: 'ABORTED', code: 'RULE:VALUE_MISSING', detail });
