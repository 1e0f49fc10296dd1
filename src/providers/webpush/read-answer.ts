import { STATUS_CODES } from 'node:http';
import { answerDetail } from '../answer-detail.js';
import type { Reason } from '../codes.js';
import { type Answer, headerOf } from '../exchange.js';
import { parseRetryAfter } from '../parse-retry-after.js';
import type { Outcome } from '../sender.js';

/** The VAPID header was rejected; one more attempt with a new one is worthwhile. */
export interface Unauthorised extends Reason {
  readonly kind: 'unauthorised';
  /** The push service says that the subscription belongs to another key. */
  readonly isNamed: boolean;
}

export type Verdict = Outcome | Unauthorised;

/** Reads an answer by RFC 8030 and the practice of push services. */
export function readAnswer(answer: Answer, nowMs: number): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'sent', providerMessageId: null };
  const detail = detailOf(status);
  if (status === 404 || status === 410) return { kind: 'invalid-token', code: 'UNREGISTERED', detail, deadSince: null };
  if (status === 400 || status === 401 || status === 403) {
    const code = status === 400 ? 'BAD_REQUEST' : 'BAD_CREDENTIALS';
    return { kind: 'unauthorised', code, detail, isNamed: FOREIGN_KEY_WORDS.test(answer.body.slice(0, MAX_WORDS)) };
  }
  if (status === 429 || status >= 500) {
    const afterMs = parseRetryAfter(headerOf(answer, 'retry-after'), nowMs);
    return { kind: 'retry-after', code: status === 429 ? 'TOO_MANY_REQUESTS' : 'PROVIDER_FAILED', detail, afterMs };
  }
  if (status === 413) return { kind: 'failed', code: 'PAYLOAD_TOO_LARGE', detail: '413 payload too large' };
  // Redirects end here: following one could lead from a public address to a private one.
  return { kind: 'failed', code: 'REJECTED', detail };
}

/**
 * Devices choose their push services, which must not be able to invent hundreds of reasons, because runs count failures
 * by reason. Unknown statuses are reduced to their class, as RFC 9110, 15 requires of clients.
 */
const detailOf = (status: number): string =>
  STATUS_CODES[status] === undefined ? `${Math.floor(status / 100)}xx` : answerDetail(status);

/**
 * The words of each service: FCM 403 "the VAPID credentials in the authorization header do not correspond to the
 * credentials used to create the subscriptions", Mozilla 401 "VAPID public key mismatch", Apple 400
 * VapidPkHashMismatch. Other services are judged by the outcomes of other messages.
 */
const FOREIGN_KEY_WORDS = /not correspond to the credentials used|VAPID public key mismatch|VapidPkHashMismatch/i;
const MAX_WORDS = 1_000;
