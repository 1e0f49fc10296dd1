import { describe, expect, test } from '@jest/globals';
import { MESSAGE_FIELDS } from '../../src/ports/message-fields.js';
import { FCM_FIELDS } from '../../src/providers/provider-a/fcm-fields.js';
import { ONESIGNAL_FIELDS } from '../../src/providers/provider-b/onesignal-fields.js';
import { APNS_FIELDS } from '../../src/providers/provider-c/apns-fields.js';
import { WEB_PUSH_FIELDS } from '../../src/providers/webpush/web-push-fields.js';
import { checkHttpUrl, checkLink } from '../../src/services/rules/text-rules.js';
import { Violations } from '../../src/services/rules/violations.js';
import { isLink, isPicture } from '../../web/console/pages/composer/addresses.js';
import { SETTING_LIST, SUBTITLE_CARRIED_BY } from '../../web/console/pages/composer/fields/field-list.js';
import { measure } from '../../web/console/pages/composer/limits.js';
import { nextMinute, nextMoments, wallClock } from '../../web/console/pages/composer/moments.js';
import { readState } from '../../web/console/pages/composer/read-draft.js';
import {
  type ComposerState,
  emptyMessage,
  emptyText,
  nameOf,
  withDay,
  withoutText,
  withText,
} from '../../web/console/pages/composer/state.js';
import { at, NOW, OTHER, SALE, START, WRITTEN } from './support/composer-states.js';

type Path = readonly string[];

/** The leaves of an object, with their paths. */
const leavesOf = (value: unknown, path: Path = []): (readonly [Path, unknown])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...path, name]))
    : [[path, value]];

const leafAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name], value);

describe('a draft', () => {
  test('is read as written', () => {
    const state = { ...WRITTEN, when: at({ kind: 'WEEKLY', localTime: true }) };
    expect(readState(JSON.parse(JSON.stringify(state)), START)).toEqual(state);
  });

  test('keeps every field, even one that is initially null', () => {
    expect(leavesOf(OTHER).filter(([path, value]) => value === leafAt(START, path))).toEqual([]);
    expect(readState(JSON.parse(JSON.stringify(OTHER)), START)).toEqual(OTHER);
  });

  test('keeps a null that the start value does not have', () => {
    const start: ComposerState = { ...START, messages: [{ ...SALE, pushId: 'push-1' }] };
    expect(readState(JSON.parse(JSON.stringify(WRITTEN)), start)).toEqual(WRITTEN);
  });

  test('drops items of another shape from its lists', () => {
    const { audience, when } = readState(
      { audience: { tags: ['vip', 7, null], events: 'basket' }, when: { kind: 'SOON', weekly: ['x', { day: 2 }] } },
      START,
    );
    expect(audience).toEqual({ ...START.audience, tags: ['vip'] });
    expect(when).toEqual(at({ weekly: [{ day: 2, time: '09:00' }] }));
  });

  test('with an invalid shape falls back to the start value', () => {
    const read = readState({ name: 7, messages: {}, when: { kind: 'ONCE', weekly: 1 } }, START);
    expect(read.name).toBe('');
    expect(read.when).toEqual(at({ kind: 'ONCE' }));
    expect(readState(null, START)).toEqual(START);
    expect(readState({ messages: ['x', { texts: 7 }] }, START)).toEqual(START);
  });

  test('from the time of single messages becomes that message', () => {
    const { messages } = readState({ defaultLang: 'de', texts: [{ language: 'de', title: 'Hallo' }, 'x'] }, START);
    expect(messages).toEqual([{ ...emptyMessage('de'), texts: [{ ...emptyText('de'), title: 'Hallo' }] }]);
  });

  test('keeps its default language, and is named by its title until it has a name', () => {
    expect(withoutText(SALE, 'en')).toBe(SALE);
    expect(withoutText(withText(SALE, emptyText('de')), 'de').texts).toHaveLength(1);
    expect(nameOf(WRITTEN)).toBe('Sale');
    expect(nameOf({ ...WRITTEN, name: ' Spring ' })).toBe('Spring');
  });

  test('keeps the order of times during typing', () => {
    expect(withDay(START.when, 3, ['18:00', '07:00'])).toEqual([
      { day: 1, time: '09:00' },
      { day: 3, time: '18:00' },
      { day: 3, time: '07:00' },
    ]);
  });
});

describe('the address of a link or picture', () => {
  const ADDRESSES = [
    '',
    'https://example.com/a?b=c#d',
    'http://example.com',
    'HTTPS://EXAMPLE.COM',
    'myapp://sale',
    'mailto:ann@example.com',
    'www.example.com',
    'https:example.com',
    'https:/example.com',
    'https://',
    'https://exa mple.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:https://example.com/1',
    'ftp://example.com/a.png',
    `https://example.com/${'x'.repeat(2_048)}`,
  ];

  test.each(ADDRESSES)('%j is checked like in the service', (address) => {
    const takes = (check: typeof checkLink): boolean => {
      const violations = new Violations();
      check(violations, 'address', address === '' ? null : address);
      return violations.isEmpty;
    };
    expect([isLink(address), isPicture(address)]).toEqual([takes(checkLink), takes(checkHttpUrl)]);
  });
});

