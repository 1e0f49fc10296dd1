import { all, any, type Condition, not } from '../../condition.js';
import { isNot, type SegmentCondition, subjectOf } from '../segment-condition.js';

interface Version {
  readonly op: 'EQ' | 'NE' | 'LT' | 'LE' | 'GT' | 'GE';
  readonly value: string;
}

const NUMBERS = 4;

export const appVersion = {
  name: 'appVersion',
  description:
    'Compares the version of the app. Versions are compared number by number, up to four, so `1.10` is later than `1.9`, and `2` is the same as `2.0`. Text after a number is ignored. A version that does not begin with a digit, or is unknown, matches only `NE`.',
  input: {
    name: 'SegmentAppVersionInput',
    description: 'A comparison with the version of the app.',
    fields: {
      op: {
        kind: 'choice',
        name: 'SegmentVersionOperator',
        about: 'How two versions are compared.',
        values: {
          EQ: 'The same version.',
          NE: 'Not the same version, or unknown.',
          LT: 'Earlier.',
          LE: 'Earlier or the same.',
          GT: 'Later.',
          GE: 'Later or the same.',
        },
        description: 'The comparison.',
      },
      value: { kind: 'text', most: 64, description: 'One to four numbers with dots, such as `2.10`.' },
    },
  },
  check: (value, { fault }) => {
    if (!/^\d{1,9}(\.\d{1,9}){0,3}$/.test(value.value)) {
      fault('value', '`value` must be one to four numbers with dots between them, such as "2.10".');
    }
    return value;
  },
  cost: () => 8,
  compile: ({ op, value }) => {
    const wanted = value.split('.').map(Number);
    const numbers = Array.from({ length: NUMBERS }, (_, index) => wanted[index] ?? 0);
    const holds = op === 'NE' ? not(compare('=', numbers)) : compare(SIGNS[op], numbers);
    return op === 'NE' ? any([not(IS_VERSION), holds]) : all([IS_VERSION, holds]);
  },
  shownValue: (_kept, device) => device.appVersion,
  say: ({ op, value }, { appVersion: version }, holds) =>
    `${subjectOf('app version', version)} ${isNot(holds)} ${VERBS[op]} ${value}`,
} as const satisfies SegmentCondition<Version>;

const SIGNS = { EQ: '=', LT: '<', LE: '<=', GT: '>', GE: '>=' } as const;
const VERBS = {
  EQ: 'equal to',
  NE: 'different from',
  LT: 'below',
  LE: 'at most',
  GT: 'above',
  GE: 'at least',
} as const;

const COLUMN = "COALESCE(d.app_version, '')";

const IS_VERSION: Condition = { sql: `SUBSTR(${COLUMN}, 1, 1) BETWEEN '0' AND '9'`, parameters: [] };

/** Everything after the first dot; empty without one. */
const rest = (text: string): string =>
  `CASE WHEN INSTR(${text}, '.') = 0 THEN '' ELSE SUBSTR(${text}, INSTR(${text}, '.') + 1) END`;

/** Each part begins with a number of the version. */
const PARTS: readonly string[] = Array.from({ length: NUMBERS - 1 }).reduce<readonly string[]>(
  (parts) => [...parts, rest(parts.at(-1) ?? '')],
  ['d.app_version'],
);

/** Both databases read the digits at the beginning of a text, or 0. Beyond 15 digits they differ. */
const NUMBER_SQL = PARTS.map((part) => `CAST(SUBSTR(${part}, 1, 15) AS SIGNED INTEGER)`);

type Sign = (typeof SIGNS)[keyof typeof SIGNS];

/** Compares number by number; a later number counts only if all earlier ones are equal. */
const compare = (sign: Sign, numbers: readonly number[], index = 0): Condition => {
  const [part, number] = [NUMBER_SQL[index] ?? '0', numbers[index] ?? 0];
  const here = (by: string): Condition => ({ sql: `${part} ${by} ${number}`, parameters: [] });
  if (index === NUMBERS - 1) return here(sign);
  const same = all([here('='), compare(sign, numbers, index + 1)]);
  return sign === '=' ? same : any([here(sign.charAt(0)), same]);
};
