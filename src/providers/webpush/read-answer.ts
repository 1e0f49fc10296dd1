import { STATUS_CODES } from 'node:http';
import { answerReason } from '../answer-reason.js';
import { type Answer, headerOf } from '../exchange.js';
import { parseRetryAfter } from '../parse-retry-after.js';
import type { Outcome } from '../sender.js';

/** The VAPID header was not taken; a new one is worth one more try. */
export interface Unauthorised {
  readonly kind: 'unauthorised';
  readonly reason: string;
  /** The push service says itself that the subscription belongs to another key. */
  readonly isNamed: boolean;
}

export type Verdict = Outcome | Unauthorised;

/** RFC 8030, and what push services make of it. */
export function readAnswer(answer: Answer, nowMs: number): Verdict {
  const { status } = answer;
  const reason = reasonOf(status);
  if (status >= 200 && status < 300) return { kind: 'sent', providerMessageId: null };
  if (status === 404 || status === 410) return { kind: 'invalid-token', reason, deadSince: null };
  if (status === 400 || status === 401 || status === 403) {
    return { kind: 'unauthorised', reason, isNamed: FOREIGN_KEY_WORDS.test(answer.body.slice(0, MAX_WORDS)) };
  }
  if (status === 429 || status >= 500)
    return { kind: 'retry-after', reason, afterMs: parseRetryAfter(headerOf(answer, 'retry-after'), nowMs) };
  // Redirects among them: none is followed, or a public address could lead to a private one.
  return { kind: 'failed', reason: status === 413 ? '413 payload too large' : reason };
}

/**
 * A push service is whoever a device has named. Runs count their failures by reason, so that it must not be able to make
 * up hundreds of them: what has no name is told by its class, as clients are to take it (RFC 9110, 15).
 */
const reasonOf = (status: number): string =>
  STATUS_CODES[status] === undefined ? `${Math.floor(status / 100)}xx` : answerReason(status);

/**
 * Each service has its own words: FCM 403 "the VAPID credentials in the authorization header do not correspond to the
 * credentials used to create the subscriptions", Mozilla 401 "VAPID public key mismatch", Apple 400 VapidPkHashMismatch.
 * Whoever writes other ones is judged by what becomes of others' messages.
 */
const FOREIGN_KEY_WORDS = /not correspond to the credentials used|VAPID public key mismatch|VapidPkHashMismatch/i;
const MAX_WORDS = 1_000;
