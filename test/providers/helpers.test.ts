import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { answerDetail } from '../../src/providers/answer-detail.js';
import { shortKeyOf, topicOf } from '../../src/providers/collapse-key.js';
import { createSenders } from '../../src/providers/create-senders.js';
import { parseRetryAfter } from '../../src/providers/parse-retry-after.js';
import { retryDelayMs } from '../../src/providers/retry-delay.js';
import { TestClock } from './harness.js';

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 20, 12, 0, 0);

  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Friday, 20-Nov-26 12:01:00 GMT', 60_000],
    ['Fri Nov 20 12:02:00 2026', 120_000],
    ['Fri Nov 40 12:02:00 2026', null],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['', null],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    [undefined, null],
  ])('%p is %p milliseconds', (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });
});

describe('the delay before a retry', () => {
  const attempts = fc.integer({ min: 1, max: 100 });
  const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  test('doubles its ceiling from one second up to five minutes', () => {
    const most = (attempt: number) => retryDelayMs({ attempt, afterMs: null, random: () => 0.999999 });
    expect([1, 2, 3, 4, 9, 10, 50].map(most)).toEqual([999, 1999, 3999, 7999, 255_999, 299_999, 299_999]);
  });

  test('is spread over the whole range below its ceiling', () => {
    expect(retryDelayMs({ attempt: 5, afterMs: null, random: () => 0 })).toBe(0);
  });

  test('never ends before the provider allows', () => {
    fc.assert(
      fc.property(attempts, randoms, fc.integer({ min: 0, max: 86_400_000 }), (attempt, random, afterMs) => {
        const delayMs = retryDelayMs({ attempt, afterMs, random: () => random });
        expect(delayMs).toBeGreaterThanOrEqual(afterMs);
        expect(delayMs).toBeLessThan(afterMs + 300_000);
      }),
    );
  });
});

describe('collapse keys', () => {
  test('topics have at most 32 URL-safe characters, and differ if the keys differ', () => {
    fc.assert(fc.property(fc.string(), (key) => expect(topicOf(key)).toMatch(/^[A-Za-z0-9_-]{1,32}$/)));
    expect(topicOf('sale_1')).toBe('sale_1');
    expect(topicOf('sale 1')).not.toBe(topicOf('sale 2'));
  });

  test('header values are printable and short', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (key) => expect(shortKeyOf(key, 64)).toMatch(/^[\x21-\x7e]{1,64}$/)),
    );
  });
});

describe('reasons', () => {
  test("use the provider's text only if it is a single word", () => {
    expect(answerDetail(410, 'Unregistered')).toBe('410 Unregistered');
    expect(answerDetail(400, 'token ya29.secret is bad')).toBe('400 bad request');
    expect(answerDetail(799, 17)).toBe('799');
  });
});

describe("providers' base addresses", () => {
  const good = {
    provider_a: 'https://fcm.googleapis.com',
    provider_b: 'https://api.onesignal.com',
    provider_c: 'https://api.push.apple.com',
  };
  const create = (baseUrls: Partial<typeof good>, allowPrivate = false) =>
    createSenders({
      baseUrls: { ...good, ...baseUrls },
      allowPrivate,
      providerATransport: 'http2',
      clock: new TestClock(),
      random: Math.random,
    });

  test.each([
    [{ provider_a: 'http://fcm.googleapis.com' }, /^PROVIDER_A_URL: must be https/],
    [{ provider_b: 'https://127.0.0.1:8443' }, /^PROVIDER_B_URL: must be a public address/],
    [{ provider_c: 'nonsense' }, /^PROVIDER_C_URL: must be an https URL/],
    [{ provider_c: 'https://api.push.apple.com/3/' }, /^PROVIDER_C_URL: must be an address without a path/],
  ])('%p is refused', (baseUrls, message) => {
    expect(() => create(baseUrls)).toThrow(message);
  });

  test('may be private and unencrypted if the operator allows it', () => {
    expect(Object.keys(create({ provider_c: 'http://127.0.0.1:1' }, true))).toHaveLength(4);
  });
});
