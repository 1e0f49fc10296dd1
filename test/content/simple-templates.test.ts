import { expect, test } from '@jest/globals';
import { parseTemplate, type Roots, renderTemplate } from '../../src/content/liquid/engine.js';
import { compileSimple } from '../../src/content/liquid/simple-template.js';
import { type Meter, unrenderedOf } from '../../src/content/liquid/stops.js';

/** A time limit that a busy machine does not reach. */
const UNLIMITED = { check: () => undefined, use: () => undefined } as unknown as Meter;
const VIEWER = { deviceLanguage: 'en', textLanguage: 'en', zone: 'UTC' };
const rootsWith = (user: object): Roots => ({ __proto__: null, user, device: {}, app: { name: 'Shop' } }) as never;

const PEOPLE = [
  {},
  { age: 17, name: 'Anna', vip: true, tags: ['a', 'b'], size: 'L' },
  { age: 18, name: '', vip: false, tags: [] },
  { age: '18', name: 'x'.repeat(300), other: { name: 'y' } },
].map(rootsWith);

const VALUES = [
  'user.age',
  'user.name',
  'user.vip',
  'user.tags',
  'user.other.name',
  'user["name"]',
  '18',
  '"Anna"',
  'true',
];
const CONDITIONS = VALUES.flatMap((left) => [
  left,
  ...['==', '!=', '<', '<=', '>', '>='].flatMap((operator) =>
    ['user.age', 'user.name', '18', '"Anna"', 'user.nobody'].map((right) => `${left} ${operator} ${right}`),
  ),
  `${left} and user.vip or user.age > 17`,
]);
const SIMPLE = [
  'plain',
  ...VALUES.flatMap((value) => [
    `a {{ ${value} }} b`,
    `{{- ${value} | default: "none" -}} b`,
    `{{ ${value} | default: 7 }}`,
  ]),
  ...CONDITIONS.map(
    (condition) => `{% if ${condition} %}yes{% elsif user.vip %}vip{% else %}no {{ user.name }}{% endif %}`,
  ),
  '{% if user.vip %}{% if user.age == 17 %}{{ user.name }}{% endif %}{% endif %}',
  '{{ user.constructor }}{{ user.name.length }}{{ app.name }}{{ nobody }}{{ user }}',
];

const said = (render: () => string): string => {
  try {
    return render();
  } catch (error) {
    const { outcome, code, detail } = unrenderedOf(error);
    return `${outcome} ${code} ${detail}`;
  }
};

test('a simple template renders exactly like liquidjs, with and without missing values', () => {
  for (const source of SIMPLE) {
    const nodes = parseTemplate(source);
    for (const isStrict of [false, true]) {
      const simple = compileSimple(nodes, isStrict);
      if (simple === null) throw new Error(`${source} is not simple`);
      for (const roots of PEOPLE) {
        const theirs = said(() => renderTemplate(nodes, { roots, viewer: VIEWER, isStrict, meter: UNLIMITED }));
        expect([source, isStrict, said(() => simple(roots))]).toEqual([source, isStrict, theirs]);
      }
    }
  }
});

test.each([
  '{% assign user = 1 %}{{ user }}',
  '{% for a in user.tags %}{{ a }}{% endfor %}',
  '{{ user.name | upcase }}',
  '{{ user.tags.size }}',
  '{{ user.tags.first }}',
  '{{ user.tags[0] }}',
  '{{ user[user.name] }}',
  '{% if user.tags contains "a" %}x{% endif %}',
  '{% if user.name == empty %}x{% endif %}',
  '{% if user.name == blank %}x{% endif %}',
  '{% if user.name %}{% abort_message %}{% endif %}',
  '{% unless user.vip %}x{% endunless %}',
])('leaves %s to liquidjs', (source) => {
  expect(compileSimple(parseTemplate(source), false)).toBeNull();
});
