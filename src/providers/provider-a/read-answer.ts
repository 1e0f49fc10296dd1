import { clip } from '../../text/characters.js';
import { answerDetail } from '../answer-detail.js';
import type { Code, Reason } from '../codes.js';
import type { Mismatch } from '../credentials-trust.js';
import { type Answer, headerOf, isRecord, parseAnswer } from '../exchange.js';
import { parseRetryAfter } from '../parse-retry-after.js';
import type { FieldProblem, Outcome } from '../sender.js';

export type Verdict =
  | Outcome
  | Mismatch
  | Suspect
  /** The access token was rejected; one more attempt with a new token is worthwhile. */
  | ({ readonly kind: 'unauthorised' } & Reason);

/** Google does not say whether the token or the payload is the invalid argument. */
export interface Suspect extends Reason {
  readonly kind: 'suspect';
}

/** The wait that Google recommends if it names none. */
const QUOTA_WAIT_MS = 60_000;

/** https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode */
export function readAnswer(answer: Answer, nowMs: number): Verdict {
  const { status } = answer;
  if (status === 200) return { kind: 'sent', providerMessageId: messageNameOf(answer) };
  const error = readError(answer);
  const detail = answerDetail(status, error.code);
  const afterMs = parseRetryAfter(headerOf(answer, 'retry-after'), nowMs);

  if (error.code === 'UNREGISTERED') return { kind: 'invalid-token', code: 'UNREGISTERED', detail, deadSince: null };
  if (error.code === 'SENDER_ID_MISMATCH')
    return { kind: 'mismatch', code: 'SENDER_ID_MISMATCH', detail, deadSince: null };
  if (status === 400 && error.code === 'INVALID_ARGUMENT')
    return error.problems.length > 0
      ? { kind: 'failed', code: 'INVALID_ARGUMENT', detail, problems: error.problems }
      : { kind: 'suspect', code: 'INVALID_ARGUMENT', detail };
  // Google answers 401 here too, but the project only lacks the key for this device's platform.
  if (error.code === 'THIRD_PARTY_AUTH_ERROR') return { kind: 'failed', code: 'THIRD_PARTY_AUTH_ERROR', detail };
  if (status === 401 || status === 403) return { kind: 'unauthorised', code: 'BAD_CREDENTIALS', detail };
  // Without UNREGISTERED, a 404 means that Google does not know the project.
  if (status === 404) return { kind: 'app-paused', code: 'UNKNOWN_PROJECT', detail, afterMs: null };
  if (status === 429)
    return { kind: 'app-paused', code: codeOfQuota(error), detail, afterMs: afterMs ?? QUOTA_WAIT_MS };
  if (status >= 500) return { kind: 'retry-after', code: 'PROVIDER_FAILED', detail, afterMs };
  return { kind: 'failed', code: status === 413 ? 'PAYLOAD_TOO_LARGE' : 'REJECTED', detail };
}

const codeOfQuota = ({ code }: GoogleError): Code =>
  code === 'QUOTA_EXCEEDED' ? 'QUOTA_EXCEEDED' : 'TOO_MANY_REQUESTS';

interface GoogleError {
  /** FCM's own error code if present, else Google's status. */
  readonly code: string;
  /** Excludes violations of the token's field, which do not blame the payload. */
  readonly problems: readonly FieldProblem[];
}

function readError(answer: Answer): GoogleError {
  const { error } = parseAnswer(answer);
  if (!isRecord(error)) return { code: '', problems: [] };
  const details = Array.isArray(error.details) ? error.details.filter(isRecord) : [];
  const fcmCode = details.map((detail) => detail.errorCode).find((code) => typeof code === 'string');
  const fields = details.flatMap(({ fieldViolations }) => (Array.isArray(fieldViolations) ? fieldViolations : []));
  return {
    code: fcmCode ?? (typeof error.status === 'string' ? error.status : ''),
    problems: fields.flatMap(toProblem).slice(0, MAX_PROBLEMS),
  };
}

const MAX_PROBLEMS = 10;
const MAX_PROBLEM = 300;

/** The messages of this service are valid, so what Google calls wrong comes from the passthrough. */
function toProblem(violation: unknown): FieldProblem[] {
  const { field, description } = isRecord(violation) ? violation : {};
  if (field === 'message.token') return [];
  const place = typeof field === 'string' ? field.replace(/^message\b/, '') : '';
  const said = typeof description === 'string' ? description.replace(/[^\x20-\x7e]/g, ' ') : 'INVALID_ARGUMENT';
  return [{ path: clip(`passthrough.fcm${place}`, MAX_PROBLEM), reason: `Google says: ${clip(said, MAX_PROBLEM)}` }];
}

function messageNameOf(answer: Answer): string | null {
  const { name } = parseAnswer(answer);
  return typeof name === 'string' ? name.slice(0, 255) : null;
}
