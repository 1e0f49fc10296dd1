import { isRecord } from '../exchange.js';
import type { Judged } from './suspect-tokens.js';

const QUOTA_WAIT_MS = 60_000;

/** https://firebase.google.com/docs/cloud-messaging/error-codes, in the SDK's words. */
export function readSdkError(error: unknown): Judged {
  const code = isRecord(error) && typeof error.code === 'string' ? error.code : '';
  const word = /^(?:messaging|app)\/([a-z-]{1,60})$/.exec(code)?.[1] ?? 'unknown error';
  if (NO_ANSWER.has(word)) return readNetworkError(word, isRecord(error) ? error.message : undefined);
  if (word === 'mismatched-credential') return readMismatch(word, isRecord(error) ? error.message : undefined);
  return (MEANINGS[word] ?? retry)(word);
}

/**
 * The SDK has one code for SENDER_ID_MISMATCH, a device's fault, and PERMISSION_DENIED, the account's. Only FCM's text
 * ("SenderId mismatch") tells them apart; in doubt no device is retired.
 */
const readMismatch = (reason: string, message: unknown): Judged =>
  /sender.?id/i.test(String(message)) ? { kind: 'mismatch', reason, deadSince: null } : pause(reason);

const NO_ANSWER = new Set(['network-error', 'network-timeout']);

/** The SDK names the cause in its text alone. Where no connection came about, Google has not seen the message. */
const readNetworkError = (reason: string, message: unknown): Judged => {
  const outcome = { kind: 'retry-after', reason, afterMs: null } as const;
  const neverConnected = /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b/.test(String(message));
  return neverConnected ? outcome : { ...outcome, isUnanswered: true };
};

const retry = (reason: string): Judged => ({ kind: 'retry-after', reason, afterMs: null });
const pause = (reason: string): Judged => ({ kind: 'app-paused', reason, afterMs: null });
const throttle = (reason: string): Judged => ({ kind: 'app-paused', reason, afterMs: QUOTA_WAIT_MS });
const suspect = (reason: string): Judged => ({ kind: 'suspect', reason });
const fail = (reason: string): Judged => ({ kind: 'failed', reason });

/** What is not listed may pass: network errors, 5xx, codes of later versions. */
const MEANINGS: Readonly<Record<string, (reason: string) => Judged>> = {
  'registration-token-not-registered': (reason) => ({ kind: 'invalid-token', reason, deadSince: null }),
  'invalid-argument': suspect,
  'invalid-registration-token': suspect,
  'invalid-payload': fail,
  'payload-size-limit-exceeded': fail,
  'message-rate-exceeded': throttle,
  'quota-exceeded': throttle,
  'authentication-error': pause,
  // Of this device: the project lacks the key of its platform.
  'third-party-auth-error': fail,
  'invalid-apns-credentials': pause,
  'invalid-credential': pause,
  'invalid-app-options': pause,
};
