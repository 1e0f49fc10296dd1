import { answerReason } from '../answer-reason.js';
import type { Mismatch } from '../credentials-trust.js';
import { type Answer, headerOf, parseAnswer } from '../exchange.js';
import { parseRetryAfter } from '../parse-retry-after.js';
import type { Outcome } from '../sender.js';

/** `token-expired`: the provider token, not the device's; a new one is worth one more try. */
export type Verdict = Outcome | Mismatch | { readonly kind: 'token-expired'; readonly reason: string };

/** How long to keep quiet when Apple has seen too many new tokens and named no time. */
const TOKEN_UPDATES_WAIT_MS = 60_000;

/** The token's fault, or that of a wrong topic or environment. */
const MISMATCHES = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic']);
const BAD_TOPICS = new Set(['TopicDisallowed', 'BadTopic', 'MissingTopic']);

/** https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns */
export function readAnswer(answer: Answer, context: { messageId: string; nowMs: number }): Verdict {
  const { status } = answer;
  if (status === 200) return { kind: 'sent', providerMessageId: headerOf(answer, 'apns-id') ?? context.messageId };
  const body = parseAnswer(answer);
  const word = typeof body.reason === 'string' ? body.reason : '';
  const reason = answerReason(status, word);
  const afterMs = parseRetryAfter(headerOf(answer, 'retry-after'), context.nowMs);

  if (status === 410) return { kind: 'invalid-token', reason, deadSince: timestampOf(body.timestamp) };
  if (status === 400 && MISMATCHES.has(word))
    return { kind: 'mismatch', reason, deadSince: timestampOf(body.timestamp) };
  if (status === 400 && BAD_TOPICS.has(word)) return { kind: 'app-paused', reason, afterMs: null };
  if (status === 403 && word === 'ExpiredProviderToken') return { kind: 'token-expired', reason };
  if (status === 401 || status === 403) return { kind: 'app-paused', reason, afterMs: null };
  if (status === 429 && word === 'TooManyProviderTokenUpdates')
    return { kind: 'app-paused', reason, afterMs: afterMs ?? TOKEN_UPDATES_WAIT_MS };
  if (status === 429 || status >= 500) return { kind: 'retry-after', reason, afterMs };
  return { kind: 'failed', reason };
}

/** Apple gives milliseconds since the epoch. */
const timestampOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
