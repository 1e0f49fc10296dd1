import { describe, expect, test } from '@jest/globals';
import {
  type Code,
  inContext,
  isCode,
  isTooMany,
  plainCodeOf,
  type Reason,
  type RuleCode,
  sayReason,
} from '../../src/providers/codes.js';
import { parseReason, readStored, toStored } from '../../src/providers/stored-reason.js';

const REASONS: readonly (readonly [string, Reason])[] = [
  ['410 Unregistered', { code: 'UNREGISTERED', detail: '410 Unregistered' }],
  ['connection failed: ECONNREFUSED', { code: 'CONNECTION_FAILED', detail: 'ECONNREFUSED' }],
  ['connection failed: ENOTFOUND', { code: 'NAME_NOT_FOUND', detail: 'ENOTFOUND' }],
  ['timeout', { code: 'TIMEOUT', detail: null }],
  ['stream reset: CANCEL', { code: 'STREAM_RESET', detail: 'CANCEL' }],
  ['access token: 400 invalid_grant', { code: 'ACCESS_TOKEN_REFUSED', detail: '400 invalid_grant' }],
  ['403 forbidden: subscription was made with another VAPID key', { code: 'FOREIGN_KEY', detail: '403 forbidden' }],
  ['most tokens rejected: 400 BadDeviceToken', { code: 'MOST_TOKENS:BAD_TOKEN', detail: '400 BadDeviceToken' }],
  ['its push service has not taken a message yet', { code: 'UNPROVEN_ORIGIN', detail: null }],
  [
    'its push service has not taken a message yet: connection failed: ECONNRESET',
    { code: 'UNPROVEN_ORIGIN:CONNECTION_FAILED', detail: 'ECONNRESET' },
  ],
  ['a reason in words of a user', { code: 'OTHER', detail: 'a reason in words of a user' }],
];

/** The sentences without a detail that release 0.9.0 stored, which wrote no codes. */
const STORED_BY_0_9 = {
  UNKNOWN_SUBSCRIPTION: 'invalid subscription id',
  NOT_SUBSCRIBED: 'not subscribed',
  NOBODY_REACHED: 'nobody reached',
  NO_ACCESS_TOKEN: 'token_uri gave no token',
  TIMEOUT: 'timeout',
  CONNECTION_RESET: 'connection reset',
  STREAM_REFUSED: 'stream refused',
  NO_ANSWER_YET: 'the provider has not answered in time; the message may still arrive',
  PUSH_SERVICE_WAITS: 'push service asked to wait',
  UNPROVEN_ORIGIN: 'its push service has not taken a message yet',
  NOT_A_TOKEN: 'not a token',
  NOT_A_SUBSCRIPTION_ID: 'not a subscription id',
  NOT_A_SUBSCRIPTION: 'not a web push subscription',
  ADDRESS_NOT_PUBLIC: 'address not public',
  UNUSABLE_SUBSCRIPTION_KEYS: 'keys are not usable',
  NOT_RENDERED: 'cannot be rendered',
  NO_PROJECT_ID: 'no project_id in the credentials',
  UNUSABLE_PRIVATE_KEY: 'private key is not usable',
  UNUSABLE_SERVICE_ACCOUNT: 'service account is not usable',
  UNUSABLE_KEYS: 'VAPID keys are not usable',
  NO_CREDENTIALS: 'the application has no complete credentials',
  CREDENTIALS_INCOMPLETE: 'no complete credentials',
  MASTER_KEY_CHANGED: 'MASTER_KEY does not open its credentials',
  ACCOUNT_SUSPENDED: 'the user is suspended',
  ABORTED: 'aborted before sending',
  SHUTTING_DOWN: 'shutting down',
  THREAD_ENDED: 'the sending thread ended',
  NO_OUTCOME: 'the sender gave no outcome',
  REQUEST_NOT_SENT: 'request cannot be sent',
  NOT_REACHED: 'not reached',
  TIME_TO_LIVE_ENDED: 'its time to live ended before it was sent',
  STOPPED: 'sending was stopped',
  TOKEN_DIED: 'the token died with an earlier push of this run',
  DEVICE_INACTIVE: 'the device is no longer active',
  RETIRED_BY_OWNER: 'retired by its owner',
  UNREGISTERED_BY_DEVICE: 'unregistered',
};

describe('the codes of reasons', () => {
  test.each(REASONS)('"%s" is displayed, stored and read', (text, reason) => {
    expect(sayReason(reason)).toBe(text);
    expect(toStored(reason)).toEqual({ reason: text, ...reason });
    expect(readStored(toStored(reason), 'provider_c')).toEqual(reason);
  });

  test.each(REASONS)('the sentence "%s" in a row without a code gives the same code', (text, reason) => {
    expect(readStored({ reason: text, code: null, detail: null }, 'provider_c')).toEqual(reason);
    expect(sayReason(parseReason(text, 'webpush'))).toBe(text);
  });

  test.each(Object.entries(STORED_BY_0_9))(
    'a row of 0.9.0 still maps to the code %s, so its sentence cannot change',
    (code, text) => {
      expect(readStored({ reason: text, code: null, detail: null }, 'provider_c')).toEqual({ code, detail: null });
    },
  );

  test('the same status has different meanings for different providers', () => {
    const codes = (text: string) =>
      (['provider_a', 'provider_b', 'webpush'] as const).map((name) => parseReason(text, name).code);
    expect(codes('404 not found')).toEqual(['UNKNOWN_PROJECT', 'REJECTED', 'UNREGISTERED']);
    expect(codes('400 bad request')).toEqual(['REJECTED', 'REJECTED', 'BAD_REQUEST']);
    expect(codes('429 too many requests')).toEqual(Array(3).fill('TOO_MANY_REQUESTS'));
  });

  test('a code that contradicts its sentence is ignored, because an older process wrote the sentence', () => {
    const stale = { reason: '429 TooManyRequests', code: 'BAD_CREDENTIALS', detail: '403 InvalidProviderToken' };
    expect(readStored(stale, 'provider_c')).toEqual({ code: 'TOO_MANY_REQUESTS', detail: '429 TooManyRequests' });
    const later = { reason: 'timeout', code: 'CODE_OF_A_LATER_RELEASE', detail: null };
    expect(readStored(later, 'provider_c')).toEqual({ code: 'TIMEOUT', detail: null });
  });

  test('a sentence with a context keeps its code', () => {
    const inside: Reason = { code: 'TOO_MANY_REQUESTS', detail: '429' };
    const code = inContext('UNPROVEN_ORIGIN', inside).code as Exclude<Code, RuleCode>;
    expect([code, plainCodeOf(code), isCode(code)]).toEqual([
      'UNPROVEN_ORIGIN:TOO_MANY_REQUESTS',
      'TOO_MANY_REQUESTS',
      true,
    ]);
    expect(inContext('UNPROVEN_ORIGIN', inContext('UNPROVEN_ORIGIN', inside)).code).toBe(code);
  });

  test.each(['toString', 'UNPROVEN_ORIGIN:', 'TIMEOUT:TIMEOUT', 'MOST_TOKENS:x', ''])('%p is not a code', (word) => {
    expect(isCode(word)).toBe(false);
  });

  test('too many requests do not discredit the credentials', () => {
    const codes: Code[] = ['TOO_MANY_REQUESTS', 'QUOTA_EXCEEDED', 'TOO_MANY_TOKEN_UPDATES', 'BAD_CREDENTIALS'];
    expect(codes.map(isTooMany)).toEqual([true, true, true, false]);
  });
});
