import { analyzeSync, type Output, type Template, TypeGuards } from 'liquidjs';
import { AssignTag, isLiquidError, parseTemplate } from './engine.js';
import { isCurrency } from './filters.js';
import { APP_KEYS, DEVICE_KEYS, ROOTS, RUN_KEYS, USER_KEYS } from './template-roots.js';

/** The problems of templates. `{detail}` is the part of the text that each is about. */
export const TEMPLATE_PROBLEMS = {
  SYNTAX: '{detail}.',
  UNKNOWN_VALUE: `"{detail}" is not known. A value begins with one of ${ROOTS.join(', ')}.`,
  UNKNOWN_KEY: `"{detail}" is not known. \`app\` has ${APP_KEYS.join(', ')}; \`run\` has ${RUN_KEYS.join(', ')}.`,
  UNDEFINED_ATTRIBUTE: 'No attribute `{detail}` is defined, so no device has a value for it.',
  MAY_BE_MISSING: '`{detail}` may be missing. Add a default, such as `{{ {detail} | default: "text" }}`.',
  NO_CURRENCY: '`money` needs a currency of three letters, such as `money: "EUR"`.',
  NO_OTHER_FORM: '`plural` needs the form `other`.',
} as const;

export type TemplateProblemCode = keyof typeof TEMPLATE_PROBLEMS;

/** A mistake refuses the push; a warning does not. */
export interface TemplateProblem {
  readonly severity: 'ERROR' | 'WARNING';
  readonly code: TemplateProblemCode;
  /** Empty for a code whose sentence has no place for it. */
  readonly detail: string;
  /** Counts from 1. */
  readonly line: number;
  /** Counts from 1. */
  readonly column: number;
}

/** Returns the problem as an English sentence. */
export const sayProblem = ({ code, detail }: Pick<TemplateProblem, 'code' | 'detail'>): string =>
  TEMPLATE_PROBLEMS[code].replaceAll('{detail}', () => detail);

export interface TemplateReport {
  readonly problems: readonly TemplateProblem[];
  /** Attributes that the template names. The caller compares them with the definitions. */
  readonly attributes: readonly NamedAttribute[];
}

export interface NamedAttribute {
  readonly key: string;
  readonly line: number;
  readonly column: number;
}

/** Finds mistakes in a template, and outputs whose value may be missing, without rendering it. */
export const lintTemplate = (source: string): TemplateReport => {
  try {
    return lintNodes(parseTemplate(source));
  } catch (error) {
    return { problems: [mistakeOf(error)], attributes: [] };
  }
};

const lintNodes = (nodes: Template[]): TemplateReport => {
  const variables = Object.values(analyzeSync(nodes).globals).flat();
  const named = variables.map(({ segments, location: { row: line, col: column } }) => ({
    root: String(segments[0]),
    key: typeof segments[1] === 'string' ? segments[1] : null,
    line,
    column,
  }));
  const problems = named.flatMap((variable) => problemOf(variable) ?? []);
  const all = flatten(nodes);
  const outputs = all.filter(isOutput);
  const missing = missingVariables(all);
  return {
    problems: [...problems, ...outputs.flatMap((output) => problemsOfOutput(output, missing))].toSorted(byPlace),
    attributes: named.flatMap(({ root, key, line, column }) =>
      (root === 'user' || root === 'device') && key !== null && !isKnownKey(root, key) ? [{ key, line, column }] : [],
    ),
  };
};

const byPlace = (one: TemplateProblem, other: TemplateProblem): number =>
  one.line - other.line || one.column - other.column;

const KEYS: Readonly<Record<string, readonly string[]>> = {
  device: DEVICE_KEYS,
  user: USER_KEYS,
  app: APP_KEYS,
  run: RUN_KEYS,
};

const isKnownKey = (root: string, key: string): boolean => KEYS[root]?.includes(key) ?? false;

interface NamedVariable extends Pick<TemplateProblem, 'line' | 'column'> {
  readonly root: string;
  readonly key: string | null;
}

