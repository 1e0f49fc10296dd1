import { expect, test } from '@jest/globals';
import { adviceFor } from '../../src/providers/advice.js';
import type { ProviderDefinition } from '../../src/providers/definition.js';
import { provider_a, provider_b, provider_c, webpush } from '../../src/providers/index.js';
import { parseReason } from '../../src/providers/stored-reason.js';

const codeOf = ({ name }: Pick<ProviderDefinition, 'name'>, reason: string) => parseReason(reason, name).code;

/** Reasons as stored in the delivery log, and the advice for each. */
test.each([
  ['413 PayloadTooLarge', provider_c, /^Shorten the texts/],
  ['413 payload too large', provider_c, /^Shorten the texts/],
  ['413 payload too large', webpush, /^Shorten the texts/],
  ['403 InvalidProviderToken', provider_c, /^Set key, key id and team id again/],
  ['403 SENDER_ID_MISMATCH', provider_a, /^Set the service account/],
  ['403 forbidden', provider_b, /^Set an API key/],
  // Also shown while messages wait, so that nobody sends them again.
  ['503 busy', webpush, /status page.* Waiting messages are tried again/],
  ['timeout', provider_c, /network.* Waiting messages are tried again/],
] as const)('"%s" says what to do', (reason, provider, advice) => {
  expect(adviceFor(provider, codeOf(provider, reason))?.advice).toMatch(advice);
});

test('a removed app needs no action', () => {
  expect(adviceFor(provider_c, codeOf(provider_c, '410'))).toMatchObject({ code: 'DEVICE_GONE', advice: null });
  expect(adviceFor(provider_a, codeOf(provider_a, '404 UNREGISTERED'))).toMatchObject({
    code: 'DEVICE_GONE',
    advice: null,
  });
  expect(adviceFor(webpush, codeOf(webpush, '410 gone'))).toMatchObject({
    code: 'WEBPUSH_SUBSCRIPTION_ENDED',
    advice: null,
  });
});
