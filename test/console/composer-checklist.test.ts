import { describe, expect, test } from '@jest/globals';
import { chooseTranslation } from '../../src/content/choose-translation.js';
import { isTwoLetterLanguage } from '../../src/text/language.js';
import { checkCampaign, isBlocked, isStepDone, missingLanguages } from '../../web/console/pages/composer/checklist.js';
import { LANGUAGE_CODES } from '../../web/console/pages/composer/languages.js';
import type { ComposerState, Message } from '../../web/console/pages/composer/state.js';
import { AROUND, at, OTHER, SALE, START, saying, WRITTEN } from './support/composer-states.js';

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

  test('blocks campaigns that cannot be sent, and names the step to fix', () => {
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
  ])('checks a speed with %s', (_name, speed, isWrong) => {
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
  ])('checks a best hour with %s', (_name, bestHour, isWrong) => {
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

  test('warns of possibly missing values if a message is sent without them', () => {
    const message = saying({ title: 'Hi {{ user.name }}', text: 'Hello.' });
    const problem = { field: 'title', language: 'en', line: 1, column: 4, code: null, detail: '', message: 'Missing.' };
    const valuesOf = (missing: string, severity: 'WARNING' | 'ERROR') => {
      const state = { ...WRITTEN, messages: [{ ...message, settings: { ...message.settings, missing } }] };
      const checks = checkCampaign(state, { ...AROUND, templates: [[{ ...problem, severity }]] });
      return checks.find(({ id }) => id === 'values');
    };
    const place = { language: 'en', message: null };
    expect(valuesOf('DEFAULT', 'WARNING')).toMatchObject({ result: 'warn', step: 'message', places: [place] });
    expect(valuesOf('DEFAULT', 'ERROR')).toBeUndefined();
    expect(valuesOf('ABORT', 'WARNING')).toBeUndefined();
  });

  test('checks the length of a personal text by its fixed parts', () => {
    const long = (title: string) =>
      isBlocked(checkCampaign({ ...WRITTEN, messages: [saying({ title, text: 'Hello.' })] }, AROUND));
    expect(long(`${'a'.repeat(250)}{{ user.name }}`)).toBe(false);
    expect(long(`${'a'.repeat(256)}{{ user.name }}`)).toBe(true);
    expect(long(`{% if user.name %}${'a'.repeat(256)}{% endif %}`)).toBe(false);
  });

  test('tells whom a message leaves out, and names a deleted category', () => {
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

  test('accepts unknown values, and blocks filters that the service refuses', () => {
    const reachOf = (around: object) =>
      checkCampaign(WRITTEN, { ...AROUND, ...around })
        .filter(({ step }) => step === 'audience')
        .map(({ id, result }) => [id, result]);
    expect(reachOf({})).toEqual([['reach', 'good']]);
    expect(reachOf({ reached: null })).toEqual([['reach', 'open']]);
    expect(isBlocked(checkCampaign(WRITTEN, { ...AROUND, reached: null }))).toBe(false);
    expect(reachOf({ reached: null, areFiltersRefused: true })).toEqual([['filters', 'block']]);
  });

  test('reports languages without a matching translation', () => {
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
    // Devices with the language's three-letter code get it too.
    expect(missingLanguages(SALE, audience)).toEqual(['tl']);
    const both = saying({ language: 'tl', title: 'Benta' });
    expect(missingLanguages(both, audience)).toEqual([]);
    expect(chooseTranslation(both.texts, 'fil-PH', both.defaultLang).language).toBe('tl');
  });
});
