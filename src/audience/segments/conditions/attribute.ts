import { AttributeDefinition } from '../../../entities/attribute-definition.js';
import { ATTRIBUTE_KEY, type AttributeType, MAX_ATTRIBUTE_LENGTH } from '../../../ports/attributes.js';
import { isWithin } from '../../../text/characters.js';
import { didYouMean } from '../../../text/did-you-mean.js';
import { type AttributeOperator, type AttributeTest, compileAttribute } from '../attribute-sql.js';
import { type ConditionCheck, listed, type SegmentCondition, subjectOf } from '../segment-condition.js';

type Value = NonNullable<AttributeTest['value']>;

export const attribute = {
  name: 'attribute',
  description:
    'Compares an attribute of the device: its own, or else the one of its user. A device without the attribute matches only `NE`.',
  input: {
    name: 'SegmentAttributeInput',
    description:
      'A comparison with an attribute. `EXISTS` has no value, `IN` has `values`, and every other operator has `value`.',
    fields: {
      key: { kind: 'text', most: 40, description: 'Key of the attribute.' },
      op: {
        kind: 'choice',
        name: 'SegmentAttributeOperator',
        about: 'How an attribute is compared.',
        values: {
          EQ: 'Equal. For every type but LIST.',
          NE: 'Not equal, or the attribute is missing. For every type but LIST.',
          LT: 'Less, or earlier. For NUMBER and DATE.',
          LE: 'Less or equal. For NUMBER and DATE.',
          GT: 'Greater, or later. For NUMBER and DATE.',
          GE: 'Greater or equal. For NUMBER and DATE.',
          IN: 'Equal to any of `values`. For STRING, NUMBER and DATE.',
          CONTAINS: 'The text contains `value`, or the list has it as an entry; case matters. For STRING and LIST.',
          EXISTS: 'The attribute exists, with any value.',
        },
        description: 'The comparison.',
      },
      value: { kind: 'value', isOptional: true, description: 'The value, of the type of the attribute.' },
      values: { kind: 'values', isOptional: true, description: 'The values for `IN`, up to 1,000.' },
    },
  },
  check: async (test, check) => {
    const type = await findType(test.key, check);
    if (type === null) return test;
    checkOperator(test, type, check);
    const read = (value: Value, field: string): Value => {
      const canonical = readValue(value, type);
      if (canonical === null) check.fault(field, `\`${field}\` must be ${FORMS[type]}.`);
      return canonical ?? value;
    };
    return {
      ...test,
      ...(test.value === undefined ? {} : { value: read(test.value, 'value') }),
      ...(test.values && { values: test.values.map((value, index) => read(value, `values[${index}]`)) }),
      type,
    };
  },
  cost: ({ op }) => COSTS[op],
  compile: (test, { database }) => compileAttribute(test, database.dialect),
  shownValue: ({ key }, { attributes }) => {
    const value = attributes?.[key];
    return value === undefined ? null : typeof value === 'object' ? value.join(', ') : String(value);
  },
  say: (test, device, holds) => {
    const subject = subjectOf(`attribute "${test.key}"`, attribute.shownValue(test, device));
    const verdict = `${holds ? 'fits' : 'does not fit'} ${WORDS[test.op]}`;
    const wanted = test.op === 'EXISTS' ? '' : ` ${listed((test.values ?? [test.value ?? '']).map(String))}`;
    return `${subject} ${verdict}${wanted}`;
  },
} as const satisfies SegmentCondition<AttributeTest>;

const COSTS = { EQ: 5, NE: 5, EXISTS: 5, LT: 9, LE: 9, GT: 9, GE: 9, IN: 12, CONTAINS: 12 } as const;
const WORDS = {
  ...{ EQ: '=', NE: 'different from', LT: 'below', LE: 'at most', GT: 'above', GE: 'at least' },
  ...{ IN: 'one of', CONTAINS: 'contains', EXISTS: 'exists' },
} as const;

/** The operators of each type. */
const OPERATORS: Readonly<Record<AttributeType, readonly AttributeOperator[]>> = {
  STRING: ['EQ', 'NE', 'IN', 'CONTAINS', 'EXISTS'],
  NUMBER: ['EQ', 'NE', 'LT', 'LE', 'GT', 'GE', 'IN', 'EXISTS'],
  BOOLEAN: ['EQ', 'NE', 'EXISTS'],
  DATE: ['EQ', 'NE', 'LT', 'LE', 'GT', 'GE', 'IN', 'EXISTS'],
  LIST: ['CONTAINS', 'EXISTS'],
};

const FORMS: Readonly<Record<AttributeType, string>> = {
  STRING: `a text of at most ${MAX_ATTRIBUTE_LENGTH} characters`,
  NUMBER: 'a number',
  BOOLEAN: 'true or false',
  DATE: 'a date such as "2026-01-31", or an instant such as "2026-01-31T09:30:00Z"',
  LIST: `a text of at most ${MAX_ATTRIBUTE_LENGTH} characters`,
};

const findType = async (key: string, { manager, userId, fault }: ConditionCheck): Promise<AttributeType | null> => {
  const found = ATTRIBUTE_KEY.test(key) ? await manager.findOneBy(AttributeDefinition, { userId, name: key }) : null;
  if (found) return found.type;
  const all = await manager.find(AttributeDefinition, { select: { name: true }, where: { userId }, take: 1_000 });
  const hint = didYouMean(
    key,
    all.map(({ name }) => name),
  );
  fault(
    'key',
    `\`key\` names the attribute "${key}", which does not exist.${hint || ' Create it first with `attributeDefine`.'}`,
    'NOT_FOUND',
  );
  return null;
};

const checkOperator = ({ op, value, values }: AttributeTest, type: AttributeType, { fault }: ConditionCheck): void => {
  const possible = OPERATORS[type];
  if (!possible.includes(op)) {
    fault('op', `An attribute of type ${type} allows only the operators ${possible.join(', ')}.`);
  }
  const needs = op === 'EXISTS' ? null : op === 'IN' ? 'values' : 'value';
  for (const [field, given] of Object.entries({ value, values })) {
    if (field === needs && given === undefined) fault(field, `\`${field}\` is required with \`${op}\`.`, 'REQUIRED');
    if (field !== needs && given !== undefined) fault(field, `\`${field}\` is not allowed with \`${op}\`.`);
  }
};

/** The value in the form in which attributes are stored; null: it has another type. */
const readValue = (value: Value, type: AttributeType): Value | null => {
  if (type === 'NUMBER') return typeof value === 'number' && Number.isFinite(value) ? value : null;
  if (type === 'BOOLEAN') return typeof value === 'boolean' ? value : null;
  if (typeof value !== 'string' || !isWithin(value, MAX_ATTRIBUTE_LENGTH)) return null;
  return type === 'DATE' ? readDate(value) : value;
};

const RFC_3339 = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))?$/i;

/** Days that do not exist are refused, as in attributes: V8 reads 30 February as 2 March. */
const readDate = (text: string): string | null => {
  const date = new Date(RFC_3339.test(text) ? text.toUpperCase() : Number.NaN);
  if (Number.isNaN(date.getTime())) return null;
  const [day, stored] = [text.slice(0, 10), date.toISOString()];
  // Dates after the year 9999 would not compare as text.
  return new Date(day).toISOString().startsWith(day) && /^\d{4}-/.test(stored) ? stored : null;
};
