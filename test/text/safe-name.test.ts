import { expect, test } from '@jest/globals';
import { foldCase, hidesText, normalizeName } from '../../src/text/safe-name.js';

test.each([
  ['a control character', 'a\u0007b'],
  ['a line separator', 'a\u2028b'],
  ['a zero-width space', 'a\u200bb'],
  ['a zero-width joiner between letters', 'a\u200db'],
  ['a byte order mark', '\ufeffa'],
  ['a soft hyphen', 'a\u00adb'],
  ['a right-to-left override', 'a\u202eb'],
  ['an isolate', 'a\u2066b'],
  ['half a pair', '\ud83d'],
  ['a filler that looks empty', '\u3164'],
])('a name with %s is not a safe text', (_name, text) => {
  expect(hidesText(text)).toBe(true);
});

test.each(['Ann', 'Jörg Müller', 'עִבְרִית', 'العربية', 'हिन्दी', '日本語', '👩‍👩‍👧 family', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 cup', '❤️ and ☎︎', '1️⃣'])(
  '%s is an ordinary name',
  (text) => {
    expect(hidesText(normalizeName(text))).toBe(false);
  },
);

test('names are normalised when they are stored', () => {
  expect(normalizeName('Ｃａｆｅ\u0301 ﬁve')).toBe('Café five');
});

test('both cases of a letter fold to the same text', () => {
  for (const text of ['Straße', 'ΣΊΣΥΦΟΣ', 'Jörg', 'ann']) {
    expect(foldCase(text.toUpperCase())).toBe(foldCase(text));
  }
  // The dotless i is a different letter, so it must not match another person's address.
  expect(foldCase('mıke')).not.toBe(foldCase('mike'));
});
