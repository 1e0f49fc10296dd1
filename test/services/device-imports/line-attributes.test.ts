import { describe, expect, test } from '@jest/globals';
import type { AttributeType } from '../../../src/ports/attributes.js';
import { readAttributeColumn } from '../../../src/services/device-imports/attribute-columns.js';
import type { GivenAttribute } from '../../../src/services/device-imports/device-columns.js';
import { LineAttributes } from '../../../src/services/device-imports/line-attributes.js';

const given = (name: string, value: unknown, isText: boolean): GivenAttribute => {
  const column = readAttributeColumn(name);
  if (!column) throw new Error(`${name} is no attribute column`);
  return { column, value, isText };
};
const cell = (name: string, text: string) => given(name, text, true);

const open = (types: Readonly<Record<string, AttributeType>> = {}) => {
  const defined: [string, AttributeType][] = [];
  const attributes = new LineAttributes(new Map(Object.entries(types)), async (key, type) => {
    defined.push([key, type]);
    return type;
  });
  const read = async (line: readonly GivenAttribute[], hasUser = true) => {
    const changes = await attributes.read(line, hasUser);
    attributes.learn(changes);
    return changes;
  };
  return { attributes, read, defined };
};

describe('attributes in lines', () => {
  test('a text gets the type of its key, or the type that it looks like if the key has none', async () => {
    const { read } = open({ zip: 'STRING', teams: 'LIST', since: 'DATE', ok: 'BOOLEAN', size: 'NUMBER' });
    const known = [
      ...[cell('attr.zip', '1010'), cell('attr.teams', 'Reds|a\\|b'), cell('attr.since', '2026-01-01')],
      ...[cell('attr.ok', 'TRUE'), cell('attr.size', '1e3')],
    ];
    const typed = { zip: '1010', teams: ['Reds', 'a|b'], since: '2026-01-01', ok: true, size: 1_000 };
    expect((await read(known)).user).toEqual(typed);
    const guessed = ['12', '-0.5', '007', '+44', '1e3', 'false', 'yes', '2026-01-01', '', ' 5'];
    const { read: readNew } = open();
    const { user } = await readNew(guessed.map((text, index) => cell(`attr.k${index}`, text)));
    expect(Object.values(user)).toEqual([12, -0.5, '007', '+44', '1e3', false, 'yes', '2026-01-01', '', ' 5']);
  });

  test('the first line with a key sets its type for the others', async () => {
    const { read } = open();
    await read([cell('attr.size', '42')]);
    await expect(read([cell('attr.size', 'XL')])).rejects.toThrow(
      '`attr.size` must be a number, because the key has the type NUMBER.',
    );
    await read([cell('attr.code', 'A1')]);
    expect((await read([cell('attr.code', '42')])).user).toEqual({ code: '42' });
  });

  test('a refused line sets no type', async () => {
    const { attributes, read } = open();
    expect(() => attributes.read([cell('attr.size', '42'), cell('attr.name', 'x'.repeat(256))], true)).toThrow(
      '`attributes.name` must be',
    );
    expect((await read([cell('attr.size', 'XL')])).user).toEqual({ size: 'XL' });
  });

  test('a column with a type defines its key before the first value does', async () => {
    const { read, defined } = open({ zip: 'NUMBER' });
    expect((await read([cell('attr.since:string', '2026-01-01'), cell('attr.size:number', '5')])).user).toEqual({
      since: '2026-01-01',
      size: 5,
    });
    await read([cell('attr.since:string', '2026-01-02')]);
    expect(defined).toEqual([
      ['since', 'STRING'],
      ['size', 'NUMBER'],
    ]);
    await expect(read([cell('attr.zip:string', '1010')])).rejects.toThrow(
      '`attr.zip:string` has a different type than the key, NUMBER.',
    );
  });

  test('values belong to the user of the line, or to the device if it has none or the column says so', async () => {
    const line = [cell('device_attr.plan', 'own'), cell('attr.plan', 'pro'), given('attr.old', null, false)];
    const { read } = open();
    expect(await read(line)).toEqual({ user: { plan: 'pro', old: null }, own: { plan: 'own' } });
    expect(await read(line, false)).toEqual({ user: {}, own: { plan: 'own', old: null } });
  });

  test.each([
    'attr.',
    'attr.Plan',
    'attr.9',
    'attr.a b',
    'device_attr.a:',
    'attr.a:text',
    'attr.a:string:x',
    `attr.${'x'.repeat(41)}`,
  ])('a column cannot be named %s', (name) => {
    expect(() => readAttributeColumn(name)).toThrow(/must be named (device_)?attr\.KEY/);
  });
});
