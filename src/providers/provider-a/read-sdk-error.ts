import type { Code } from '../codes.js';
import { isRecord } from '../exchange.js';
import type { Judged } from './suspect-tokens.js';

const QUOTA_WAIT_MS = 60_000;

/** Reads the SDK's words for https://firebase.google.com/docs/cloud-messaging/error-codes. */
export function readSdkError(error: unknown): Judged {
  const code = isRecord(error) && typeof error.code === 'string' ? error.code : '';
  const word = /^(?:messaging|app)\/([a-z-]{1,60})$/.exec(code)?.[1] ?? 'unknown error';
  if (NO_ANSWER.has(word)) return readNetworkError(word, isRecord(error) ? error.message : undefined);
  if (word === 'mismatched-credential') return readMismatch(word, isRecord(error) ? error.message : undefined);
  return (MEANINGS[word] ?? unlisted)(word);
}

/**
 * The SDK has one code for SENDER_ID_MISMATCH, which blames the device, and PERMISSION_DENIED, which blames the
 * account. Only FCM's text ("SenderId mismatch") tells them apart. In doubt, no device is retired.
 */
const readMismatch = (detail: string, message: unknown): Judged =>
  /sender.?id/i.test(String(message))
    ? { kind: 'mismatch', code: 'SENDER_ID_MISMATCH', detail, deadSince: null }
    : pause('BAD_CREDENTIALS')(detail);

const NO_ANSWER = new Set(['network-error', 'network-timeout']);

/** Only the SDK's text names the cause. Without a connection, Google has not seen the message. */
const readNetworkError = (detail: string, message: unknown): Judged => {
  const outcome = { kind: 'retry-after', code: 'NETWORK_ERROR', detail, afterMs: null } as const;
  const neverConnected = /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b/.test(String(message));
  return neverConnected ? outcome : { ...outcome, isUnanswered: true };
};

type Meaning = (detail: string) => Judged;

const retry =
  (code: Code): Meaning =>
  (detail) => ({ kind: 'retry-after', code, detail, afterMs: null });
const pause =
  (code: Code): Meaning =>
  (detail) => ({ kind: 'app-paused', code, detail, afterMs: null });
const throttle =
  (code: Code): Meaning =>
  (detail) => ({ kind: 'app-paused', code, detail, afterMs: QUOTA_WAIT_MS });
const fail =
  (code: Code): Meaning =>
  (detail) => ({ kind: 'failed', code, detail });
const suspect: Meaning = (detail) => ({ kind: 'suspect', code: 'INVALID_ARGUMENT', detail });

/** Errors that are not listed may pass: network errors, 5xx, codes of later versions. */
const unlisted = retry('UNKNOWN_ERROR');

const MEANINGS: Readonly<Record<string, Meaning>> = {
  'registration-token-not-registered': (detail) => ({
    kind: 'invalid-token',
    code: 'UNREGISTERED',
    detail,
    deadSince: null,
  }),
  'invalid-argument': suspect,
  'invalid-registration-token': suspect,
  'invalid-payload': fail('INVALID_ARGUMENT'),
  'payload-size-limit-exceeded': fail('PAYLOAD_TOO_LARGE'),
  'message-rate-exceeded': throttle('TOO_MANY_REQUESTS'),
  'quota-exceeded': throttle('QUOTA_EXCEEDED'),
  'internal-error': retry('PROVIDER_FAILED'),
  'server-unavailable': retry('PROVIDER_FAILED'),
  'authentication-error': pause('BAD_CREDENTIALS'),
  // The project lacks the key for this device's platform.
  'third-party-auth-error': fail('THIRD_PARTY_AUTH_ERROR'),
  'invalid-apns-credentials': pause('THIRD_PARTY_AUTH_ERROR'),
  'invalid-credential': pause('BAD_CREDENTIALS'),
  'invalid-app-options': pause('BAD_CREDENTIALS'),
};