const problemOf = ({ root, key, line, column }: NamedVariable): TemplateProblem | null => {
  const at = { severity: 'ERROR', line, column } as const;
  if (!(ROOTS as readonly string[]).includes(root)) {
    return { ...at, code: 'UNKNOWN_VALUE', detail: root };
  }
  if ((root !== 'app' && root !== 'run') || key === null || isKnownKey(root, key)) return null;
  return { ...at, code: 'UNKNOWN_KEY', detail: `${root}.${key}` };
};

/** All nodes, in branches and loops too. The nesting is bounded by the length of a text. */
const flatten = (nodes: readonly Template[]): Template[] =>
  nodes.flatMap((node) => [node, ...flatten(childrenOf(node))]);

const childrenOf = (node: Template): Template[] => {
  const children = node.children?.(false, true);
  if (!children) return [];
  let step = children.next();
  while (!step.done) step = children.next();
  return step.value as Template[];
};

const isOutput = (node: Template): node is Output => 'value' in node && node.constructor.name === 'Output';

/** Variables that are assigned a value which may be missing, in any branch. */
const missingVariables = (nodes: readonly Template[]): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const node of nodes) {
    if (!(node instanceof AssignTag)) continue;
    const { key, value } = node as unknown as { readonly key: string; readonly value: Output['value'] };
    if (pathsOf(value).some((path) => mayBeMissing(path, names))) names.add(key);
  }
  return names;
};

/** The values that an expression needs: its first one, unless it has a default, and the arguments of its filters. */
const pathsOf = ({ initial, filters }: Output['value']): string[] => {
  const hasDefault = filters.some(({ name }) => name === 'default');
  const args = filters.flatMap((filter) => filter.args.map((arg) => (Array.isArray(arg) ? arg[1] : arg)));
  const tokens = [...(hasDefault ? [] : initial.postfix.slice(0, 1)), ...args];
  return tokens.flatMap((token) => (token && TypeGuards.isPropertyAccessToken(token) ? token.getText().trim() : []));
};

const problemsOfOutput = ({ value, token }: Output, missing: ReadonlySet<string>): TemplateProblem[] => {
  const [line = 1, column = 1] = token.getPosition();
  const problems: TemplateProblem[] = [];
  for (const { name, args } of value.filters) {
    const code = mistakeInFilter(name, args);
    if (code !== null) problems.push({ severity: 'ERROR', line, column, code, detail: '' });
  }
  for (const path of new Set(pathsOf(value))) {
    if (!mayBeMissing(path, missing)) continue;
    problems.push({ severity: 'WARNING', line, column, code: 'MAY_BE_MISSING', detail: path });
  }
  return problems;
};

const mayBeMissing = (path: string, variables: ReadonlySet<string>): boolean =>
  variables.has(/^[\w-]*/.exec(path)?.[0] ?? '') ||
  /^(?:device|user|event|preferences_url)\b/.test(path) ||
  path === 'run.name';

type Argument = Output['value']['filters'][number]['args'][number];

const mistakeInFilter = (name: string, args: readonly Argument[]): TemplateProblemCode | null => {
  const [first] = args;
  if (name === 'money') {
    if (first === undefined) return 'NO_CURRENCY';
    const isLiteral = !Array.isArray(first) && TypeGuards.isQuotedToken(first);
    return isLiteral && !isCurrency(first.content) ? 'NO_CURRENCY' : null;
  }
  const forms = args.filter((arg) => Array.isArray(arg)).map(([form]) => form);
  if (name === 'plural' && !forms.includes('other')) return 'NO_OTHER_FORM';
  return null;
};

const mistakeOf = (error: unknown): TemplateProblem => {
  if (!isLiquidError(error)) throw error;
  const { token } = error as unknown as { readonly token: { getPosition(): [number, number] } };
  const [line, column] = token.getPosition();
  // liquidjs appends the place, and the console shows it next to the sentence.
  const said = error.message.replace(/, (?:file:\S+ )?line:\d+, col:\d+$/, '');
  const detail = `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
  return { severity: 'ERROR', line, column, code: 'SYNTAX', detail };
};
