import type { SegmentNodeInput } from '../../graph/generated/graphql.js';

/** The lists that a condition compares with. */
export const LIST_KINDS = [
  'country',
  'language',
  'tag',
  'tagGroup',
  'app',
  'platform',
  'timeZone',
] as const satisfies readonly (keyof SegmentNodeInput)[];
export type ListKind = (typeof LIST_KINDS)[number];
export type MomentKind = 'lastActive' | 'registered';
export type ConditionKind = ListKind | MomentKind | 'appVersion' | 'attribute' | 'event';

export const KINDS: readonly ConditionKind[] = [
  ...LIST_KINDS,
  'appVersion',
  'lastActive',
  'registered',
  'attribute',
  'event',
];

/** A condition while it is edited. It has the fields of all kinds; `how` decides which of them count. */
export interface Condition {
  /** Identifies the node on the page. */
  readonly key: string;
  readonly kind: ConditionKind;
  /** An operator, or `not.` and an operator. */
  readonly how: string;
  readonly values: readonly string[];
  /** A version, or the value of an attribute as text. */
  readonly value: string;
  /** The key of an attribute, or the code of an event. */
  readonly name: string;
  readonly times: string;
  /** How many units a window lasts; empty for an event at any time. */
  readonly amount: string;
  readonly unit: Unit;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** The rest of the moment. Programs may store other times than midnight, which the editor keeps. */
  readonly clock: string;
}

export const UNITS = ['d', 'h', 'm'] as const;
export type Unit = (typeof UNITS)[number];

export const MIDNIGHT = 'T00:00:00.000Z';

export interface Group {
  readonly key: string;
  readonly kind: 'group';
  readonly join: 'and' | 'or';
  /** Selects the devices that the group does not select. */
  readonly isNot: boolean;
  readonly children: readonly TreeNode[];
}

export type TreeNode = Group | Condition;

/** How many of `and`, `or` and `not` may be inside one another: the limit of the service. */
export const MAX_DEPTH = 5;

const COMPARISONS = ['EQ', 'NE', 'LT', 'LE', 'GT', 'GE'] as const;
const IN = ['in', 'not.in'] as const;
const MOMENTS = ['within', 'not.within', 'before', 'after'] as const;

/** The operators of each kind, the usual one first. */
export const hows = (kind: ConditionKind, type: AttributeKind = 'STRING'): readonly string[] => {
  switch (kind) {
    case 'appVersion':
      return ['GE', 'GT', 'EQ', 'NE', 'LE', 'LT'];
    case 'lastActive':
    case 'registered':
      return MOMENTS;
    case 'attribute':
      return HOWS_OF_TYPE[type];
    case 'event':
      return ['DID', 'DID_NOT', 'AT_LEAST'];
    default:
      return IN;
  }
};

export type AttributeKind = 'STRING' | 'NUMBER' | 'BOOLEAN' | 'DATE' | 'LIST';

const HOWS_OF_TYPE: Readonly<Record<AttributeKind, readonly string[]>> = {
  STRING: ['EQ', 'NE', 'IN', 'CONTAINS', 'EXISTS', 'not.EXISTS'],
  NUMBER: [...COMPARISONS, 'IN', 'EXISTS', 'not.EXISTS'],
  BOOLEAN: ['EQ', 'NE', 'EXISTS', 'not.EXISTS'],
  DATE: ['LT', 'GT', 'LE', 'GE', 'EXISTS', 'not.EXISTS'],
  LIST: ['CONTAINS', 'EXISTS', 'not.EXISTS'],
};

let made = 0;
const newKey = (): string => {
  made += 1;
  return `node-${made}`;
};

export const newCondition = (kind: ConditionKind): Condition => ({
  key: newKey(),
  kind,
  how: hows(kind)[0] ?? 'in',
  values: [],
  value: '',
  name: '',
  times: '2',
  amount: kind === 'event' ? '' : '30',
  unit: 'd',
  date: '',
  clock: MIDNIGHT,
});

export const newGroup = (children: readonly TreeNode[], join: Group['join'] = 'and', isNot = false): Group => ({
  key: newKey(),
  kind: 'group',
  join,
  isNot,
  children,
});

export const isGroup = (node: TreeNode): node is Group => node.kind === 'group';

/** Replaces the node with that key; without a replacement, removes it. */
export const replaceIn = (group: Group, key: string, next: TreeNode | null): Group => ({
  ...group,
  children: group.children.flatMap((child) => {
    if (child.key === key) return next === null ? [] : [next];
    return [isGroup(child) ? replaceIn(child, key, next) : child];
  }),
});

/** @param typeOf the type of an attribute's key; undefined for an unknown key */
export type TypeOf = (name: string) => AttributeKind | undefined;

/** The tree for the service, or null while a condition is incomplete or a group is empty. */
export const toTree = (group: Group, typeOf: TypeOf): SegmentNodeInput | null => {
  const children = group.children.map((child) => (isGroup(child) ? toTree(child, typeOf) : toLeaf(child, typeOf)));
  if (children.length === 0 || children.some((child) => child === null)) return null;
  const joined = one(group.join, children);
  return group.isNot ? { not: joined } : joined;
};

const one = (name: string, body: object): SegmentNodeInput => ({ [name]: body }) as unknown as SegmentNodeInput;