describe('the size of a message', () => {
  const text = { ...emptyText('en'), title: 'Größe', text: '😀'.repeat(10) };

  test('is counted in bytes as sent to each provider', () => {
    const [apple] = measure(text, ['PROVIDER_C']);
    const payload = { aps: { alert: { title: text.title, body: text.text } } };
    expect(apple).toEqual({
      provider: 'PROVIDER_C',
      bytes: Buffer.byteLength(JSON.stringify(payload)) + 85,
      max: 4096,
    });
  });

  test('has a lower limit in browsers, whose messages are encrypted', () => {
    const long = { ...text, text: 'x'.repeat(3_900) };
    const fits = measure(long, ['PROVIDER_C', 'WEBPUSH']).map(({ bytes, max }) => bytes <= max);
    expect(fits).toEqual([true, false]);
  });
});

describe('the next moments', () => {
  const instants = (when: Partial<ComposerState['when']>, now = NOW) =>
    nextMoments(at(when), now).map(({ at: instant }) => new Date(instant).toISOString());

  test("of a week are five, by the zone's local time, across a clock change", () => {
    const weekly = [{ day: 7, time: '12:00' }];
    const now = Date.parse('2027-03-20T00:00:00Z');
    expect(instants({ kind: 'WEEKLY', weekly }, now)).toEqual([
      '2027-03-21T11:00:00.000Z',
      '2027-03-28T10:00:00.000Z',
      '2027-04-04T10:00:00.000Z',
      '2027-04-11T10:00:00.000Z',
      '2027-04-18T10:00:00.000Z',
    ]);
  });

  test('show the effect of a clock change on a skipped or repeated time', () => {
    const spring = { kind: 'ONCE', date: '2027-03-28', time: '02:30' } as const;
    expect(nextMoments(at(spring), NOW)).toMatchObject([
      { at: Date.parse('2027-03-28T01:00:00Z'), clockChange: 'SKIPPED' },
    ]);
    const autumn = { kind: 'ONCE', date: '2027-10-31', time: '02:30' } as const;
    expect(nextMoments(at(autumn), NOW)).toMatchObject([
      { at: Date.parse('2027-10-31T00:30:00Z'), clockChange: 'REPEATED' },
    ]);
  });

  test('by local time take 26 hours around the world', () => {
    const [moment] = nextMoments(at({ kind: 'ONCE', date: '2026-12-24', time: '18:00', localTime: true }), NOW);
    expect(moment).toMatchObject({
      at: Date.parse('2026-12-24T04:00:00Z'),
      lastAt: Date.parse('2026-12-25T06:00:00Z'),
    });
  });

  test('are empty once they have passed, and for an event', () => {
    expect(instants({ kind: 'ONCE', date: '2026-11-22', time: '10:00' })).toEqual([]);
    expect(instants({ kind: 'AFTER_EVENT' })).toEqual([]);
  });

  test('for sending now are the next full minute that can still be met', () => {
    expect(instants({ kind: 'NOW' })).toEqual(['2026-11-22T09:31:00.000Z']);
    expect(nextMinute(Date.parse('2026-11-22T09:30:55Z'))).toBe(Date.parse('2026-11-22T09:32:00Z'));
  });

  test("start with the zone's local time", () => {
    expect(wallClock(NOW, 'Asia/Kolkata')).toBe('2026-11-22T15:00');
  });
});

describe('the options of a message', () => {
  const MAPPINGS = {
    PROVIDER_A: FCM_FIELDS,
    PROVIDER_B: ONESIGNAL_FIELDS,
    PROVIDER_C: APNS_FIELDS,
    WEBPUSH: WEB_PUSH_FIELDS,
  };
  const carriersOf = (name: keyof typeof MESSAGE_FIELDS) =>
    Object.entries(MAPPINGS).flatMap(([provider, mapping]) => (mapping[name] === null ? [] : [provider]));

  test("are the fields of a push, with the service's choices and limits", () => {
    const fields = Object.entries(MESSAGE_FIELDS).filter(([, { level }]) => level === 'push');
    expect(SETTING_LIST.map(({ name }) => name).toSorted()).toEqual(fields.map(([name]) => name).toSorted());
    for (const { name, choices, maxLength } of SETTING_LIST) {
      const field = MESSAGE_FIELDS[name];
      expect({ name, choices }).toEqual({ name, choices: 'choices' in field ? field.choices : undefined });
      if (maxLength !== undefined) expect({ name, maxLength }).toEqual({ name, maxLength: field.maxLength });
    }
  });

  test.each(SETTING_LIST)('$name names the providers that support it', ({ name, carriedBy }) => {
    expect([...carriedBy]).toEqual(carriersOf(name));
  });

  test('a subtitle names the providers that support it', () => {
    expect([...SUBTITLE_CARRIED_BY]).toEqual(carriersOf('subtitle'));
  });
});
