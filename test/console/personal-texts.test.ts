import { describe, expect, test } from '@jest/globals';
import { isLinkTemplate, isPicture, isPictureTemplate } from '../../web/console/pages/composer/addresses.js';
import {
  choiceOf,
  eventValue,
  outputOf,
  quoted,
  valuesOf,
} from '../../web/console/pages/composer/personal/expressions.js';
import { refusedTexts } from '../../web/console/pages/composer/personal/refused-fields.js';
import { suggestionsAt } from '../../web/console/pages/composer/personal/suggestions.js';
import {
  fixedText,
  rangeOf,
  typingPlaceAt,
  withStandIns,
} from '../../web/console/pages/composer/personal/template-text.js';
import { emptyMessage, emptyText, titleOf, withText } from '../../web/console/pages/composer/state.js';

const VALUES = valuesOf([
  { key: 'first_name', type: 'STRING', writableByDevice: true },
  { key: 'balance', type: 'NUMBER', writableByDevice: false },
  { key: 'born', type: 'DATE', writableByDevice: false },
]);

/** Returns the ids suggested at the `^` of a text, or the text after the first suggestion with a `^` at the cursor. */
const suggest = (marked: string) => {
  const cursor = marked.indexOf('^');
  const text = marked.replace('^', '');
  const place = typingPlaceAt(text, cursor);
  const found = place === null ? [] : suggestionsAt(place, VALUES);
  const [first] = found;
  if (first === undefined) return { ids: [], after: text };
  const { start, end, text: inserted, cursor: offset = inserted.length } = first.insertion;
  const after = `${text.slice(0, start)}${inserted.slice(0, offset)}^${inserted.slice(offset)}${text.slice(end)}`;
  return { ids: found.map(({ id }) => id), after };
};

describe('suggestions during typing', () => {
  test('offer values after two braces, and put the cursor in the quotes of the fallback', () => {
    expect(suggest('Hi {{^').ids).toContain('user.first_name');
    expect(suggest('Hi {{ first^, hello')).toEqual({
      ids: ['user.first_name', 'device.first_name'],
      after: 'Hi {{ user.first_name | default: "^" }}, hello',
    });
    expect(suggest('Hi {{ user.b^ }}!').after).toBe('Hi {{ user.balance | default: "^" }}!');
    expect(suggest('{{ app^').after).toBe('{{ app.name }}^');
  });

  test('offer filters after a bar, by the type of the value', () => {
    expect(suggest('{{ user.balance | ^ }}').ids).toEqual([
      'money: "EUR"',
      'plural: one: "", other: ""',
      'round',
      'default: ""',
    ]);
    expect(suggest('{{ user.born | in^ }}').after).toBe('{{ user.born | in_zone: "long"^ }}');
    expect(suggest('{{ user.first_name | def^').after).toBe('{{ user.first_name | default: "^"');
    expect(suggest('{{ user.nobody | up^').ids).toEqual(['upcase']);
  });

  test('offer nothing outside of braces, in quotes, or without a match', () => {
    for (const text of ['^', '{^', 'a {{ user.first_name }} b^', '{{ user.x | default: "us^', '{{ zzz^', '{{ a b^']) {
      expect({ text, ids: suggest(text).ids }).toEqual({ text, ids: [] });
    }
  });

  test('are limited to eight, however many attributes there are', () => {
    const many = Array.from({ length: 1_000 }, (_each, n) => ({ path: `user.a${n}`, type: 'STRING' as const }));
    const place = typingPlaceAt('{{ ', 3);
    const found = suggestionsAt(
      place as NonNullable<typeof place>,
      many.map((one) => ({ ...one, group: 'user', isAlwaysKnown: false })),
    );
    expect(found).toHaveLength(8);
  });
});

