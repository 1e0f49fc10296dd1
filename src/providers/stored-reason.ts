import type { ProviderName } from '../ports/provider-name.js';
import { clip } from '../text/characters.js';
import { type Code, inContext, isCode, type PlainCode, type Reason, sayReason } from './codes.js';
import { connectionFailure } from './exchange.js';

/** The columns of a reason. Releases before `code` wrote the sentence alone, and still do during a rolling upgrade. */
export interface StoredReason {
  readonly reason: string;
  readonly code: string | null;
  readonly detail: string | null;
}

const MAX_REASON = 255;

/** Both forms, so that processes of the previous release can read the row. */
export const toStored = (reason: Reason): StoredReason => ({
  reason: clip(sayReason(reason), MAX_REASON),
  code: reason.code,
  detail: reason.detail === null ? null : clip(reason.detail, MAX_REASON),
});

/** The code is valid only if it matches the sentence: a process of the previous release does not update the code. */
export const readStored = ({ reason, code, detail }: StoredReason, provider: ProviderName): Reason => {
  const known = code !== null && isCode(code) ? { code, detail } : null;
  return known && clip(sayReason(known), MAX_REASON) === reason ? known : parseReason(reason, provider);
};

/**
 * The code of a sentence that an earlier release stored. Delete this, with the column `reason`, once no supported
 * release writes rows without a code.
 */
export const parseReason = (text: string, provider: ProviderName): Reason => {
  for (const [beginning, context] of CONTEXTS)
    if (text.startsWith(beginning)) return inContext(context, parseReason(text.slice(beginning.length), provider));
  const fixed = FIXED.get(text);
  if (fixed) return { code: fixed, detail: null };
  if (text.startsWith(CONNECTION_FAILED)) return connectionFailure(text.slice(CONNECTION_FAILED.length));
  for (const [pattern, code] of PATTERNS) {
    const detail = pattern.exec(text)?.[1];
    if (detail !== undefined) return { code, detail };
  }
  return { code: codeOfAnswer(text, provider), detail: text };
};

const CONNECTION_FAILED = 'connection failed: ';

const CONTEXTS = [
  ['most tokens rejected: ', 'MOST_TOKENS'],
  ['its push service has not taken a message yet: ', 'UNPROVEN_ORIGIN'],
] as const;

/** Sentences without a detail. */
const FIXED: ReadonlyMap<string, PlainCode> = new Map(
  (
    [
      'UNKNOWN_SUBSCRIPTION',
      'NOT_SUBSCRIBED',
      'NOBODY_REACHED',
      'NO_ACCESS_TOKEN',
      'TIMEOUT',
      'CONNECTION_RESET',
      'STREAM_REFUSED',
      'NO_ANSWER_IN_TIME',
      'NO_ANSWER_YET',
      'PUSH_SERVICE_WAITS',
      'UNPROVEN_ORIGIN',
      'SLOW_REFUSALS',
      'NOT_A_TOKEN',
      'NOT_A_SUBSCRIPTION_ID',
      'NOT_A_SUBSCRIPTION',
      'ADDRESS_NOT_PUBLIC',
      'UNUSABLE_SUBSCRIPTION_KEYS',
      'NOT_RENDERED',
      'NO_PROJECT_ID',
      'UNUSABLE_PRIVATE_KEY',
      'UNUSABLE_SERVICE_ACCOUNT',
      'UNUSABLE_KEYS',
      'NO_CREDENTIALS',
      'CREDENTIALS_INCOMPLETE',
      'MASTER_KEY_CHANGED',
      'ACCOUNT_SUSPENDED',
      'ABORTED',
      'SHUTTING_DOWN',
      'THREAD_ENDED',
      'NO_OUTCOME',
      'REQUEST_NOT_SENT',
      'NOT_REACHED',
      'TIME_TO_LIVE_ENDED',
      'STOPPED',
      'TOKEN_DIED',
      'DEVICE_INACTIVE',
      'RETIRED_BY_OWNER',
      'UNREGISTERED_BY_DEVICE',
    ] as const
  ).map((code) => [sayReason({ code, detail: null }), code]),
);

const PATTERNS: readonly (readonly [RegExp, Code])[] = [
  [/^(.*, refused \d+ times)$/, 'REPEATED_FOREIGN_KEY'],
  [/^(.*): subscription was made with another VAPID key$/, 'FOREIGN_KEY'],
  [/^(.*): subscription was probably made with another VAPID key$/, 'PERHAPS_FOREIGN_KEY'],
  [/^access token: (.*)$/, 'ACCESS_TOKEN_REFUSED'],
  [/^token_uri refused: (.*)$/, 'TOKEN_URI_REFUSED'],
  [/^stream reset: (.*)$/, 'STREAM_RESET'],
  [/^its push service does not exist: (.*)$/, 'NO_PUSH_SERVICE'],
  [/^endpoint refused: (.*)$/, 'ENDPOINT_REFUSED'],
];

/** Prefers the provider's own word to the status. */
const codeOfAnswer = (text: string, provider: ProviderName): PlainCode => {
  const [status = '', word = ''] = text.split(' ');
  const named = WORDS.get(word) ?? WORDS.get(text);
  if (named) return named;
  if (provider === 'webpush' && (status === '404' || status === '410')) return 'UNREGISTERED';
  if (provider === 'webpush' && status === '400') return 'BAD_REQUEST';
  if (provider === 'provider_a' && status === '404') return 'UNKNOWN_PROJECT';
  return STATUSES.get(status) ?? (/^5(?:\d\d|xx)$/.test(status) ? 'PROVIDER_FAILED' : refusalOf(status));
};

const refusalOf = (status: string): PlainCode => (/^[1-4](?:\d\d|xx)$/.test(status) ? 'REJECTED' : 'OTHER');

const WORDS: ReadonlyMap<string, PlainCode> = new Map<string, PlainCode>([
  ['UNREGISTERED', 'UNREGISTERED'],
  ['registration-token-not-registered', 'UNREGISTERED'],
  ['SENDER_ID_MISMATCH', 'SENDER_ID_MISMATCH'],
  ['THIRD_PARTY_AUTH_ERROR', 'THIRD_PARTY_AUTH_ERROR'],
  ['QUOTA_EXCEEDED', 'QUOTA_EXCEEDED'],
  ['INVALID_ARGUMENT', 'INVALID_ARGUMENT'],
  ['invalid-argument', 'INVALID_ARGUMENT'],
  ['app_id', 'UNKNOWN_APP'],
  ['BadDeviceToken', 'BAD_TOKEN'],
  ['DeviceTokenNotForTopic', 'WRONG_TOPIC'],
  ['BadTopic', 'WRONG_TOPIC'],
  ['TopicDisallowed', 'WRONG_TOPIC'],
  ['MissingTopic', 'WRONG_TOPIC'],
  ['ExpiredProviderToken', 'EXPIRED_PROVIDER_TOKEN'],
  ['TooManyProviderTokenUpdates', 'TOO_MANY_TOKEN_UPDATES'],
  ['network-error', 'NETWORK_ERROR'],
  ['network-timeout', 'NETWORK_ERROR'],
]);

const STATUSES: ReadonlyMap<string, PlainCode> = new Map<string, PlainCode>([
  ['401', 'BAD_CREDENTIALS'],
  ['403', 'BAD_CREDENTIALS'],
  ['410', 'UNREGISTERED'],
  ['413', 'PAYLOAD_TOO_LARGE'],
  ['429', 'TOO_MANY_REQUESTS'],
]);
