import { answerReason } from '../answer-reason.js';
import { type Answer, headerOf } from '../exchange.js';
import { parseRetryAfter } from '../parse-retry-after.js';
import type { Outcome } from '../sender.js';

/** `unauthorised`: the VAPID header was not taken; a new one is worth one more try. */
export type Verdict = Outcome | { readonly kind: 'unauthorised'; readonly reason: string };

/** RFC 8030, and what push services make of it. The body is not looked at: each service writes its own. */
export function readAnswer(answer: Answer, nowMs: number): Verdict {
  const { status } = answer;
  const reason = answerReason(status);
  if (status >= 200 && status < 300) return { kind: 'sent', providerMessageId: null };
  if (status === 404 || status === 410) return { kind: 'invalid-token', reason, deadSince: null };
  if (status === 400 || status === 401 || status === 403) return { kind: 'unauthorised', reason };
  if (status === 429 || status >= 500)
    return { kind: 'retry-after', reason, afterMs: parseRetryAfter(headerOf(answer, 'retry-after'), nowMs) };
  // Redirects among them: none is followed, or a public address could lead to a private one.
  return { kind: 'failed', reason: status === 413 ? '413 payload too large' : reason };
}
