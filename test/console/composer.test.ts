import { describe, expect, test } from '@jest/globals';
import { chooseTranslation } from '../../src/content/choose-translation.js';
import { MESSAGE_FIELDS } from '../../src/ports/message-fields.js';
import { FCM_FIELDS } from '../../src/providers/provider-a/fcm-fields.js';
import { ONESIGNAL_FIELDS } from '../../src/providers/provider-b/onesignal-fields.js';
import { APNS_FIELDS } from '../../src/providers/provider-c/apns-fields.js';
import { WEB_PUSH_FIELDS } from '../../src/providers/webpush/web-push-fields.js';
import { checkHttpUrl, checkLink } from '../../src/services/rules/text-rules.js';
import { Violations } from '../../src/services/rules/violations.js';
import { isTwoLetterLanguage } from '../../src/text/language.js';
import { isLink, isPicture } from '../../web/console/pages/composer/addresses.js';
import { toBestHourFields } from '../../web/console/pages/composer/best-hour-fields.js';
import { checkCampaign, isBlocked, isStepDone, missingLanguages } from '../../web/console/pages/composer/checklist.js';
import { readDelay } from '../../web/console/pages/composer/delay.js';
import { SETTING_LIST, SUBTITLE_CARRIED_BY } from '../../web/console/pages/composer/fields/field-list.js';
import { LANGUAGE_CODES } from '../../web/console/pages/composer/languages.js';
import { measure } from '../../web/console/pages/composer/limits.js';
import { nextMinute, nextMoments, wallClock } from '../../web/console/pages/composer/moments.js';
import { readState } from '../../web/console/pages/composer/read-draft.js';
import { fromSpeed, isSpeedWrong, toSpeedInput } from '../../web/console/pages/composer/speed-fields.js';
import {
  type ComposerState,
  emptyMessage,
  emptyState,
  emptyText,
  type Message,
  type MessageText,
  moveMessage,
  nameOf,
  withDay,
  withoutText,
  withText,
} from '../../web/console/pages/composer/state.js';
import { toAudienceInput, toCampaignInput, toCampaignUpdate } from '../../web/console/pages/composer/to-input.js';

const NOW = Date.parse('2026-11-22T09:30:30Z');
const START = emptyState('en', 'Europe/Berlin');
const SALE = withText(emptyMessage('en'), { ...emptyText('en'), title: 'Sale', text: 'Until Sunday.' });
const WRITTEN: ComposerState = { ...START, messages: [SALE] };
const AROUND = {
  now: NOW,
  providers: ['PROVIDER_A', 'WEBPUSH'],
  reached: 5,
  areFiltersRefused: false,
  audience: [],
  templates: [[]],
  aborted: null,
  categories: null,
} as const;

const saying = (...texts: Partial<MessageText>[]) =>
  texts.reduce((message, text) => withText(message, { ...emptyText('en'), ...text }), SALE);