describe('the inserted text', () => {
  test('quotes a fallback, whatever it contains', () => {
    expect(quoted('you')).toBe('"you"');
    expect(quoted('the "boss"')).toBe(`'the "boss"'`);
    expect(quoted(`it's "it"`)).toBe(`"it's ”it”"`);
    expect(outputOf('user.name', 'you', ['capitalize'])).toBe('{{ user.name | default: "you" | capitalize }}');
    expect(outputOf('app.name', null)).toBe('{{ app.name }}');
  });

  test('compares by the type of the value', () => {
    const pick = (path: string) => VALUES.find((value) => value.path === path) ?? eventValue('total');
    const base = { operand: '7', ifTrue: 'A', ifFalse: 'B' };
    expect(choiceOf({ ...base, value: pick('user.first_name'), comparison: 'is' })).toBe(
      '{% if user.first_name == "7" %}A{% else %}B{% endif %}',
    );
    expect(choiceOf({ ...base, value: pick('user.balance'), comparison: 'isAbove', ifFalse: '' })).toBe(
      '{% if user.balance > 7 %}A{% endif %}',
    );
    expect(choiceOf({ ...base, value: eventValue('total'), comparison: 'isKnown' })).toBe(
      '{% if event.total %}A{% else %}B{% endif %}',
    );
    const member = { path: 'user.member', type: 'BOOLEAN' } as const;
    expect(choiceOf({ ...base, value: member, comparison: 'is', operand: '' })).toContain('user.member == true');
    const sizes = { path: 'user.sizes', type: 'LIST' } as const;
    expect(choiceOf({ ...base, value: sizes, comparison: 'contains' })).toContain('user.sizes contains "7"');
  });
});

describe('a text with values', () => {
  test('counts only the characters that every device gets', () => {
    expect(fixedText('Hi {{ user.name | default: "you" }}!')).toBe('Hi !');
    expect(fixedText('{% if user.pro %}A{% else %}B{% endif %}')).toBe('');
    expect(fixedText('Plain {text}')).toBe('Plain {text}');
  });

  test('is checked as an address with a word in place of each value', () => {
    expect(withStandIns('https://x.example/{{ user.id }}{% if a %}/b{% endif %}')).toBe('https://x.example/x/b');
    expect(isLinkTemplate('https://shop.example/{{ user.external_id | default: "a b" }}?x=1')).toBe(true);
    expect(isLinkTemplate('{{ user.link | default: "https://shop.example" }}')).toBe(true);
    expect(isLinkTemplate('shop.example/{{ user.external_id }}')).toBe(false);
    expect(isPictureTemplate('https://img.example/{{ user.plan }}.png')).toBe(true);
    expect(isPicture('https://img.example/{{ user.plan }}.png')).toBe(false);
    expect(isPictureTemplate('ftp://img.example/{{ user.plan }}.png')).toBe(false);
  });

  test('selects a mistake from its line and column to the end of the expression', () => {
    const text = 'Hi\n{{ user.name | nope }} there';
    expect(text.slice(...rangeOf(text, { line: 2, column: 1 }))).toBe('{{ user.name | nope }}');
    expect(text.slice(...rangeOf(text, { line: 2, column: 16 }))).toBe('nope }}');
    expect(rangeOf(text, { line: 9, column: 9 })).toEqual([text.length, text.length]);
    expect('{{ a'.slice(...rangeOf('{{ a', { line: 1, column: 1 }))).toBe('{{ a');
  });
});

test('refused texts are marked at their field, in their message', () => {
  const message = withText(emptyMessage('en'), emptyText('de'));
  const path = ['input', 'oneTime', 'pushes', '1', 'translations', '1', 'buttonLabels', 'buy'];
  const found = refusedTexts(
    [
      { field: path, message: 'Too long.' },
      { field: ['input', 'oneTime', 'scheduler', 'name'], message: 'Taken.' },
      { field: ['input', 'oneTime', 'pushes', '7', 'translations', '0', 'title'], message: 'Nowhere.' },
    ],
    [message, message],
  );
  expect([...found.keys()]).toEqual([1]);
  expect(found.get(1)).toMatchObject([{ field: 'buttonLabels.buy', language: 'de', line: null, message: 'Too long.' }]);
});

test('a message is named by its title without marks', () => {
  const titled = (title: string) => titleOf(withText(emptyMessage('en'), { ...emptyText('en'), title }));
  expect(titled('Hi {{ user.name | default: "you" }}!')).toBe('Hi …!');
  expect(titled('{% if user.pro %}{{ user.name }}{% endif %} 5')).toBe('… 5');
  expect(titled('{{ user.name }}')).toBe('{{ user.name }}');
});
