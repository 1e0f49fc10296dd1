import { describe, expect, test } from '@jest/globals';
import { lintTemplate, sayProblem } from '../../src/content/liquid/lint.js';
import type { MessageContext } from '../../src/content/liquid/template-roots.js';
import { PushContent } from '../../src/content/push-content.js';
import type { DeviceValues } from '../../src/entities/device.js';
import { contentFor } from '../../src/providers/slots.js';
import { cpuMsOf } from '../support/least-of.js';

const ABOUT: MessageContext = {
  app: { id: 1, name: 'Shop' },
  run: { id: 7, name: 'Weekly', userId: 3 },
  event: '{"order":"A-17","items":2}',
};

const ANNA: DeviceValues = {
  id: 5,
  token: 't',
  language: 'de-AT',
  timezone: 'Europe/Vienna',
  country: 'AT',
  externalUserId: 'anna-1',
  attributes: '{"age":41,"first_name":"Anna","points":1,"renews":"2026-03-01T22:30:00.000Z","tags":["a","b"]}' as never,
};

interface Given {
  readonly device?: Partial<DeviceValues>;
  readonly missing?: 'DEFAULT' | 'ABORT';
  readonly language?: string;
}

/** Renders one text, or returns the code and detail of the failure. */
const render = (text: string, { device = {}, missing = 'DEFAULT', language = 'en' }: Given = {}): string => {
  const content = new PushContent({ defaultLang: language, missing, translations: [{ language, title: 'T', text }] });
  const viewer = { ...ANNA, ...device };
  const slots = content.slotsOf(viewer, ABOUT);
  if (slots !== null && 'code' in slots) return `${slots.outcome} ${slots.code}: ${slots.detail}`;
  const { content: shared } = content.render(viewer);
  return contentFor({ content: shared, ...(slots && { slots }) }).text;
};

describe('roots, tags and filters', () => {
  test.each([
    ['Hi {{ user.first_name }}', 'Hi Anna'],
    ['{{ user.last_name | default: "friend" }}', 'friend'],
    ['[{{ user.last_name }}]', '[]'],
    ['{{ user.external_id }} {{ device.country }} {{ device.age }}', 'anna-1 AT 41'],
    ['{{ app.name }} {{ run.id }} {{ run.name }}', 'Shop 7 Weekly'],
    ['Order {{ event.order }}, {{ event.items | plural: one: "item", other: "items" }}', 'Order A-17, items'],
    ['{{ user.points }} {{ user.points | plural: one: "point", other: "points" }}', '1 point'],
    ['{% if user.age > 40 and user.points == 1 %}yes{% else %}no{% endif %}', 'yes'],
    ['{% if user.score < 17 %}less{% endif %}{% if user.score >= 0 %}more{% endif %}.', '.'],
    ['{% unless user.vip %}plain{% endunless %}', 'plain'],
    ['{% case device.country %}{% when "AT" %}Servus{% else %}Hello{% endcase %}', 'Servus'],
    ['{% for tag in user.tags %}{% if tag == "b" %}{% break %}{% endif %}{{ tag }}!{% endfor %}', 'a!'],
    ['{% assign name = user.first_name | upcase %}{% capture x %}<{{ name }}>{% endcapture %}{{ x }}', '<ANNA>'],
    ['{{ 1234.5 | money: "EUR" }}', '€ 1.234,50'],
    ['{{ user.renews | in_zone: "%d.%m.%Y %H:%M" }}', '01.03.2026 23:30'],
    ['{{ user.renews | date: "%-d %B %Y, %I:%M %p" }}', '1 March 2026, 10:30 PM'],
    ['{{ user.renews | in_zone: "long" }}', 'March 1, 2026'],
    ['{{ user.first_name | append: "<b>" | url_encode }}', 'Anna%3Cb%3E'],
    ['{{ user.first_name | append: "<b>" }}', 'Anna<b>'],
    ['{{ "<b>1 & 2</b>" | escape }} {{ "1 &amp; 2 <" | escape_once }}', '&lt;b&gt;1 &amp; 2&lt;/b&gt; 1 &amp; 2 &lt;'],
    ['{{ "<p>Hello<br>there</p><script>x</script>" | strip_html }}', 'Hellothere'],
    [
      '{{ user.renews | date: "%F %T, %D %R, %l:%M %P, 100%%F" }}',
      '2026-03-01 22:30:00, 03/01/26 22:30, 10:30 pm, 100%F',
    ],
    [
      '{{ "aaXaa" | replace_last: "aa", "b" }} {{ "aaa" | remove_last: "aa" }} {{ "ab" | remove_last: "c" }}',
      'aaXb a ab',
    ],
    ['{{ "Ü1" | base64_encode }} {{ "w5wx" | base64_decode }} {{ "1,2,x,3" | split: "," | sum }}', 'w5wx Ü1 6'],
  ])('renders %s', (template, expected) => {
    expect(render(template).replaceAll(/\s/g, ' ')).toBe(expected);
  });

  test("chooses plurals and month names by the text's language, and money formats by the device's", () => {
    expect(render('{{ 3 | plural: one: "bod", few: "body", other: "bodů" }}', { language: 'cs' })).toBe('body');
    expect(render('{{ user.renews | in_zone: "%A, %e. %B" }}', { language: 'de' })).toBe('Sonntag, 1. März');
    expect(render('{{ 5 | money: "USD" }}', { device: { language: 'en-US' } })).toBe('$5.00');
  });

  test('takes `now` and `today` for the present', () => {
    expect(render('{{ "now" | date: "%Y" }} {{ "today" | in_zone: "%Y" }}')).toMatch(/^20\d\d 20\d\d$/);
  });

  test.each([
    '{{ user.constructor }}{{ user.__proto__ }}{{ user["__proto__"] }}{{ device.toString }}{{ constructor }}',
    '{{ user.first_name.constructor.name }}{{ user.tags.constructor }}{{ user.tags.map }}{{ __proto__.x }}',
    '{{ user }}{{ device }}',
  ])('reveals nothing of the program: %s', (template) => {
    expect(render(`.${template}`)).toBe('.');
  });
});

