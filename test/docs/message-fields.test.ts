import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { FIELD_LIST } from '../../src/ports/message-fields.js';
import { PROVIDERS } from '../../src/providers/providers.js';

/** The columns of the table, in its order. */
const COLUMNS = ['provider_a', 'provider_c', 'webpush', 'provider_b'] as const;

const read = (page: string): string => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');

const rows = new Map(
  read('messages.md')
    .split('\n')
    .flatMap((line) => {
      const [, field = '', ...cells] = line.split('|').map((cell) => cell.trim());
      return /^`\w+`$/.test(field) ? [[field.slice(1, -1), cells.slice(0, COLUMNS.length)] as const] : [];
    }),
);

test('the table of fields has a row for each field', () => {
  expect([...rows.keys()].toSorted()).toEqual(FIELD_LIST.map(({ name }) => name).toSorted());
});

test.each(COLUMNS)('the table says "-" exactly for fields that %s does not support', (provider) => {
  const { fields } = PROVIDERS[provider];
  const said = FIELD_LIST.map(({ name }) => [name, rows.get(name)?.[COLUMNS.indexOf(provider)] === '-']);
  expect(said).toEqual(FIELD_LIST.map(({ name }) => [name, fields[name] === null]));
});

test('each field of the graph has a rule', () => {
  const [, section = ''] = read('rules.md').split('id="message-fields"');
  const [table = ''] = section.split('id="provider-rules"');
  const names = FIELD_LIST.filter(({ rest }) => rest === null).map(({ name }) => name);
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
