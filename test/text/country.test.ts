import { describe, expect, test } from '@jest/globals';
import { canonicalCountry, countryHint } from '../../src/text/country.js';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

describe('canonicalCountry', () => {
  test.each([
    ['DE', 'DE'],
    ['de', 'DE'],
    ['gB', 'GB'],
    ['AX', 'AX'],
    ['zw', 'ZW'],
  ])('%s is %s', (code, country) => {
    expect(canonicalCountry(code)).toBe(country);
  });

  test.each(['', 'D', 'DEU', 'XK', 'UK', 'EU', 'ZZ', 'AN', 'SU', ' DE', 'DE\n', 'ß', 'Ｄ', '__proto__', '49', 'D E'])(
    '%j is not a country of ISO 3166-1',
    (code) => {
      expect(canonicalCountry(code)).toBeNull();
    },
  );

  test('there are 249 countries, and Intl has a name for each', () => {
    const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
    const countries = codes.filter((code) => canonicalCountry(code) === code);
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    expect(countries).toHaveLength(249);
    expect(countries.filter((code) => names.of(code) === undefined)).toEqual([]);
  });
});

test.each([
  ['UK', 'GB'],
  ['usa', 'US'],
  ['Germany', 'DE'],
  ['germnay', 'DE'],
  ['Cote dIvoire', 'CI'],
  ['Atlantis', ''],
  ['XK', ''],
  ['ZZ', ''],
  ['', ''],
  ['Germany'.repeat(10_000), ''],
])('for the country %.20j the suggestion is %j', (text, code) => {
  expect(countryHint(text)).toBe(code && ` Did you mean "${code}"?`);
});
