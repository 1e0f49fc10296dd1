import { expect, test } from '@jest/globals';
import { adviceFor } from '../../src/providers/advice.js';
import { provider_a, provider_b, provider_c, webpush } from '../../src/providers/index.js';

/** Reasons as the delivery log has them, and what a person is told. */
test.each([
  ['413 PayloadTooLarge', provider_c, /^Shorten the texts/],
  ['413 payload too large', provider_c, /^Shorten the texts/],
  ['413 payload too large', webpush, /^Shorten the texts/],
  ['403 InvalidProviderToken', provider_c, /^Set key, key id and team id anew/],
  ['403 SENDER_ID_MISMATCH', provider_a, /^Set the service account/],
  ['403 forbidden', provider_b, /^Set an API key/],
  ['503 busy', webpush, /status page/],
] as const)('"%s" says what to do', (reason, provider, advice) => {
  expect(adviceFor(provider, reason)?.advice).toMatch(advice);
});

test('an app that was removed needs nothing to be done', () => {
  expect(adviceFor(provider_c, '410')).toMatchObject({ code: 'DEVICE_GONE', advice: null });
  expect(adviceFor(provider_a, '404 UNREGISTERED')).toMatchObject({ code: 'DEVICE_GONE', advice: null });
  expect(adviceFor(webpush, '410 gone')).toMatchObject({ code: 'WEBPUSH_SUBSCRIPTION_ENDED', advice: null });
});