describe('missing values', () => {
  test('abort the message of a push with `missing: ABORT`, unless there is a default or a condition', () => {
    const missing = 'ABORT';
    expect(render('{{ user.last_name }}', { missing })).toBe('ABORTED RULE:VALUE_MISSING: user.last_name');
    expect(render('{{ device.country }}', { missing, device: { country: null } })).toContain('VALUE_MISSING');
    expect(render('{{ user.last_name | default: "x" }}', { missing })).toBe('x');
    expect(render('{% if user.last_name %}a{% else %}b{% endif %}', { missing })).toBe('b');
    expect(render('{% if user.score > 17 %}a{% else %}b{% endif %}', { missing })).toBe('b');
    expect(render('{{ user.first_name }}', { missing })).toBe('Anna');
  });

  test('abort the message through a variable too, unless it is tested or has a default', () => {
    const missing = 'ABORT';
    const aborted = expect.stringContaining('VALUE_MISSING');
    expect(render('{% assign x = user.last_name %}Hi {{ x }}', { missing })).toEqual(aborted);
    expect(render('{% assign x = user.last_name | upcase %}Hi {{ x }}', { missing })).toEqual(aborted);
    expect(render('{{ "Hi " | append: user.last_name }}', { missing })).toEqual(aborted);
    expect(render('{% assign x = user.last_name %}Hi{% if x %} {{ x }}{% endif %}', { missing })).toBe('Hi');
    expect(render('{% assign x = user.last_name | default: "you" %}Hi {{ x }}', { missing })).toBe('Hi you');
    expect(render('{% assign x = user.last_name %}Hi {{ x | default: "you" }}', { missing })).toBe('Hi you');
    expect(render('{% assign x = user.first_name | upcase %}Hi {{ x }}', { missing })).toBe('Hi ANNA');
    expect(render('{% assign x = user.last_name | append: "!" %}Hi {{ x }}')).toBe('Hi !');
  });

  test('a division by zero aborts the message instead of writing Infinity', () => {
    expect(render('{{ user.age | divided_by: user.points }} {{ user.age | modulo: 2 }}')).toBe('41 1');
    const divisions = ['user.age | divided_by: 0', 'user.age | divided_by: user.none', '0 | modulo: 0'];
    for (const division of divisions) {
      const stopped = 'RENDER_FAILED RULE:TEMPLATE_FAILED: it divides by zero';
      expect(render(`{{ ${division} | append: "x" }}`)).toBe(stopped);
    }
  });

  test('a template can abort its message with a reason', () => {
    expect(render('{% if user.age > 40 %}{% abort_message "too old" %}{% endif %}Hi')).toBe(
      'ABORTED RULE:TEMPLATE_ABORTED: too old',
    );
    expect(render("{% abort_message('x') %}")).toContain(': x');
    expect(render('{% abort_message %}')).toContain(': no reason given');
    expect(render('{% if user.age > 50 %}{% abort_message "too old" %}{% endif %}Hi')).toBe('Hi');
  });
});

