import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  canonicalLanguage,
  isTwoLetterLanguage,
  languageCodeHint,
  languageHint,
  languageMatches,
  primaryLanguage,
} from '../../src/text/language.js';

/** All of ISO 639-1 except `bh`, which was withdrawn in 2021. */
const ISO_639_1 = `aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz
  ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu
  ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd
  ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st
  su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu`.split(/\s+/);

describe('canonicalLanguage', () => {
  test.each([
    ['EN', 'en'],
    ['pt-br', 'pt-BR'],
    ['ZH-hant-tw', 'zh-Hant-TW'],
    ['iw', 'he'],
    ['in-ID', 'id-ID'],
    ['es-419', 'es-419'],
    ['de-DE-u-co-phonebk', 'de-DE-u-co-phonebk'],
  ])('%s is %s', (tag, canonical) => {
    expect(canonicalLanguage(tag)).toBe(canonical);
  });

  test.each([
    ...['', 'e', 'pt_BR', 'en-', '-en', '*', 'x-klingon', 'i-klingon', 'i-default', 'en-a', 'de-1996-1996', 'en US'],
    ...['art-lojban', 'cel-gaulish', 'zh-guoyu', 'zh-hakka', 'ZH-Xiang'],
    ...[
      'englishes-x-a',
      '__proto__',
      'ｅｎ',
      'en\0',
      `en-${'x'.repeat(8)}-aaaaaaaa-bbbbbbbb-cccccccc`,
      'e'.repeat(1e6),
    ],
  ])('a malformed or too long tag is refused (case %#)', (tag) => {
    expect(canonicalLanguage(tag)).toBeNull();
  });

  test('for any text, the result is null or a tag of at most 35 characters that is already canonical', () => {
    const subtag = fc.string({ unit: fc.constantFrom(...'abcdeXYZ0123456789'), minLength: 1, maxLength: 8 });
    const tag = fc.array(subtag, { minLength: 1, maxLength: 5 }).map((subtags) => subtags.join('-'));
    fc.assert(
      fc.property(fc.oneof(tag, fc.string({ unit: 'binary' })), (text) => {
        const canonical = canonicalLanguage(text);
        if (canonical === null) return;
        expect(canonical.length).toBeLessThanOrEqual(35);
        expect(canonicalLanguage(canonical)).toBe(canonical);
      }),
    );
  });
});

describe('primaryLanguage', () => {
  test.each([
    ['pt-BR', 'pt'],
    ['PT', 'pt'],
    ['zh-Hant-TW', 'zh'],
    ['iw-IL', 'he'],
    ['not a tag', 'not a tag'],
    ['', ''],
  ])('of %j is %j', (tag, primary) => {
    expect(primaryLanguage(tag)).toBe(primary);
  });
});

describe('isTwoLetterLanguage', () => {
  test('every ISO 639-1 code is one, in upper or lower case', () => {
    expect(ISO_639_1).toHaveLength(183);
    expect(ISO_639_1.filter((code) => !isTwoLetterLanguage(code) || !isTwoLetterLanguage(code.toUpperCase()))).toEqual(
      [],
    );
  });

  test.each(['xx', 'zz', 'qq', 'uk-UA', 'eng', 'e', '', 'ß', '__', '12', 'en\n'])('%j is not one', (tag) => {
    expect(isTwoLetterLanguage(tag)).toBe(false);
  });
});

describe('languageMatches', () => {
  test.each([
    ['pt', 'pt', true],
    ['pt', 'pt-BR', true],
    ['PT', 'pt-br', true],
    ['pt-BR', 'PT-br', true],
    ['pt-BR', 'pt', false],
    ['pt-BR', 'pt-PT', false],
    ['zh', 'zh-Hant-TW', true],
    ['zh-Hant', 'zh-Hant-TW', false],
    ['en', 'enm', false],
    ['he', 'iw-IL', true],
    ['iw', 'he', true],
    ['en', '', false],
  ])('%j reaches a device with %j: %s', (filter, device, reached) => {
    expect(languageMatches(filter, device)).toBe(reached);
  });
});

test.each([
  ['pt_BR', 'pt-BR', 'pt'],
  ['German', 'de', 'de'],
  ['portugese', 'pt', 'pt'],
  ['en-US', 'en-US', 'en'],
  ['eng', 'en', 'en'],
  ['xx', 'xx', ''],
  ['-', '', ''],
  ['de_'.repeat(50_000), '', ''],
])('for the language %.20j the suggested tag is %j, and the suggested code %j', (text, tag, code) => {
  expect(languageHint(text)).toBe(tag && ` Did you mean "${tag}"?`);
  expect(languageCodeHint(text)).toBe(code && ` Did you mean "${code}"?`);
});
