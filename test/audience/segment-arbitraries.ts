import fc from 'fast-check';
import { TAGS, UNUSED_TAG } from './arbitraries.js';
import type { OracleTree } from './segment-oracle.js';

export const KEYS = {
  plan: 'STRING',
  note: 'STRING',
  age: 'NUMBER',
  vip: 'BOOLEAN',
  since: 'DATE',
  likes: 'LIST',
} as const;
export const CODES = ['buy', 'open'] as const;
export const VERSIONS = [
  ...['1', '1.2', '1.9', '1.10', '1.2.3.4.5', '2', '2.0', '2.0-beta', '01.2', '2026.01.15', '1.2.0.1'],
  ...['1..2', 'v1', '1.-5', '1e5', '1. 3', '1.2.99999999999999999999', '², 1', '.5', '1,5', '1.2+7'],
] as const;

/** Texts that look like JSON, or that a collation may consider equal. */
export const TEXTS = [
  ...[
    'pro',
    'Pro',
    'pro ',
    ' pro',
    'prö',
    'pro"',
    '\\',
    '\\"',
    '"pro"',
    ',',
    '}',
    '],',
    '"]',
    '',
    'a,b',
    'line\nbreak',
  ],
  ...['"plan":"pro"', 'plan":"pro', '","', '😀', 'é', 'e\u0301', '%', '_', "o'brien", 'n', '\u2028', '5', 'true'],
] as const;
const NUMBERS = [0, 5, 50, 5.5, -5, 0.1, 0.30000000000000004, 1e21, 1.5e-7, 123456789012, 2 ** 53] as const;
const DATES = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.001Z',
  '2025-12-31T23:59:59.999Z',
  '1969-07-20T00:00:00.000Z',
];

const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'grapheme', maxLength: 6 }).map(withoutNul));

function withoutNul(value: string): string {
  return value.replaceAll('\0', '');
}

export const attributesArbitrary = fc.record(
  {
    plan: text,
    note: text,
    age: fc.constantFrom(...NUMBERS),
    vip: fc.boolean(),
    since: fc.constantFrom(...DATES),
    likes: fc.uniqueArray(text, { maxLength: 4 }),
  },
  { requiredKeys: [] },
);

const LANGUAGES = ['en', 'en-US', 'pt', 'pt-BR', 'zh-Hant-TW', 'zh', 'de'] as const;
const COUNTRIES = ['US', 'BR', 'DE', 'JP'] as const;
const PLATFORMS = ['ios', 'android', 'iOS'] as const;
export const ZONES = ['Europe/Paris', 'America/New_York', 'UTC'] as const;

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 }).map((list) => ({ in: list }));
const orNull = <T>(values: readonly T[]): fc.Arbitrary<T | null> => fc.constantFrom(null, ...values);

const within = fc.constantFrom('1d', '3d', '7d', '60d');
const timeRange = fc.oneof(
  within.map((delay) => ({ within: delay })),
  fc.integer({ min: -80, max: 1 }).map((day) => ({ before: new Date(AT + day * 86_400_000) })),
  fc.integer({ min: -80, max: 1 }).map((day) => ({ after: new Date(AT + day * 86_400_000) })),
);

/** The fake clock's time. */
export const AT = Date.parse('2026-11-15T09:59:00Z');

const DAY = 86_400_000;

export const subjectArbitrary = fc.record({
  app: fc.nat(1),
  country: orNull(COUNTRIES),
  language: orNull(LANGUAGES),
  platform: orNull(PLATFORMS),
  appVersion: orNull(VERSIONS),
  timezone: orNull(ZONES),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3 }),
  seenAgo: fc.integer({ min: 0, max: 70 * DAY }),
  registeredAgo: fc.integer({ min: 0, max: 70 * DAY }),
  attributes: attributesArbitrary,
  events: fc.record({
    buy: fc.array(fc.integer({ min: 0, max: 9 * DAY }), { maxLength: 5 }),
    open: fc.array(fc.integer({ min: 0, max: 80 * DAY }), { maxLength: 3 }),
  }),
});

const ofKey = (key: string, ops: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.record({ key: fc.constant(key), op: fc.constantFrom(...ops), value });

const ORDER = ['EQ', 'NE', 'LT', 'LE', 'GT', 'GE'];

const attribute = fc.oneof(
  ofKey('plan', ['EQ', 'NE', 'CONTAINS'], text),
  ofKey('note', ['EQ', 'NE', 'CONTAINS'], text),
  ofKey('age', ORDER, fc.constantFrom(...NUMBERS)),
  ofKey('vip', ['EQ', 'NE'], fc.boolean()),
  ofKey('since', ORDER, fc.constantFrom(...DATES)),
  ofKey('likes', ['CONTAINS'], text),
  fc.constantFrom(...Object.keys(KEYS)).map((key) => ({ key, op: 'EXISTS' })),
  fc.array(text, { minLength: 1, maxLength: 8 }).map((values) => ({ key: 'plan', op: 'IN', values })),
  fc.subarray([...NUMBERS], { minLength: 1 }).map((values) => ({ key: 'age', op: 'IN', values })),
  fc.subarray(DATES, { minLength: 1 }).map((values) => ({ key: 'since', op: 'IN', values })),
);

const code = fc.constantFrom(...CODES);
const event = fc.oneof(
  fc.record({ code, op: fc.constantFrom('DID', 'DID_NOT') }),
  fc.record({ code, op: fc.constantFrom('DID', 'DID_NOT'), within }),
  fc.record({ code, op: fc.constant('AT_LEAST'), times: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ code, op: fc.constant('AT_LEAST'), times: fc.integer({ min: 1, max: 4 }), within }),
);

const version = fc.record({
  op: fc.constantFrom(...ORDER),
  value: fc.constantFrom('1', '1.2', '1.2.3.4', '1.10', '2', '2026.1', '0.5', '1.2.0.1'),
});

/** Every condition, alone and in groups. */
export const treeArbitrary = (ids: { readonly apps: readonly number[]; readonly groups: readonly number[] }) => {
  const leaves: readonly fc.Arbitrary<OracleTree>[] = [
    some(COUNTRIES).map((country) => ({ country })),
    some(LANGUAGES).map((language) => ({ language })),
    some(PLATFORMS).map((platform) => ({ platform })),
    some(ZONES).map((timeZone) => ({ timeZone })),
    some([...TAGS, UNUSED_TAG]).map((tag) => ({ tag })),
    some(ids.groups).map((tagGroup) => ({ tagGroup })),
    some(ids.apps).map((app) => ({ app })),
    version.map((appVersion) => ({ appVersion })),
    timeRange.map((lastActive) => ({ lastActive })),
    timeRange.map((registered) => ({ registered })),
    attribute.map((one) => ({ attribute: one })),
    attribute.map((one) => ({ attribute: one })),
    event.map((one) => ({ event: one })),
  ];
  const leaf = fc.oneof(...leaves);
  const grow = (inner: fc.Arbitrary<OracleTree>): fc.Arbitrary<OracleTree> => {
    const nodes = fc.array(inner, { minLength: 1, maxLength: 3 });
    return fc.oneof(
      { weight: 2, arbitrary: leaf },
      { weight: 1, arbitrary: nodes.map((and) => ({ and })) },
      { weight: 1, arbitrary: nodes.map((or) => ({ or })) },
      { weight: 1, arbitrary: inner.map((not) => ({ not })) },
    );
  };
  return grow(grow(grow(leaf)));
};