const toLeaf = (condition: Condition, typeOf: TypeOf): SegmentNodeInput | null => {
  const [, not, how = ''] = /^(not\.)?(.+)$/.exec(condition.how) ?? [];
  const body = toBody({ ...condition, how }, typeOf);
  if (body === null) return null;
  const leaf = one(condition.kind, body);
  return not ? { not: leaf } : leaf;
};

const toBody = (condition: Condition, typeOf: TypeOf): object | null => {
  const { kind, how, values, value, name, date, clock } = condition;
  switch (kind) {
    case 'appVersion':
      return value.trim() === '' ? null : { op: how, value: value.trim() };
    case 'lastActive':
    case 'registered':
      if (how !== 'within') return date === '' ? null : { [how]: `${date}${clock}` };
      return isCount(condition.amount) ? { within: toDelay(condition) } : null;
    case 'attribute':
      return name === '' ? null : toAttribute(condition, typeOf(name) ?? 'STRING');
    case 'event':
      return toEvent(condition);
    default:
      return values.length === 0 ? null : { in: [...values] };
  }
};

const isCount = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text.trim());

const toDelay = ({ amount, unit }: Condition): string => `${Number(amount)}${unit}`;

const toEvent = (condition: Condition): object | null => {
  const { name, how, times, amount } = condition;
  if (name === '' || (how === 'AT_LEAST' && !isCount(times)) || (amount !== '' && !isCount(amount))) return null;
  return {
    code: name,
    op: how,
    ...(how === 'AT_LEAST' ? { times: Number(times) } : {}),
    ...(amount === '' ? {} : { within: toDelay(condition) }),
  };
};

const toAttribute = ({ name, how, value, values, date, clock }: Condition, type: AttributeKind): object | null => {
  if (how === 'EXISTS') return { key: name, op: how };
  if (how === 'IN') {
    const read = values.map((text) => toValue(text, type));
    return read.length === 0 || read.includes(null) ? null : { key: name, op: how, values: read };
  }
  const read = type === 'DATE' ? (date === '' ? null : `${date}${clock}`) : toValue(value, type);
  return read === null ? null : { key: name, op: how, value: read };
};

const toValue = (text: string, type: AttributeKind): string | number | boolean | null => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (type === 'BOOLEAN') return trimmed === 'true';
  if (type !== 'NUMBER') return trimmed;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : null;
};

type Json = Readonly<Record<string, unknown>>;

/** The editor's form of a stored tree. Its root is always a group. */
export const fromTree = (tree: Json): Group => {
  const node = readNode(tree, false);
  return isGroup(node) ? node : newGroup([node]);
};

const readNode = (tree: Json, isNot: boolean): TreeNode => {
  const [name = '', body] = Object.entries(tree).find(([, given]) => given !== null && given !== undefined) ?? [];
  if (name === 'not') return readNode(body as Json, !isNot);
  if (name === 'and' || name === 'or') {
    const children = (body as readonly Json[]).map((child) => readNode(child, false));
    return newGroup(children, name, isNot);
  }
  const condition = readLeaf(name as ConditionKind, body as Json);
  if (!isNot) return condition;
  const negated = `not.${condition.how}`;
  // The editor offers only some operators negated; a group can negate each of them.
  const isOffered = negated === 'not.EXISTS' || hows(condition.kind).includes(negated);
  return isOffered ? { ...condition, how: negated } : newGroup([condition], 'and', true);
};

const readLeaf = (kind: ConditionKind, body: Json): Condition => {
  const start = newCondition(kind);
  const window = readDelay(body.within);
  if (kind === 'lastActive' || kind === 'registered') {
    const [how = 'within', value] = Object.entries(body).find(([, given]) => given != null) ?? [];
    return how === 'within' ? { ...start, ...window } : { ...start, how, ...readMoment(String(value)) };
  }
  const values = (Array.isArray(body.in) ? body.in : Array.isArray(body.values) ? body.values : []).map(String);
  const text = body.value === undefined || body.value === null ? '' : String(body.value);
  return {
    ...start,
    values,
    how: typeof body.op === 'string' ? body.op : start.how,
    value: text,
    ...readMoment(text),
    name: String(body.key ?? body.code ?? ''),
    ...(kind === 'event' ? window : {}),
    ...(typeof body.times === 'number' ? { times: String(body.times) } : {}),
  };
};

const readMoment = (text: string): Pick<Condition, 'date' | 'clock'> =>
  /^\d{4}-\d{2}-\d{2}T/.test(text) ? { date: text.slice(0, 10), clock: text.slice(10) } : { date: '', clock: MIDNIGHT };

/** Reads `30d`, and converts `1d12h` to the largest unit that holds it exactly. */
const readDelay = (delay: unknown): Pick<Condition, 'amount' | 'unit'> => {
  const part = (unit: RegExp): number => Number(unit.exec(String(delay ?? ''))?.[1] ?? 0);
  const minutes = part(/(\d{1,9})d/) * 1440 + part(/(\d{1,9})h/) * 60 + part(/(\d{1,9})m/);
  if (minutes === 0) return { amount: '', unit: 'd' };
  if (minutes % 1440 === 0) return { amount: String(minutes / 1440), unit: 'd' };
  return minutes % 60 === 0 ? { amount: String(minutes / 60), unit: 'h' } : { amount: String(minutes), unit: 'm' };
};