/** Differs from the start in every field. A new field of the composer does not compile until it is added here. */
const OTHER: ComposerState = {
  name: 'Spring',
  messages: [
    {
      pushId: 'push-1',
      isActive: false,
      categoryId: 'category-1',
      weight: '3',
      defaultLang: 'de',
      texts: [
        {
          language: 'de',
          title: 'Hallo',
          subtitle: 'Heute',
          text: 'Bis Sonntag.',
          image: 'https://a/i',
          icon: 'https://a/c',
          link: 'a:b',
          buttonLabels: { buy: 'Kaufen' },
        },
      ],
      settings: {
        buttons: [{ id: 'buy', link: 'a:c', icon: 'https://a/b', isDestructive: true, hasInput: true }],
        sound: { kind: 'file', file: 'bell.caf', isCritical: true, volume: '50' },
        badge: { kind: 'increment', number: '2' },
        interruption: 'CRITICAL',
        relevance: '70',
        requireInteraction: true,
        timeToLive: '1d2h',
        urgency: 'LOW',
        truncate: false,
        missing: 'ABORT',
        silent: false,
        group: 'orders',
        collapseKey: 'score',
        renotify: true,
        color: '#aabbcc',
        visibility: 'SECRET',
        channel: 'news',
        render: 'APP',
        data: [{ key: 'a', text: 'b' }],
        iosCategory: 'sale',
        passthrough: { fcm: '{"a":1}', apnsHeaders: '{}', apnsPayload: '{"b":2}', webpush: '{', onesignal: '[]' },
      },
    },
  ],
  audience: {
    allApps: false,
    appIds: ['a'],
    groupIds: ['g'],
    exceptAppIds: ['b'],
    exceptGroupIds: ['h'],
    countries: ['DE'],
    exceptCountries: ['FR'],
    languages: ['de'],
    exceptLanguages: ['fr'],
    tags: ['vip'],
    tagGroupIds: ['t'],
    anyTag: true,
    exceptTags: ['staff'],
    exceptTagGroupIds: ['u'],
    events: ['basket'],
    exceptEvents: ['bought'],
    segmentIds: ['s'],
    exceptSegmentIds: ['x'],
    externalIds: ['ann'],
  },
  when: {
    kind: 'WEEKLY',
    date: '2026-12-24',
    time: '18:00',
    localTime: true,
    timeZone: 'Asia/Tokyo',
    weekly: [{ day: 3, time: '07:15' }],
    delay: { days: 1, hours: 2, minutes: 3 },
  },
  bestHour: { isOn: true, from: '07:30', to: '21:00', controlShare: '12.5' },
  experiment: { isOn: true, controlShare: '10', decides: true, decideAfter: '2.5', testShare: '40' },
  quiet: {
    mode: 'OWN',
    start: '21:00',
    end: '08:00',
    days: ['SAT', 'SUN'],
    policy: 'DROP',
    unknownZone: 'SEND',
    releaseOver: '30',
  },
  speed: {
    isLimited: true,
    maxPerMinute: '500',
    isRamped: true,
    start: '50',
    factor: '1.5',
    every: '0.5',
    stopsOnTrouble: true,
    share: '7',
    after: '20',
    window: '10',
  },
  goals: [{ name: 'Purchase', event: 'buy', days: '3.5', valueProperty: 'price' }],
};

type Path = readonly string[];

/** The leaves of an object, with their paths. */
const leavesOf = (value: unknown, path: Path = []): (readonly [Path, unknown])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...path, name]))
    : [[path, value]];

const leafAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name], value);

const at = (when: Partial<ComposerState['when']>): ComposerState['when'] => ({ ...START.when, ...when });

