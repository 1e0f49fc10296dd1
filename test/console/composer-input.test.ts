import { describe, expect, test } from '@jest/globals';
import { toBestHourFields } from '../../web/console/pages/composer/best-hour-fields.js';
import { readDelay } from '../../web/console/pages/composer/delay.js';
import { toMessage } from '../../web/console/pages/composer/from-campaign.js';
import { fromSpeed, isSpeedWrong, toSpeedInput } from '../../web/console/pages/composer/speed-fields.js';
import { type ComposerState, moveMessage, titleOf } from '../../web/console/pages/composer/state.js';
import {
  toAudienceInput,
  toCampaignInput,
  toCampaignUpdate,
  toPushInput,
} from '../../web/console/pages/composer/to-input.js';
import { at, NOW, OTHER, SALE, START, saying, WRITTEN } from './support/composer-states.js';

describe('the graph input of a campaign', () => {
  test('sent now is a one-time scheduler for the current UTC minute, which starts now', () => {
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

  test('to be sent now but only saved gets the next minute, and starts when it is started', () => {
    const { oneTime } = toCampaignInput(WRITTEN, { now: NOW, activate: false });
    expect(oneTime).toMatchObject({ scheduler: { time: '09:31' }, activate: false, startNow: false });
  });

  test('has all its messages, in order', () => {
    const state = { ...WRITTEN, messages: [SALE, saying({ title: 'Last call', text: 'Until tonight.' })] };
    const { pushes } = toCampaignInput(state, { now: NOW, activate: false }).oneTime ?? { pushes: [] };
    expect(pushes.map(({ translations }) => translations[0]?.title)).toEqual(['Sale', 'Last call']);
  });

  test('keeps labels for the default buttons of applications, and drops those of no button of its own', () => {
    const labelled = {
      ...SALE,
      texts: SALE.texts.map((text) => ({ ...text, buttonLabels: { open: 'Open', no: ' ' } })),
    };
    const own = { id: 'buy', link: '', icon: '', isDestructive: false, hasInput: false };
    const labelsOf = (message: typeof SALE) => toPushInput(message).translations[0]?.buttonLabels;
    expect(labelsOf(labelled)).toEqual({ open: 'Open' });
    expect(labelsOf({ ...labelled, settings: { ...SALE.settings, buttons: [own] } })).toBeUndefined();
  });

  test('after an event has its delay and filters', () => {
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

  test('has the best hour if it is switched on, and none after an event', () => {
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

  test("has the quiet hours and speed that are switched on, in the service's units", () => {
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
  ])('keeps the speed %j from elsewhere', (speed) => {
    const fields = fromSpeed(speed);
    expect(isSpeedWrong(fields, { isAfterEvent: false })).toBe(false);
    expect(toSpeedInput(fields, { isAfterEvent: false })).toEqual(speed);
  });

  test('repeated weekly has each day once, with its times in order', () => {
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

describe('a changed campaign', () => {
  test('finds its texts, in whatever case REST or a template names their languages', () => {
    const translations = [
      { language: 'EN', title: 'Sale', text: 'Today' },
      { language: 'de', title: 'Angebot', text: 'Heute' },
    ];
    const push = { id: 'a', active: true, defaultLang: 'en', translations } as unknown as Parameters<
      typeof toMessage
    >[0];
    const message = toMessage(push);
    expect(titleOf(message)).toBe('Sale');
    expect(message.texts.map(({ language }) => language)).toEqual(['en', 'de']);
  });

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

  test('sends the version that was read, so that no other change is overwritten', () => {
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

  test('moves a message one position up or down', () => {
    const messages = [first, SALE, third];
    expect(moveMessage(messages, 2, 1)).toEqual([first, third, SALE]);
    expect(moveMessage(messages, 0, 1)).toEqual([SALE, first, third]);
    expect(moveMessage(messages, 7, 0)).toBe(messages);
  });
});
