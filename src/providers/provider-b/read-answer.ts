import { answerDetail } from '../answer-detail.js';
import type { Mismatch } from '../credentials-trust.js';
import { type Answer, headerOf, isRecord, parseAnswer } from '../exchange.js';
import { parseRetryAfter } from '../parse-retry-after.js';
import type { Outcome } from '../sender.js';

type Result = Outcome | Mismatch;

/** Returns a function from a recipient of the call to its result. */
export function readAnswer(answer: Answer, nowMs: number): (subscriptionId: string) => Result {
  if (answer.status === 200 || answer.status === 202) return readAccepted(answer);
  const refusal = readRefusal(answer, nowMs);
  return () => refusal;
}

function readAccepted(answer: Answer): (subscriptionId: string) => Result {
  const { id, errors } = parseAnswer(answer);
  const isSent = typeof id === 'string' && id !== '';
  // All recipients share one immutable object.
  const others: Result = isSent ? { kind: 'sent', providerMessageId: id } : unreached(errors);
  if (!isRecord(errors)) return () => others;
  const invalid = invalidIds(errors);
  return (subscriptionId) => (invalid.has(subscriptionId.toLowerCase()) ? DEAD : others);
}

/** OneSignal has renamed `errors.invalid_player_ids` to `errors.invalid_subscription_ids`. */
function invalidIds(errors: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const lists = Object.entries(errors).map(([name, list]) => (name.startsWith('invalid_') ? list : null));
  const ids: readonly unknown[] = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  return new Set(ids.flatMap((id) => (typeof id === 'string' ? id.toLowerCase() : [])));
}

const DEAD: Outcome = { kind: 'invalid-token', code: 'UNKNOWN_SUBSCRIPTION', detail: null, deadSince: null };

/** Nobody was reached. Dead ids are "not subscribed", and so are all ids with the `app_id` of another application. */
const unreached = (errors: unknown): Result =>
  /not subscribed/i.test(JSON.stringify(errors ?? ''))
    ? { kind: 'mismatch', code: 'NOT_SUBSCRIBED', detail: null, deadSince: null }
    : { kind: 'failed', code: 'NOBODY_REACHED', detail: null };

function readRefusal(answer: Answer, nowMs: number): Outcome {
  const { status } = answer;
  const detail = answerDetail(status);
  const afterMs = parseRetryAfter(headerOf(answer, 'retry-after'), nowMs);
  if (status === 401 || status === 403) return { kind: 'app-paused', code: 'BAD_CREDENTIALS', detail, afterMs: null };
  // OneSignal answers a wrong application id with a plain 400.
  if (status === 400 && /\bapp_id\b/.test(answer.body))
    return { kind: 'app-paused', code: 'UNKNOWN_APP', detail: '400 app_id', afterMs: null };
  if (status === 429) return { kind: 'retry-after', code: 'TOO_MANY_REQUESTS', detail, afterMs };
  if (status >= 500) return { kind: 'retry-after', code: 'PROVIDER_FAILED', detail, afterMs };
  return { kind: 'failed', code: status === 413 ? 'PAYLOAD_TOO_LARGE' : 'REJECTED', detail };
}
