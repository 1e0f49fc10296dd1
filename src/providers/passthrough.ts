import type { JsonObject } from '../ports/field-values.js';
import type { FieldProblem } from './definition.js';
import { isRecord } from './exchange.js';

/** Places that passthrough may not touch, each with the reason. A last part such as `include_*` covers all its names. */
export type RefusedPaths = Readonly<Record<string, string>>;

/** Merges passthrough into a message, except what is refused. Lists replace lists. */
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

/** Lists the refused places that occur in passthrough. @param root its own place in the push. */
export const refusedProblems = (root: string, passthrough: JsonObject, refused: RefusedPaths): FieldProblem[] =>
  problemsBelow('', passthrough, refused).map(({ path, reason }) => ({ path: `${root}.${path}`, reason }));

const problemsBelow = (path: string, over: JsonObject, refused: RefusedPaths): FieldProblem[] =>
  Object.entries(over).flatMap(([name, value]) => {
    const at = join(path, name);
    const reason = problemAt(at, value, refused);
    if (reason !== null) return [{ path: at, reason }];
    return isRecord(value) && holdsRefused(at, refused) ? problemsBelow(at, value, refused) : [];
  });

const problemAt = (path: string, value: unknown, refused: RefusedPaths): string | null => {
  if (path === PROTOTYPE || path.endsWith(`.${PROTOTYPE}`)) return 'No message has a member of this name. Remove it.';
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
