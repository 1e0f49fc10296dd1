import {
  type ComposerState,
  emptyMessage,
  emptyState,
  emptyText,
  type MessageText,
  withText,
} from '../../../web/console/pages/composer/state.js';

export const NOW = Date.parse('2026-11-22T09:30:30Z');
export const START = emptyState('en', 'Europe/Berlin');
export const SALE = withText(emptyMessage('en'), { ...emptyText('en'), title: 'Sale', text: 'Until Sunday.' });
export const WRITTEN: ComposerState = { ...START, messages: [SALE] };
export const AROUND = {
  now: NOW,
  providers: ['PROVIDER_A', 'WEBPUSH'],
  reached: 5,
  areFiltersRefused: false,
  audience: [],
  templates: [[]],
  aborted: null,
  categories: null,
} as const;

export const saying = (...texts: Partial<MessageText>[]) =>
  texts.reduce((message, text) => withText(message, { ...emptyText('en'), ...text }), SALE);

/** Differs from the initial state in every field. A new composer field does not compile until it is added here. */
export const OTHER: ComposerState = {
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
  experiment: {
    isOn: true,
    controlShare: '10',
    decides: true,
    decideAfter: '2.5',
    testShare: '40',
    metric: 'CONVERTED',
  },
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

export const at = (when: Partial<ComposerState['when']>): ComposerState['when'] => ({ ...START.when, ...when });
