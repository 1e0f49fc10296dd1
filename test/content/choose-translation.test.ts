import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chooseTranslation, type Translation, TranslationTable } from '../../src/content/choose-translation.js';

const translation = (language: string): Translation => ({
  language,
  title: `title ${language}`,
  text: `text ${language}`,
});

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
    expect(new TranslationTable(PUSH, 'EN').choose(device).language).toBe(language);
  });

  test('is the one written with the same code when old and new code are both there', () => {
    const both = [translation('iw'), translation('he')];
    expect(['iw', 'he', 'IW', 'he-IL'].map((device) => chooseTranslation(both, device, 'he').language)).toEqual([
      'iw',
      'he',
      'iw',
      'he',
    ]);
  });

  test('is not to be had when the push has none for its default language', () => {
    expect(() => chooseTranslation(PUSH, 'de', 'fr')).toThrow('default language');
    expect(() => new TranslationTable([], 'en')).toThrow('default language');
  });

  test('is always one of the translations, whatever the device says', () => {
    const table = new TranslationTable(PUSH, 'en');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (device) => {
        expect(table.choose(device).language).toBe(chooseTranslation(PUSH, device, 'en').language);
      }),
    );
  });
});

describe('TranslationTable', () => {
  test('gives the same content object to all devices with the same translation', () => {
    const table = new TranslationTable(PUSH, 'en');
    const first = table.choose('pt-PT').content;
    expect(['pt', 'PT', 'pt-AO', 'pt-PT'].map((device) => table.choose(device).content === first)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(table.choose('fr').content).toBe(table.choose(null).content);
    expect(table.choose('pt-BR').content).not.toBe(first);
  });

  test('keeps to that after thousands of different languages', () => {
    const table = new TranslationTable(PUSH, 'en');
    for (let kind = 0; kind < 5_000; kind++) table.choose(`de-x-${kind}`);
    expect(table.choose('de-x-4999').content).toBe(table.choose('de').content);
  });

  test('makes absent and empty parts null', () => {
    const full = { ...translation('en'), image: 'https://a.example/i.png', icon: '', link: undefined };
    expect(new TranslationTable([full], 'en').choose(null).content).toEqual({
      title: 'title en',
      text: 'text en',
      image: 'https://a.example/i.png',
      icon: null,
      link: null,
    });
  });
});
