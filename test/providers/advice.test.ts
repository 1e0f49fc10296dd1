import { expect, test } from '@jest/globals';
import { adviceFor } from '../../src/providers/advice.js';
import * as registry from '../../src/providers/index.js';

/** Reasons as the delivery log has them, and what a person is told. */
test.each([
  ['provider_c', '413 PayloadTooLarge', /^Shorten the texts/],
  ['provider_c', '413 payload too large', /^Shorten the texts/],
  ['webpush', '413 payload too large', /^Shorten the texts/],
  ['provider_c', '403 InvalidProviderToken', /^Set key, key id and team id anew/],
  ['provider_a', '403 SENDER_ID_MISMATCH', /^Set the service account/],
  ['provider_b', '403 forbidden', /^Set an API key/],
  ['webpush', '503 busy', /status page/],
] as const)('%s: "%s" says what to do', (provider, reason, advice) => {
  expect(adviceFor(registry[provider].advice, reason)).toMatch(advice);
});

test('an app that was removed needs nothing to be done', () => {
  expect(adviceFor(registry.provider_c.advice, '410')).toBeNull();
});
