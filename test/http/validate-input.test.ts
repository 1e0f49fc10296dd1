import { describe, expect, test } from '@jest/globals';
import { Type } from 'typebox';
import { readQuery } from '../../src/http/read-query.js';
import { validateInput } from '../../src/http/validate-input.js';

describe('validating input', () => {
  const schema = Type.Object({
    name: Type.String(),
    note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    ids: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 3 })),
    mode: Type.Optional(Type.Enum(['a', 'b'])),
  });

  test('drops a redundant null and keeps one that the schema allows', () => {
    expect(validateInput(schema, { name: 'x', note: null, ids: null, other: 1 })).toEqual({
      name: 'x',
      note: null,
      other: 1,
    });
  });

  test.each([
    [{}, '`name` is required.'],
    [{ name: null }, '`name` is required.'],
    [{ name: 1 }, '`name` must be a string.'],
    [{ name: 'x', ids: [0] }, '`ids[0]` must be at least 1.'],
    [{ name: 'x', ids: ['1'] }, '`ids[0]` must be an integer.'],
    [{ name: 'x', ids: [1, 2, 3, 4] }, '`ids` must have at most 3 entries.'],
    [{ name: 'x', mode: 'c' }, '`mode` must be one of a, b.'],
    [[], 'The request body must be a JSON object.'],
    [null, 'The request body must be a JSON object.'],
    ['x', 'The request body must be a JSON object.'],
  ])('refuses %j with one sentence', (data, message) => {
    expect(() => validateInput(schema, data)).toThrow(message);
  });

  test('a member with a name from the prototype is an ordinary member', () => {
    const data: unknown = JSON.parse('{"name":"x","__proto__":{"ids":["x"]},"constructor":null}');
    const value = validateInput(schema, data);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value.ids).toBeUndefined();
  });
});

describe('reading a query', () => {
  const schema = Type.Object({
    page: Type.Optional(Type.Integer()),
    archived: Type.Optional(Type.Boolean()),
    name: Type.Optional(Type.String()),
  });

  test('converts values to the types in the schema and omits unknown ones', () => {
    expect(readQuery(schema, { page: '12', archived: 'false', name: '12', other: 'x' })).toEqual({
      page: 12,
      archived: false,
      name: '12',
    });
  });

  test.each(['1.5', '-1', ' 1', '1e3', '0x1', '', '9'.repeat(16)])(
    'keeps "%s" as text where an integer belongs',
    (page) => {
      expect(readQuery(schema, { page })).toEqual({ page });
      expect(() => validateInput(schema, { page })).toThrow('`page` must be an integer.');
    },
  );

  test('refuses a parameter that is given twice', () => {
    expect(() => readQuery(schema, { name: ['a', 'b'] })).toThrow('`name` must be given once.');
  });
});
