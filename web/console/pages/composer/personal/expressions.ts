export type ValueType = 'STRING' | 'NUMBER' | 'BOOLEAN' | 'DATE' | 'LIST';

export const VALUE_GROUPS = ['user', 'device', 'event', 'app', 'run', 'preferences'] as const;
export type ValueGroup = (typeof VALUE_GROUPS)[number];

/** A value that a message can contain. */
export interface TemplateValue {
  /** `user.first_name`. */
  readonly path: string;
  readonly type: ValueType;
  readonly group: ValueGroup;
  /** Every device has it, so it needs no fallback. */
  readonly isAlwaysKnown: boolean;
}

const known = (path: string): TemplateValue => toValue(path, 'STRING', true);

const toValue = (path: string, type: ValueType, isAlwaysKnown = false): TemplateValue => {
  const [root = ''] = path.split('.');
  const group = root === 'preferences_url' ? 'preferences' : (root as ValueGroup);
  return { path, type, group, isAlwaysKnown };
};

/** The values that exist without attributes. Their names are `value.PATH` in the catalogue. */
export const BUILT_IN_VALUES = [
  toValue('user.external_id', 'STRING'),
  toValue('device.language', 'STRING'),
  toValue('device.country', 'STRING'),
  toValue('device.timezone', 'STRING'),
  toValue('device.platform', 'STRING'),
  toValue('device.app_version', 'STRING'),
  known('app.name'),
  known('run.id'),
  toValue('run.name', 'STRING'),
  toValue('preferences_url', 'STRING'),
] as const satisfies readonly TemplateValue[];

interface Definition {
  readonly key: string;
  readonly type: ValueType;
  readonly writableByDevice: boolean;
}

/** The attributes of users, the ones that devices may set for themselves, and the built-in facts. */
export const valuesOf = (definitions: readonly Definition[]): readonly TemplateValue[] => [
  ...definitions.map(({ key, type }) => toValue(`user.${key}`, type)),
  ...definitions
    .filter(({ writableByDevice }) => writableByDevice)
    .map(({ key, type }) => toValue(`device.${key}`, type)),
  ...BUILT_IN_VALUES,
];

/** A field of the `data` that an event was reported with. */
export const eventValue = (field: string): TemplateValue => toValue(`event.${field}`, 'STRING');

export const isEventField = (field: string): boolean => /^[A-Za-z_]\w{0,63}$/.test(field);

/** Filters to suggest, by the type of the value. `~` marks where the cursor goes. */
const FILTERS: Readonly<Record<ValueType, readonly string[]>> = {
  STRING: ['capitalize', 'upcase', 'downcase', 'truncate: 20'],
  NUMBER: ['money: "EUR"', 'plural: one: "~", other: ""', 'round'],
  BOOLEAN: [],
  DATE: ['in_zone: "long"', 'in_zone: "short"', 'in_zone: "time"', 'date: "%d.%m.%Y"'],
  LIST: ['join: ", "', 'first', 'size'],
};

export const filtersOf = (type: ValueType): readonly string[] => [...FILTERS[type], 'default: "~"'];

export const quoted = (text: string): string => {
  if (!text.includes('"')) return `"${text}"`;
  return text.includes("'") ? `"${text.replaceAll('"', '”')}"` : `'${text}'`;
};

/** `{{ user.first_name | default: "you" | capitalize }}`. The fallback counts for a missing value only if it is first. */
export const outputOf = (path: string, fallback: string | null, filters: readonly string[] = []): string =>
  `{{ ${[path, ...(fallback === null ? [] : [`default: ${quoted(fallback)}`]), ...filters].join(' | ')} }}`;

/** A value whose fallback is no value of the same type, such as a text in place of a number. */
export const guardedOf = (path: string, known: string, fallback: string): string =>
  `{% if ${path} %}${known}${fallback === '' ? '' : `{% else %}${fallback}`}{% endif %}`;

export type Comparison = 'is' | 'isNot' | 'isAbove' | 'isBelow' | 'contains' | 'isKnown';

export const COMPARISONS: Readonly<Record<ValueType, readonly Comparison[]>> = {
  STRING: ['is', 'isNot', 'isKnown'],
  NUMBER: ['is', 'isAbove', 'isBelow', 'isKnown'],
  BOOLEAN: ['is'],
  DATE: ['isKnown'],
  LIST: ['contains', 'isKnown'],
};

export interface Choice {
  readonly value: Pick<TemplateValue, 'path' | 'type'>;
  readonly comparison: Comparison;
  readonly operand: string;
  readonly ifTrue: string;
  readonly ifFalse: string;
}

/** `{% if user.plan == "pro" %}…{% else %}…{% endif %}`. */
export const choiceOf = ({ value, comparison, operand, ifTrue, ifFalse }: Choice): string => {
  const rest = ifFalse === '' ? '' : `{% else %}${ifFalse}`;
  return `{% if ${conditionOf(value, comparison, operand)} %}${ifTrue}${rest}{% endif %}`;
};

const SIGNS = { is: '==', isNot: '!=', isAbove: '>', isBelow: '<', contains: 'contains' } as const;

const conditionOf = ({ path, type }: Choice['value'], comparison: Comparison, operand: string): string => {
  if (comparison === 'isKnown') return path;
  return `${path} ${SIGNS[comparison]} ${literalOf(type, operand)}`;
};

const literalOf = (type: ValueType, operand: string): string => {
  if (type === 'NUMBER') return String(Number(operand) || 0);
  if (type === 'BOOLEAN') return operand === 'false' ? 'false' : 'true';
  return quoted(operand);
};