describe('a draft', () => {
  test('is read as it was written', () => {
    const state = { ...WRITTEN, when: at({ kind: 'WEEKLY', localTime: true }) };
    expect(readState(JSON.parse(JSON.stringify(state)), START)).toEqual(state);
  });

  test('keeps every field, even one that is null at the start', () => {
    expect(leavesOf(OTHER).filter(([path, value]) => value === leafAt(START, path))).toEqual([]);
    expect(readState(JSON.parse(JSON.stringify(OTHER)), START)).toEqual(OTHER);
  });

  test('keeps a null that the start does not have', () => {
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

  test('from when a draft had one message becomes that message', () => {
    const { messages } = readState({ defaultLang: 'de', texts: [{ language: 'de', title: 'Hallo' }, 'x'] }, START);
    expect(messages).toEqual([{ ...emptyMessage('de'), texts: [{ ...emptyText('de'), title: 'Hallo' }] }]);
  });

  test('keeps its default language, and is called by its title until it has a name', () => {
    expect(withoutText(SALE, 'en')).toBe(SALE);
    expect(withoutText(withText(SALE, emptyText('de')), 'de').texts).toHaveLength(1);
    expect(nameOf(WRITTEN)).toBe('Sale');
    expect(nameOf({ ...WRITTEN, name: ' Spring ' })).toBe('Spring');
  });

  test('keeps the order of times while they are typed', () => {
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

  test.each(ADDRESSES)('%j is judged as the service judges it', (address) => {
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

  test('is counted in bytes as each provider gets it', () => {
    const [apple] = measure(text, ['PROVIDER_C']);
    const payload = { aps: { alert: { title: text.title, body: text.text } } };
    expect(apple).toEqual({
      provider: 'PROVIDER_C',
      bytes: Buffer.byteLength(JSON.stringify(payload)) + 85,
      max: 4096,
    });
  });

  test('is limited further in browsers, whose messages are encrypted', () => {
    const long = { ...text, text: 'x'.repeat(3_900) };
    const fits = measure(long, ['PROVIDER_C', 'WEBPUSH']).map(({ bytes, max }) => bytes <= max);
    expect(fits).toEqual([true, false]);
  });
});

describe('the next moments', () => {
  const instants = (when: Partial<ComposerState['when']>, now = NOW) =>
    nextMoments(at(when), now).map(({ at: instant }) => new Date(instant).toISOString());

  test('of a week are five, by the clock of the zone, across a change of clocks', () => {
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

  test('by local time go around the world in 26 hours', () => {
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

  test('of now are the next full minute that can still be met', () => {
    expect(instants({ kind: 'NOW' })).toEqual(['2026-11-22T09:31:00.000Z']);
    expect(nextMinute(Date.parse('2026-11-22T09:30:55Z'))).toBe(Date.parse('2026-11-22T09:32:00Z'));
  });

  test('begin with what the clocks of a zone show', () => {
    expect(wallClock(NOW, 'Asia/Kolkata')).toBe('2026-11-22T15:00');
  });
});

describe('the checklist', () => {
  test('accepts a complete campaign', () => {
    const checks = checkCampaign(WRITTEN, AROUND);
    expect(checks.map(({ id, result }) => [id, result])).toEqual([
      ['text', 'good'],
      ['fits', 'good'],
      ['category', 'good'],
      ['reach', 'good'],
      ['time', 'good'],
    ]);
    expect(isBlocked(checks)).toBe(false);
  });

  test('blocks what cannot be sent, and names the step to fix it', () => {
    const state = {
      ...START,
      messages: [saying({ language: 'de', title: 'Nur Titel', link: 'javascript:alert(1)' })],
      audience: { ...START.audience, allApps: false },
      when: at({ kind: 'ONCE' }),
    };
    const checks = checkCampaign(state, AROUND);
    const blocking = checks.filter(({ result }) => result === 'block');
    expect(blocking.map(({ id, step, places }) => [id, step, places])).toEqual([
      ['text', 'message', [{ language: 'de', message: null }]],
      ['addresses', 'message', [{ language: 'de', message: null }]],
      ['apps', 'audience', []],
      ['time', 'when', []],
    ]);
    expect(isStepDone(checks, 'review')).toBe(true);
    expect(isStepDone(checks, 'when')).toBe(false);
  });

  test.each<[string, Partial<ComposerState['speed']>, boolean]>([
    ['a limit of none', { isLimited: true, maxPerMinute: '' }, true],
    ['a limit with a fraction', { isLimited: true, maxPerMinute: '1.5' }, true],
    ['a start above the limit', { isLimited: true, maxPerMinute: '9', isRamped: true, start: '10' }, true],
    ['a start above a limit that is off', { maxPerMinute: '9', isRamped: true, start: '10' }, false],
    ['a decimal comma', { isRamped: true, factor: '1,5' }, false],
    ['a wrong number of a part that is off', { maxPerMinute: '', start: '', share: '' }, false],
    ['more than all failures', { stopsOnTrouble: true, share: '101' }, true],
  ])('judges a speed with %s', (_name, speed, isWrong) => {
    const checks = checkCampaign({ ...WRITTEN, speed: { ...START.speed, ...speed } }, AROUND);
    expect(checks.some(({ id, result, step }) => id === 'speed' && result === 'block' && step === 'when')).toBe(
      isWrong,
    );
  });

  test.each<[string, Partial<ComposerState['bestHour']>, boolean]>([
    ['a share of half of the users', { isOn: true, controlShare: '50' }, false],
    ['a share of more than half', { isOn: true, controlShare: '50.5' }, true],
    ['a share that is not a number', { isOn: true, controlShare: '' }, true],
    ['equal times, which allow the whole day', { isOn: true, from: '00:00', to: '00:00' }, false],
    ['a time that is missing', { isOn: true, to: '' }, true],
    ['a wrong share while it is off', { controlShare: '99' }, false],
  ])('judges a best hour with %s', (_name, bestHour, isWrong) => {
    const state = { ...WRITTEN, bestHour: { ...START.bestHour, ...bestHour } };
    const blocking = (one: ComposerState) =>
      checkCampaign(one, AROUND).flatMap(({ id, result, step }) => (result === 'block' ? [[id, step]] : []));
    expect(blocking(state)).toEqual(isWrong ? [['bestHour', 'when']] : []);
    const afterEvent = { ...state, when: at({ kind: 'AFTER_EVENT' }) };
    expect(blocking(afterEvent).some(([id]) => id === 'bestHour')).toBe(false);
  });

  test('blocks quiet hours that end when they start', () => {
    const checks = checkCampaign({ ...WRITTEN, quiet: { ...OTHER.quiet, end: OTHER.quiet.start } }, AROUND);
    expect(checks.filter(({ result }) => result === 'block').map(({ id }) => id)).toEqual(['quietHours']);
  });

  test('names the message that has an error', () => {
    const state = { ...WRITTEN, messages: [SALE, saying({ language: 'de', title: 'Nur Titel' })] };
    const audience = [{ language: 'de', deviceCount: 3 }];
    const found = checkCampaign(state, { ...AROUND, audience }).filter(({ result }) => result !== 'good');
    expect(found.map(({ id, places }) => [id, places])).toEqual([
      ['text', [{ language: 'de', message: 2 }]],
      ['languages', [{ language: 'de', message: 1 }]],
    ]);
  });

  test('blocks mistakes in personal texts, and waits for their check', () => {
    const state = { ...WRITTEN, messages: [saying({ title: 'Hi {{ user.name }}', text: 'Hello.' })] };
    const templateOf = (templates: Parameters<typeof checkCampaign>[1]['templates']) => {
      const found = checkCampaign(state, { ...AROUND, templates }).find(({ id }) => id === 'template');
      return [found?.result, found?.places];
    };
    const place = { field: 'title', language: 'en', line: 1, column: 4 };
    const problem = { ...place, code: null, detail: '', message: 'Wrong.' };
    expect(templateOf([null])).toEqual(['open', []]);
    expect(templateOf([[{ ...problem, severity: 'WARNING' }]])).toEqual(['good', []]);
    expect(templateOf([[{ ...problem, severity: 'ERROR' }]])).toEqual(['block', [{ language: 'en', message: null }]]);
    expect(checkCampaign(WRITTEN, AROUND).some(({ id }) => id === 'template')).toBe(false);
  });

  test('judges the length of a personal text by what is certain', () => {
    const long = (title: string) =>
      isBlocked(checkCampaign({ ...WRITTEN, messages: [saying({ title, text: 'Hello.' })] }, AROUND));
    expect(long(`${'a'.repeat(250)}{{ user.name }}`)).toBe(false);
    expect(long(`${'a'.repeat(256)}{{ user.name }}`)).toBe(true);
    expect(long(`{% if user.name %}${'a'.repeat(256)}{% endif %}`)).toBe(false);
  });

  test('says whom a message leaves out, and names a category that is gone', () => {
    const needy = { ...SALE, settings: { ...SALE.settings, missing: 'ABORT' } };
    const resultOf = (id: string, around: object, message: Message = needy) =>
      checkCampaign({ ...WRITTEN, messages: [message] }, { ...AROUND, ...around }).find((each) => each.id === id)
        ?.result;
    expect(resultOf('aborted', { aborted: null })).toBe('open');
    expect(resultOf('aborted', { aborted: { sampled: 9, leftOut: 0 } })).toBe('good');
    expect(resultOf('aborted', { aborted: { sampled: 9, leftOut: 1 } })).toBe('warn');
    expect(resultOf('aborted', { aborted: null }, SALE)).toBeUndefined();
    const offer = { ...SALE, categoryId: 'offers' };
    expect(resultOf('category', { categories: null }, offer)).toBe('good');
    expect(resultOf('category', { categories: new Set(['offers']) }, offer)).toBe('good');
    expect(resultOf('category', { categories: new Set() }, offer)).toBe('block');
  });

  test('warns of likely mistakes', () => {
    const audience = [{ language: 'fr', deviceCount: 1 }];
    const checks = checkCampaign(WRITTEN, { ...AROUND, reached: 0, audience });
    expect(checks.filter(({ result }) => result === 'warn').map(({ id }) => id)).toEqual(['languages', 'reach']);
    expect(isBlocked(checks)).toBe(false);
  });

  test('leaves unknown values open, and blocks filters that the service refuses', () => {
    const reachOf = (around: object) =>
      checkCampaign(WRITTEN, { ...AROUND, ...around })
        .filter(({ step }) => step === 'audience')
        .map(({ id, result }) => [id, result]);
    expect(reachOf({})).toEqual([['reach', 'good']]);
    expect(reachOf({ reached: null })).toEqual([['reach', 'open']]);
    expect(isBlocked(checkCampaign(WRITTEN, { ...AROUND, reached: null }))).toBe(false);
    expect(reachOf({ reached: null, areFiltersRefused: true })).toEqual([['filters', 'block']]);
  });

  test('reports languages that no translation fits', () => {
    const audience = [
      { language: 'en-GB', deviceCount: 5 },
      { language: 'pt-BR', deviceCount: 2 },
      { language: 'pt', deviceCount: 1 },
      { language: null, deviceCount: 9 },
      { language: 'fr', deviceCount: 0 },
    ];
    expect(missingLanguages(SALE, audience)).toEqual(['pt']);
  });

  test('ignores languages without a two-letter code, which a message cannot have', () => {
    const audience = [
      { language: 'fil-PH', deviceCount: 3 },
      { language: 'gsw', deviceCount: 2 },
    ];
    expect(LANGUAGE_CODES.filter((code) => !isTwoLetterLanguage(code))).toEqual([]);
    // Devices with the three-letter code of the language get it too.
    expect(missingLanguages(SALE, audience)).toEqual(['tl']);
    const both = saying({ language: 'tl', title: 'Benta' });
    expect(missingLanguages(both, audience)).toEqual([]);
    expect(chooseTranslation(both.texts, 'fil-PH', both.defaultLang).language).toBe('tl');
  });
});

describe('a campaign for the graph', () => {
  test('of now is a one-time scheduler of the current minute of UTC, which starts now', () => {
    expect(toCampaignInput(WRITTEN, { now: NOW, activate: true })).toEqual({
      oneTime: {
        scheduler: {
          name: 'Sale',
          goals: null,
          bestHour: null,
          experiment: null,
          quietHours: null,
          speed: null,
          audience: { apps: { all: true } },
          date: '2026-11-22',
          time: '09:30',
          timeZone: 'UTC',
          externalIds: [],
        },
        pushes: [
          {
            categoryId: null,
            weight: null,
            defaultLang: 'en',
            translations: [
              { language: 'en', title: 'Sale', text: 'Until Sunday.', image: null, icon: null, link: null },
            ],
          },
        ],
        activate: true,
        startNow: true,
      },
    });
  });

  test('of now that is only saved gets the next minute, and starts when it is started', () => {
    const { oneTime } = toCampaignInput(WRITTEN, { now: NOW, activate: false });
    expect(oneTime).toMatchObject({ scheduler: { time: '09:31' }, activate: false, startNow: false });
  });

  test('has all its messages, in their order', () => {
    const state = { ...WRITTEN, messages: [SALE, saying({ title: 'Last call', text: 'Until tonight.' })] };
    const { pushes } = toCampaignInput(state, { now: NOW, activate: false }).oneTime ?? { pushes: [] };
    expect(pushes.map(({ translations }) => translations[0]?.title)).toEqual(['Sale', 'Last call']);
  });

  test('after an event has its delay and its filters', () => {
    const state = {
      ...WRITTEN,
      audience: { ...START.audience, events: ['basket'], countries: ['DE'], exceptTags: ['staff'] },
      when: at({ kind: 'AFTER_EVENT', delay: { days: 1, hours: 0, minutes: 30 } }),
    };
    expect(toCampaignInput(state, { now: NOW, activate: false }).autoPush).toMatchObject({
      scheduler: {
        delay: '1d30m',
        audience: {
          apps: { all: true },
          countries: { include: ['DE'] },
          tags: { exclude: ['staff'] },
          events: { include: ['basket'] },
        },
      },
      activate: false,
    });
    expect(readDelay('1d30m')).toEqual({ days: 1, hours: 0, minutes: 30 });
  });

  test('has the best hour that is switched on, and none after an event', () => {
    const inputOf = (state: ComposerState) => toCampaignInput(state, { now: NOW, activate: false });
    const written = { ...OTHER, messages: [SALE] };
    const bestHour = { from: '07:30', to: '21:00', controlShare: 0.125 };
    expect(inputOf(written).weekly?.scheduler.bestHour).toEqual(bestHour);
    expect(toBestHourFields(bestHour)).toEqual(OTHER.bestHour);
    expect(inputOf({ ...written, when: at({ kind: 'NOW' }) }).oneTime?.scheduler.bestHour).toEqual(bestHour);
    expect(inputOf(WRITTEN).oneTime?.scheduler.bestHour).toBeNull();
    expect(inputOf({ ...written, when: at({ kind: 'AFTER_EVENT' }) }).autoPush?.scheduler).not.toHaveProperty(
      'bestHour',
    );
  });

  test('has the quiet hours and the speed that are switched on, in the units of the service', () => {
    const inputOf = (state: ComposerState) => toCampaignInput(state, { now: NOW, activate: false });
    const written = { ...OTHER, messages: [SALE] };
    expect(inputOf(written).weekly?.scheduler).toMatchObject({
      quietHours: { start: '21:00', end: '08:00', days: ['SAT', 'SUN'], policy: 'DROP', releaseOver: '30m' },
      speed: {
        maxPerMinute: 500,
        ramp: { start: 50, factor: 1.5, every: 30 },
        stopOnTrouble: { share: 0.07, after: 20, window: 600 },
      },
    });
    expect(inputOf({ ...written, quiet: { ...OTHER.quiet, mode: 'OFF' } }).weekly?.scheduler.quietHours).toEqual({
      off: true,
    });
    expect(inputOf(WRITTEN).oneTime?.scheduler).toMatchObject({ quietHours: null, speed: null });
    // Its runs cannot pause.
    const afterEvent = inputOf({ ...written, when: at({ kind: 'AFTER_EVENT' }) });
    expect(afterEvent.autoPush?.scheduler.speed).toMatchObject({ maxPerMinute: 500, stopOnTrouble: null });
  });

  test.each([
    { maxPerMinute: 60, ramp: null, stopOnTrouble: null },
    { maxPerMinute: null, ramp: { start: 1, factor: 1.01, every: 7 }, stopOnTrouble: null },
    { maxPerMinute: null, ramp: null, stopOnTrouble: { share: 0.333, after: 1, window: 86_400 } },
  ])('keeps the speed %j that was set elsewhere', (speed) => {
    const fields = fromSpeed(speed);
    expect(isSpeedWrong(fields, { isAfterEvent: false })).toBe(false);
    expect(toSpeedInput(fields, { isAfterEvent: false })).toEqual(speed);
  });

  test('of a week has each day once, with its times in order', () => {
    const weekly = [
      { day: 5, time: '17:00' },
      { day: 1, time: '09:00' },
      { day: 5, time: '08:00' },
    ];
    const state = { ...WRITTEN, when: at({ kind: 'WEEKLY', weekly, localTime: true }) };
    expect(toCampaignInput(state, { now: NOW, activate: false }).weekly?.scheduler).toMatchObject({
      localTime: true,
      times: [
        { day: 1, times: ['09:00'] },
        { day: 5, times: ['08:00', '17:00'] },
      ],
    });
  });
});

describe('a campaign that is changed', () => {
  type Campaign = Parameters<typeof toCampaignUpdate>[1];
  const bound = (ids: readonly string[], rest: object): Campaign =>
    ({ pushes: { nodes: ids.map((id) => ({ id })) }, ...rest }) as unknown as Campaign;
  const once = (hasNextPage: boolean) => ({
    __typename: 'OneTimeScheduler',
    oneTimeGrace: '2h',
    externalIds: { nodes: ['ann'], pageInfo: { hasNextPage } },
  });
  const when = at({ kind: 'ONCE', date: '2026-12-24', time: '18:00' });
  const first = { ...SALE, pushId: 'a' };
  const third = { ...SALE, pushId: 'c', isActive: false };

  test('identifies the push of each message, in order, and the removed pushes', () => {
    const state = { ...WRITTEN, when, messages: [third, SALE, first] };
    const { pushes, deletePushIds } = toCampaignUpdate(state, bound(['a', 'b', 'c'], once(false)), NOW);
    expect(pushes.map(({ id, active }) => [id, active])).toEqual([
      ['c', false],
      [undefined, true],
      ['a', true],
    ]);
    expect(deletePushIds).toEqual(['b']);
  });

  test('gives the version that was read, so that no other change is overwritten', () => {
    const updatedAt = '2026-11-22T08:00:00.123Z';
    const state = { ...WRITTEN, when, messages: [first] };
    expect(toCampaignUpdate(state, bound(['a'], { ...once(false), updatedAt }), NOW).unchangedSince).toBe(updatedAt);
  });

  test('keeps fields that the composer does not show', () => {
    const state = { ...WRITTEN, when, audience: { ...START.audience, externalIds: ['ann'] } };
    const inputOf = (campaign: Campaign) => toCampaignUpdate(state, campaign, NOW).scheduler.oneTime;
    expect(inputOf(bound([], once(false)))).toMatchObject({ gracePeriod: '2h', externalIds: ['ann'] });
    expect(inputOf(bound([], once(true)))?.externalIds).toBeUndefined();
    const weekly = bound([], { __typename: 'WeeklyScheduler', weeklyGrace: '1h' });
    expect(toCampaignUpdate({ ...WRITTEN, when: at({ kind: 'WEEKLY' }) }, weekly, NOW).scheduler.weekly).toMatchObject({
      gracePeriod: '1h',
    });
    const audience = { ...START.audience, anyTag: true, exceptGroupIds: ['g'], exceptTagGroupIds: ['t'] };
    expect(toAudienceInput({ audience })).toEqual({
      apps: { all: true, exceptGroupIds: ['g'] },
      tags: { anyTag: true, excludeGroupIds: ['t'] },
    });
    expect(toAudienceInput({ audience: { ...audience, tags: ['vip'] } }).tags).toEqual({
      include: ['vip'],
      excludeGroupIds: ['t'],
    });
  });

  test('moves a message one place up or down', () => {
    const messages = [first, SALE, third];
    expect(moveMessage(messages, 2, 1)).toEqual([first, third, SALE]);
    expect(moveMessage(messages, 0, 1)).toEqual([SALE, first, third]);
    expect(moveMessage(messages, 7, 0)).toBe(messages);
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

  test('are the fields of a push, with the choices and limits of the service', () => {
    const fields = Object.entries(MESSAGE_FIELDS).filter(([, { level }]) => level === 'push');
    expect(SETTING_LIST.map(({ name }) => name).toSorted()).toEqual(fields.map(([name]) => name).toSorted());
    for (const { name, choices, maxLength } of SETTING_LIST) {
      const field = MESSAGE_FIELDS[name];
      expect({ name, choices }).toEqual({ name, choices: 'choices' in field ? field.choices : undefined });
      if (maxLength !== undefined) expect({ name, maxLength }).toEqual({ name, maxLength: field.maxLength });
    }
  });

  test.each(SETTING_LIST)('$name names the providers that carry it', ({ name, carriedBy }) => {
    expect([...carriedBy]).toEqual(carriersOf(name));
  });

  test('a subtitle names the providers that carry it', () => {
    expect([...SUBTITLE_CARRIED_BY]).toEqual(carriersOf('subtitle'));
  });
});
