import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { MessageContent } from '../../src/ports/message-fields.js';
import { fitText, LONGEST_RECEIPT } from '../../src/providers/fit-text.js';
import { ALL_PROVIDERS } from '../../src/providers/providers.js';
import type { Message } from '../../src/providers/sender.js';
import { makeContent } from './harness.js';

const messageOf = (content: MessageContent): Message => ({
  ...{ id: '3f2c1a00-1111-8222-9333-444455556666', receipt: LONGEST_RECEIPT, content },
  target: { kind: 'token', token: 't' },
});

const limited = ALL_PROVIDERS.flatMap(({ name, size }) => (size === null ? [] : [{ name, size }]));

describe.each(limited)('a text that is too large for $name', ({ size }) => {
  const SCRIPTS = ['Now! ', 'تسوق الآن ', 'अभी खरीदें ', '👩‍👩‍👧‍👦', '🇩🇪🇫🇷', 'e\u0301', '今すぐ', '"\\'];
  const texts = fc
    .array(fc.constantFrom(...SCRIPTS), { minLength: 1, maxLength: 40 })
    .map((parts) => parts.join('').repeat(2_000).slice(0, 4_300));

  test('is refused, or shortened by whole graphemes if allowed', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const plain = makeContent({ text, data: { order: '7' } });
        expect(size.measure(messageOf({ ...plain, truncate: true }))).toBeLessThanOrEqual(size.limitBytes);
        expect(size.measure(messageOf({ ...plain, truncate: false }))).toBeGreaterThan(size.limitBytes);
      }),
      { numRuns: 30 },
    );
  });

  test('keeps its data, and stays too large if the data alone is too large', () => {
    const data = { a: 'x'.repeat(5_000) };
    expect(size.measure(messageOf(makeContent({ data, truncate: true })))).toBeGreaterThan(size.limitBytes);
  });
});

describe('a shortened text', () => {
  const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const bytesOf = ({ text }: MessageContent) => Buffer.byteLength(text);

  test('is the longest prefix that fits, with an ellipsis', () => {
    const units = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(units, fc.integer({ min: 3, max: 60 }), (parts, limit) => {
        const content = makeContent({ text: parts.join(''), truncate: true });
        const { text } = fitText(content, limit, bytesOf);
        if (bytesOf(content) <= limit) {
          expect(text).toBe(content.text);
          return;
        }
        const kept = text.slice(0, -1);
        expect([Buffer.byteLength(text) <= limit, text.endsWith('…'), content.text.startsWith(kept)]).toEqual([
          true,
          true,
          true,
        ]);
        const all = graphemes(content.text);
        const ends = all.map((_, index) =>
          all
            .slice(0, index + 1)
            .join('')
            .trimEnd(),
        );
        expect(['', ...ends]).toContain(kept);
      }),
    );
  });

  test('is produced only on request', () => {
    const content = makeContent({ text: 'x'.repeat(100) });
    expect(fitText(content, 10, bytesOf)).toBe(content);
  });
});
