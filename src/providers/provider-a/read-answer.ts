import { answerReason } from '../answer-reason.js';
import type { Mismatch } from '../credentials-trust.js';
import { type Answer, headerOf, isRecord, parseAnswer } from '../exchange.js';
import { parseRetryAfter } from '../parse-retry-after.js';
import type { Outcome } from '../sender.js';

export type Verdict =
  | Outcome
  | Mismatch
  | Suspect
  /** The access token was not taken; a new one is worth one more try. */
  | { readonly kind: 'unauthorised'; readonly reason: string };

/** INVALID_ARGUMENT without a word which: the token, or the payload. */
export interface Suspect {
  readonly kind: 'suspect';
  readonly reason: string;
}

/** Google asks for a minute where it names no time. */
const QUOTA_WAIT_MS = 60_000;

/** https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode */
export function readAnswer(answer: Answer, nowMs: number): Verdict {
  const { status } = answer;
  if (status === 200) return { kind: 'sent', providerMessageId: messageNameOf(answer) };
  const error = readError(answer);
  const reason = answerReason(status, error.code);
  const afterMs = parseRetryAfter(headerOf(answer, 'retry-after'), nowMs);

  if (error.code === 'UNREGISTERED') return { kind: 'invalid-token', reason, deadSince: null };
  if (error.code === 'SENDER_ID_MISMATCH') return { kind: 'mismatch', reason, deadSince: null };
  if (status === 400 && error.code === 'INVALID_ARGUMENT')
    return error.blamesPayload ? { kind: 'failed', reason } : { kind: 'suspect', reason };
  // 401 as well, and yet of this device: the project lacks the key of its platform.
  if (error.code === 'THIRD_PARTY_AUTH_ERROR') return { kind: 'failed', reason };
  if (status === 401 || status === 403) return { kind: 'unauthorised', reason };
  // Without UNREGISTERED it is the project that was not found.
  if (status === 404) return { kind: 'app-paused', reason, afterMs: null };
  if (status === 429) return { kind: 'app-paused', reason, afterMs: afterMs ?? QUOTA_WAIT_MS };
  if (status >= 500) return { kind: 'retry-after', reason, afterMs };
  return { kind: 'failed', reason };
}

interface GoogleError {
  /** FCM's own error code where there is one, else Google's status. */
  readonly code: string;
  readonly blamesPayload: boolean;
}

function readError(answer: Answer): GoogleError {
  const { error } = parseAnswer(answer);
  if (!isRecord(error)) return { code: '', blamesPayload: false };
  const details = Array.isArray(error.details) ? error.details.filter(isRecord) : [];
  const fcmCode = details.map((detail) => detail.errorCode).find((code) => typeof code === 'string');
  const fields = details.flatMap(({ fieldViolations }) => (Array.isArray(fieldViolations) ? fieldViolations : []));
  return {
    code: fcmCode ?? (typeof error.status === 'string' ? error.status : ''),
    // A violation of the token's own field says nothing about the payload.
    blamesPayload: fields.some((violation) => !isRecord(violation) || violation.field !== 'message.token'),
  };
}

function messageNameOf(answer: Answer): string | null {
  const { name } = parseAnswer(answer);
  return typeof name === 'string' ? name.slice(0, 255) : null;
}
