import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chooseTranslation } from '../../src/content/choose-translation.js';
import { PushContent } from '../../src/content/push-content.js';
import type { GivenTranslation } from '../../src/ports/message-fields.js';

const translation = (language: string): GivenTranslation => ({
  language,
  title: `title ${language}`,
  text: `text ${language}`,
});

const speaking = (language: string | null) => ({ id: 1, token: 'a token', language });
const contentOf = (translations: readonly GivenTranslation[], defaultLang = 'en') =>
  new PushContent({ translations, defaultLang });

const PUSH = ['en', 'pt', 'pt-BR', 'zh-Hant', 'de', 'iw'].map(translation);

describe('the translation for a device', () => {
  test.each([
    ['its exact tag', 'pt-BR', 'pt-BR'],
    ['its exact tag in another case', 'PT-br', 'pt-BR'],
    ['its primary language when its region has none', 'pt-PT', 'pt'],
    ['its primary language when it is long', 'de-Latn-CH-1996', 'de'],
    ['its exact tag with a script', 'zh-hant', 'zh-Hant'],
    ['the default when only a narrower tag is there', 'zh-Hant-TW', 'en'],
    ['the default when its language is not there', 'fr-FR', 'en'],
    ['the default when it has no language', null, 'en'],
    ['the default when its language is empty', '', 'en'],
    ['the default when its language is malformed', '__proto__', 'en'],
    ['the same language under its old code', 'he-IL', 'iw'],
  ])('is %s: %j gets %s', (_name, device, language) => {
    expect(chooseTranslation(PUSH, device, 'EN')).toBe(PUSH.find((each) => each.language === language));
    expect(contentOf(PUSH, 'EN').languageOf(speaking(device))).toBe(language);
  });

  test('is the one with the identical code if both the old and the new code exist', () => {
    const both = [translation('iw'), translation('he')];
    expect(['iw', 'he', 'IW', 'he-IL'].map((device) => chooseTranslation(both, device, 'he').language)).toEqual([
      'iw',
      'he',
      'iw',
      'he',
    ]);
  });

  test('is missing if the push has none for its default language', () => {
    expect(() => chooseTranslation(PUSH, 'de', 'fr')).toThrow('default language');
    expect(() => contentOf([])).toThrow('default language');
  });

  test('is always one of the translations, whatever language the device reports', () => {
    const push = contentOf(PUSH);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (device) => {
        expect(push.languageOf(speaking(device))).toBe(chooseTranslation(PUSH, device, 'en').language);
      }),
    );
  });
});

describe('PushContent', () => {
  test('gives the same content object to all devices with the same translation', () => {
    const push = contentOf(PUSH);
    const first = push.render(speaking('pt-PT')).content;
    expect(['pt', 'PT', 'pt-AO', 'pt-PT'].map((device) => push.render(speaking(device)).content === first)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(push.render(speaking('fr')).content).toBe(push.render(speaking(null)).content);
    expect(push.render(speaking('pt-BR')).content).not.toBe(first);
  });

  test('gives the same object even after thousands of languages', () => {
    const push = contentOf(PUSH);
    for (let kind = 0; kind < 5_000; kind++) push.render(speaking(`de-x-${kind}`));
    expect(push.render(speaking('de-x-4999')).content).toBe(push.render(speaking('de')).content);
  });

  test('makes absent and empty parts null', () => {
    const full = { ...translation('en'), image: 'https://a.example/i.png', icon: '' };
    expect(contentOf([full]).render(speaking(null)).content).toMatchObject({
      title: 'title en',
      text: 'text en',
      image: 'https://a.example/i.png',
      icon: null,
      link: null,
      buttons: null,
    });
  });
});
