import { expect, test } from '@jest/globals';
import { buildSchema, getVariableValues, parse } from 'graphql';
import { findVariableErrors } from '../../src/schema/execution/variable-errors.js';

const schema = buildSchema(`
  enum Kind { ONE TWO }
  input Part { kind: Kind!, size: Int = 1, parts: [Part!], texts: [String] }
  input Either @oneOf { a: Int, b: String }
  type Query { find(part: Part, either: Either, ids: [ID!]!, size: Int! = 3): Int }
`);
const document = parse(
  'query ($part: Part, $either: Either, $ids: [ID!]!, $size: Int! = 3) { find(part: $part, either: $either, ids: $ids, size: $size) }',
);
const [operation] = document.definitions;
const definitions = operation?.kind === 'OperationDefinition' ? (operation.variableDefinitions ?? []) : [];

const judge = (variables: Record<string, unknown>) => findVariableErrors(schema, definitions, variables);

const KIND = { kind: 'ONE' };

test.each<[string, Record<string, unknown>]>([
  ['all that is needed', { ids: ['a', 1] }],
  ['one in place of a list, and a default', { ids: 'a', part: KIND }],
  ['nothing', {}],
  ['null for what must not be', { ids: null, size: null }],
  ['null within', { ids: ['a', null] }],
  ['another type', { ids: [], size: 'three' }],
  ['no object', { ids: [], part: [1, 'two', true, null, 0.5] }],
  ['another value of an enumeration', { ids: [], part: { kind: 'ONES' } }],
  ['what is needed left out', { ids: [], part: {} }],
  ['an unknown field, deep within', { ids: [], part: { ...KIND, parts: [KIND, { kind: 'TWO', sise: { a: [{}] } }] } }],
  ['more than it quotes', { ids: [], part: { kind: [[[[1]]], { a: { b: { c: {} } } }] } }],
  ['a long list', { ids: [], part: { kind: Array(12).fill(1) } }],
  ['a list with one more', { ids: [], part: { kind: Array(11).fill(1) } }],
  ['two of one', { ids: [], either: { a: 1, b: 'x' } }],
  ['null of one', { ids: [], either: { a: null } }],
  ['names that objects have by themselves', { ids: [], part: JSON.parse('{"__proto__": 1, "constructor": 2}') }],
])("%s: the error matches graphql-js's", (_what, variables) => {
  const { errors = null } = getVariableValues(schema, definitions, variables);
  expect(judge(variables)).toEqual(errors);
});

test('the first five are listed, and the error says that there are more', () => {
  const wrong = (count: number) => judge({ ids: [], part: { ...KIND, texts: Array(count).fill(1) } }) ?? [];
  expect(wrong(5).map(({ message }) => message.includes('got invalid value 1 at "part.texts['))).toEqual(
    Array(5).fill(true),
  );
  expect(wrong(5_000)).toHaveLength(6);
  expect(wrong(6).at(-1)?.message).toMatch(/^Too many errors/);
});

test('however large a value is, the error quotes little of it and says what is wrong', () => {
  const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`field${n}`, 'x'.repeat(1_000)]));
  const errors = judge({ ids: [], part: { ...KIND, ...unknown } }) ?? [];
  expect(errors).toHaveLength(6);
  for (const { message } of errors.slice(0, 5)) {
    expect(message.length).toBeLessThan(1_000);
    expect(message).toMatch(/; Field "field\d" is not defined by type "Part"/);
  }
  const [long] = judge({ ids: [], part: { ...KIND, ['😀'.repeat(100_000)]: '😀'.repeat(100_000) } }) ?? [];
  expect(long?.message.length).toBeLessThan(2_000);
  expect(long?.message).not.toMatch(/\p{Cs}/u);
});
