import { answerReason } from '../answer-reason.js';
import type { Mismatch } from '../credentials-trust.js';
import { type Answer, headerOf, isRecord, parseAnswer } from '../exchange.js';
import { parseRetryAfter } from '../parse-retry-after.js';
import type { Outcome } from '../sender.js';

type Result = Outcome | Mismatch;

/** What a call's answer means for each of those whom it was for. */
export function readAnswer(answer: Answer, nowMs: number): (subscriptionId: string) => Result {
  if (answer.status === 200 || answer.status === 202) return readAccepted(answer);
  const refusal = readRefusal(answer, nowMs);
  return () => refusal;
}

function readAccepted(answer: Answer): (subscriptionId: string) => Result {
  const { id, errors } = parseAnswer(answer);
  const isSent = typeof id === 'string' && id !== '';
  // One object for all: outcomes are values that nobody changes.
  const others: Result = isSent ? { kind: 'sent', providerMessageId: id } : unreached(errors);
  if (!isRecord(errors)) return () => others;
  const invalid = invalidIds(errors);
  return (subscriptionId) => (invalid.has(subscriptionId.toLowerCase()) ? DEAD : others);
}

/** `errors.invalid_player_ids`, `errors.invalid_subscription_ids`: the name has changed over the years. */
function invalidIds(errors: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const lists = Object.entries(errors).map(([name, list]) => (name.startsWith('invalid_') ? list : null));
  const ids: readonly unknown[] = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  return new Set(ids.flatMap((id) => (typeof id === 'string' ? id.toLowerCase() : [])));
}

const DEAD: Outcome = { kind: 'invalid-token', reason: 'invalid subscription id', deadSince: null };

/** Nobody was reached. Not subscribed is what dead ids are; with another application's id, all are. */
const unreached = (errors: unknown): Result =>
  /not subscribed/i.test(JSON.stringify(errors ?? ''))
    ? { kind: 'mismatch', reason: 'not subscribed', deadSince: null }
    : { kind: 'failed', reason: 'nobody reached' };

function readRefusal(answer: Answer, nowMs: number): Outcome {
  const { status } = answer;
  const reason = answerReason(status);
  const afterMs = parseRetryAfter(headerOf(answer, 'retry-after'), nowMs);
  if (status === 401 || status === 403) return { kind: 'app-paused', reason, afterMs: null };
  // A wrong application id is a plain 400 here.
  if (status === 400 && /\bapp_id\b/.test(answer.body))
    return { kind: 'app-paused', reason: '400 app_id', afterMs: null };
  if (status === 429 || status >= 500) return { kind: 'retry-after', reason, afterMs };
  return { kind: 'failed', reason };
}
