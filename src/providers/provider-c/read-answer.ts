import { answerDetail } from '../answer-detail.js';
import type { Code, Reason } from '../codes.js';
import type { Mismatch } from '../credentials-trust.js';
import { type Answer, headerOf, parseAnswer } from '../exchange.js';
import { parseRetryAfter } from '../parse-retry-after.js';
import type { Outcome } from '../sender.js';

/**
 * `token-expired`: the provider token, not the device's, has expired; one more attempt with a new one is worthwhile.
 */
export type Verdict = Outcome | Mismatch | ({ readonly kind: 'token-expired' } & Reason);

/** How long to wait after too many new tokens if Apple names no time. */
const TOKEN_UPDATES_WAIT_MS = 60_000;

/** The token may be at fault, or a wrong topic or environment. */
const MISMATCHES: ReadonlyMap<string, Code> = new Map([
  ['BadDeviceToken', 'BAD_TOKEN'],
  ['DeviceTokenNotForTopic', 'WRONG_TOPIC'],
]);
const BAD_TOPICS = new Set(['TopicDisallowed', 'BadTopic', 'MissingTopic']);

/** https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns */
export function readAnswer(answer: Answer, context: { messageId: string; nowMs: number }): Verdict {
  const { status } = answer;
  if (status === 200) return { kind: 'sent', providerMessageId: headerOf(answer, 'apns-id') ?? context.messageId };
  const body = parseAnswer(answer);
  const word = typeof body.reason === 'string' ? body.reason : '';
  const detail = answerDetail(status, word);
  const afterMs = parseRetryAfter(headerOf(answer, 'retry-after'), context.nowMs);

  const deadSince = timestampOf(body.timestamp);
  if (status === 410) return { kind: 'invalid-token', code: 'UNREGISTERED', detail, deadSince };
  const mismatch = status === 400 ? MISMATCHES.get(word) : undefined;
  if (mismatch) return { kind: 'mismatch', code: mismatch, detail, deadSince };
  if (status === 400 && BAD_TOPICS.has(word)) return { kind: 'app-paused', code: 'WRONG_TOPIC', detail, afterMs: null };
  if (status === 403 && word === 'ExpiredProviderToken')
    return { kind: 'token-expired', code: 'EXPIRED_PROVIDER_TOKEN', detail };
  if (status === 401 || status === 403) return { kind: 'app-paused', code: 'BAD_CREDENTIALS', detail, afterMs: null };
  if (status === 429 && word === 'TooManyProviderTokenUpdates')
    return { kind: 'app-paused', code: 'TOO_MANY_TOKEN_UPDATES', detail, afterMs: afterMs ?? TOKEN_UPDATES_WAIT_MS };
  if (status === 429) return { kind: 'retry-after', code: 'TOO_MANY_REQUESTS', detail, afterMs };
  if (status >= 500) return { kind: 'retry-after', code: 'PROVIDER_FAILED', detail, afterMs };
  return { kind: 'failed', code: status === 413 ? 'PAYLOAD_TOO_LARGE' : 'REJECTED', detail };
}

/** Apple sends milliseconds since the epoch. */
const timestampOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