describe('fields', () => {
  const rendered = (translation: object, push: object = {}): object => {
    const given = { title: 'T', text: 'T', language: 'en', ...translation };
    const content = new PushContent({ defaultLang: 'en', missing: 'DEFAULT', translations: [given], ...push });
    const slots = content.slotsOf(ANNA, ABOUT);
    if (slots !== null && 'code' in slots) return slots;
    return contentFor({ content: content.render(ANNA).content, ...(slots && { slots }) });
  };

  test('every visible text and link is a template', () => {
    const name = '{{ user.first_name }}';
    const all = { title: name, text: name, subtitle: name, link: `https://x.example/${name}` };
    const image = `https://x.example/{{ user.external_id | url_encode }}.png`;
    expect(rendered({ ...all, image, buttonLabels: { a: `For ${name}`, b: 'Close' } })).toMatchObject({
      ...{ title: 'Anna', text: 'Anna', subtitle: 'Anna', link: 'https://x.example/Anna' },
      ...{ image: 'https://x.example/anna-1.png', buttonLabels: { a: 'For Anna', b: 'Close' } },
    });
  });

  test('a rendered link must be valid, and never have a dangerous scheme', () => {
    const bad = { outcome: 'RENDER_FAILED', code: 'RULE:TEMPLATE_FAILED' };
    expect(rendered({ link: 'https://x.example/{{ "a b" }}' })).toMatchObject(bad);
    expect(rendered({ link: 'java{{ "script" }}:alert(1)' })).toMatchObject(bad);
    expect(rendered({ image: 'x{{ "y" }}:z' })).toMatchObject(bad);
    expect(rendered({ link: 'https://x.example/{{ "a b" | url_encode }}' })).toMatchObject({
      link: 'https://x.example/a+b',
    });
  });

  test('texts are shortened between graphemes, empty ones are omitted, and a required one must not be empty', () => {
    const long = '{% for i in (1..100) %}👩‍👩‍👧{{ user.first_name }}{% endfor %}';
    const { title } = rendered({ title: long }) as { title: string };
    expect([...title].length).toBeLessThanOrEqual(255);
    expect(title).toMatch(/^(?:👩‍👩‍👧Anna)+(?:👩‍👩‍👧)?A?n?n?a?…$/u);
    expect(rendered({ subtitle: '{{ user.nothing }}' })).toMatchObject({ subtitle: null });
    expect(rendered({ title: ' {{ user.nothing }}' })).toMatchObject({ detail: '`title` is empty' });
  });

  test('a push without `missing` is sent unchanged, and without Liquid it stays shared', () => {
    const text = 'Braces {{ user.first_name }} {% if %}';
    expect(rendered({ text }, { missing: null })).toMatchObject({ text });
    const plain = new PushContent({
      defaultLang: 'en',
      missing: 'ABORT',
      translations: [{ language: 'en', title: 'T', text: 'T' }],
    });
    expect([plain.variesByDevice, plain.needs]).toEqual([false, []]);
  });

  test('reads only the columns that the template names', () => {
    const needs = (text: string) =>
      new PushContent({ defaultLang: 'en', missing: 'DEFAULT', translations: [{ language: 'en', title: 'T', text }] })
        .needs;
    expect(needs('{{ device.language }}')).toEqual(['attributes']);
    expect(needs('{{ user.external_id }}')).toEqual(['attributes', 'externalUserId']);
    expect(needs('{{ "now" | in_zone: "%H" }}')).toEqual(['timezone']);
    expect(needs('{{ device[user.x] }}')).toContain('appVersion');
  });
});

describe('mistakes and warnings', () => {
  const lint = (source: string): string[] =>
    lintTemplate(source).problems.map(
      (problem) => `${problem.severity} ${problem.line}:${problem.column} ${sayProblem(problem)}`,
    );

  test.each([
    ['{{ user.a', 'ERROR 1:1 Output "{{ user.a" not closed.'],
    ['Hi\n {% if user.a %}x', 'ERROR 2:2 Tag {% if user.a %} not closed.'],
    ['{% include "x" %}', 'ERROR 1:1 Tag "include" not found.'],
    ['{% render "x" %}', 'ERROR 1:1 Tag "render" not found.'],
    ['{% raw %}{% endraw %}', 'ERROR 1:1 Tag "raw" not found.'],
    ['a {{ user.a | shout }}', 'ERROR 1:3 Undefined filter: shout.'],
    ['{% abort_message reason %}', 'ERROR 1:1 "abort_message" takes a reason in quotes'],
    ['{{ name | default: 1 }}', 'ERROR 1:4 "name" is not known.'],
    ['{% if customer.vip %}x{% endif %}', 'ERROR 1:7 "customer" is not known.'],
    ['{{ app.title }}', 'ERROR 1:4 "app.title" is not known. `app` has name; `run` has'],
    ['{{ 5 | money: "euro" }}', 'ERROR 1:1 `money` needs a currency of three letters'],
    ['{{ 5 | plural: one: "x" }}', 'ERROR 1:1 `plural` needs the form `other`.'],
    ['{% if user.vip %}\n{{ user.name }}{% endif %}', 'WARNING 2:1 `user.name` may be missing.'],
    ['{{ preferences_url }}', 'WARNING 1:1 `preferences_url` may be missing.'],
    ['{% assign x = user.name | upcase %}{{ x }}', 'WARNING 1:36 `x` may be missing.'],
    ['{{ "Hi " | append: user.name }}', 'WARNING 1:1 `user.name` may be missing.'],
  ])('%s', (source, expected) => {
    expect(lint(source)).toEqual([expect.stringContaining(expected)]);
  });

  test('does not warn about defaults, own variables and fixed values', () => {
    expect(lint('{{ user.a | upcase | default: "x" }} {{ app.name }} {{ run.id }}')).toEqual([]);
    expect(lint('{% assign a = 1 %}{{ a }}{% for t in user.tags %}{{ t }}{{ forloop.index }}{% endfor %}')).toEqual([]);
    expect(lintTemplate('{{ user.plan | default: "x" }} {{ user.external_id }}').attributes).toEqual([
      { key: 'plan', line: 1, column: 4 },
    ]);
  });
});

describe('limits', () => {
  const LIMIT = 'RENDER_FAILED RULE:TEMPLATE_LIMIT';
  const doubling = '{% assign x = "0123456789" %}';

  test.each([
    ['nested loops', '{% for a in (1..500) %}{% for b in (1..500) %}{{ a }}{% endfor %}{% endfor %}'],
    ['a loop without a body', '{% for a in (1..9000) %}{% for b in (1..9000) %}{% endfor %}{% endfor %}'],
    ['a huge range', '{% for a in (1..1000000) %}{{ a }}{% endfor %}'],
    ['an endless range', '{% for a in (1..9007199254740991) %}{{ a }}{% endfor %}'],
    ['a range without a loop', '{% assign a = (1..100000000) %}{{ a | size }}'],
    ['doubling by append', `${doubling + '{% assign x = x | append: x %}'.repeat(60)}{{ x | size }}`],
    ['doubling by captures', `${doubling + '{% capture x %}{{ x }}{{ x }}{% endcapture %}'.repeat(60)}{{ x | size }}`],
    ['doubling by replace', `${doubling + '{% assign x = x | replace: "0", x %}'.repeat(40)}{{ x | size }}`],
    ['doubling by concat', `{% assign x = "a,b" | split: "," %}${'{% assign x = x | concat: x %}'.repeat(60)}`],
    ['removals', '{% assign x = (1..5000) | join %}{% for a in (1..9) %}{{ x | remove_last: "z" | size }}{% endfor %}'],
    ['joins', '{% assign x = (1..9000) | join: "0123456789012345678901234567890123456789" %}{{ x | size }}'],
    ['sorts', '{% assign x = (1..9000) %}{% for a in x %}{% assign y = x | sort | reverse | uniq %}{% endfor %}'],
    [
      'searches',
      '{% assign x = (1..9000) | join %}{% for a in (1..9000) %}{% if x contains "9 9 9" %}{% endif %}{% endfor %}{% for a in (1..9000) %}{{ a }}{% endfor %}',
    ],
  ])('stop %s', async (_name, template) => {
    expect(await cpuMsOf(() => expect(render(template)).toContain(LIMIT))).toBeLessThan(500);
  });

  test('stop deep nesting without a stack overflow', () => {
    const deep = `${'{% if 1 %}'.repeat(150)}x${'{% endif %}'.repeat(150)}`;
    expect(render(deep)).toBe('x');
  });

  test('fail a translation without rendering after 20 renders beyond a limit', async () => {
    const text = '{% for a in (1..500) %}{% for b in (1..500) %}{% endfor %}{% endfor %}';
    const content = new PushContent({
      defaultLang: 'en',
      missing: 'DEFAULT',
      translations: [
        { language: 'en', title: 'T', text },
        { language: 'de', title: 'T', text: 'Hallo {{ user.first_name }}' },
      ],
    });
    const english = { ...ANNA, language: 'en' };
    for (let count = 0; count < 20; count += 1) content.slotsOf(english, ABOUT);
    const ms = await cpuMsOf(() => {
      for (let count = 0; count < 100_000; count += 1) content.slotsOf(english, ABOUT);
    });
    expect(ms).toBeLessThan(1_000);
    expect(content.slotsOf(english, ABOUT)).toMatchObject({ detail: '20 messages exceeded a limit' });
    expect(content.slotsOf(ANNA, ABOUT)).toEqual(['Hallo Anna']);
  });
});
