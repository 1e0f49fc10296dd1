import type { OutcomeName } from '../../entities/outcome.js';
import { assertNever } from '../../errors.js';
import type { Code, Reason } from '../../providers/codes.js';
import { retryDelayMs } from '../../providers/retry-delay.js';
import type { Outcome } from '../../providers/sender.js';
import { type StoredReason, toStored } from '../../providers/stored-reason.js';

/** The result of one message after one attempt, as it is recorded. */
export interface MessageResult {
  readonly pushId: number;
  readonly deviceId: number;
  readonly occurrence: number;
  /** The data of the event, which a message that waits keeps; absent: none. */
  readonly event?: string | null;
  /** The index of the variant, or an `…_ARM` of `ports/experiment.ts`; absent: the run has no experiment. */
  readonly arm?: number | undefined;
  /** Language of the chosen translation. */
  readonly language: string;
  readonly outcome: OutcomeName;
  /** Null when sent. */
  readonly code: Code | null;
  readonly detail: string | null;
  /** Epoch ms of the next try; set exactly when the outcome is `retrying` or `held`. */
  readonly retryAt: number | null;
  /** The message waits because the provider refuses the whole application; new credentials release it at once. */
  readonly waitsForApp: boolean;
  /** The token is dead unless it was confirmed after this (epoch ms); null: not dead. */
  readonly deadAt: number | null;
  /** The key in `retry_send.held_for` of the push service that the message waits for. */
  readonly heldFor?: string | undefined;
  /** The message was not handed over, so the try does not count. */
  readonly isUntried?: true | undefined;
  /** The request was fully written and got no answer. */
  readonly isUnanswered?: true | undefined;
  /** The message is in flight beyond its page; this process leases its row until the outcome is recorded. */
  readonly isLate?: true | undefined;
  /** The users and devices for which caps count the message; absent: no cap counts it. */
  readonly capSubjects?: string | undefined;
  /** Epoch ms at which the subscription was found to use a key that is not the application's; absent: never. */
  readonly foreignAt?: number | undefined;
}

/** A message in flight whose page has ended. */
export interface Late {
  /** The interim result: the message waits. */
  readonly result: MessageResult;
  /** The final result. */
  readonly ended: Promise<MessageResult>;
}

export interface PageResult {
  readonly results: readonly MessageResult[];
  readonly late: readonly Late[];
  /** Set if the provider refused the whole application, which then waits. */
  readonly pause: (Reason & { readonly afterMs: number | null }) | null;
  /** Set if the provider wants fewer messages from this application, and none before `afterMs`. */
  readonly throttled: { readonly afterMs: number | null } | null;
}

export interface Try {
  /** 1 for the first try. */
  readonly attempt: number;
  /** Epoch ms at which the message was handed over. */
  readonly startedAt: number;
  readonly now: number;
  /** Epoch ms after which no further try is made. */
  readonly expiresAt: number;
  /** Earlier tries without an answer, and the number of those after which the message fails. */
  readonly unanswered: number;
  readonly ambiguousRetries: number;
  readonly random: () => number;
}

type Message = Pick<MessageResult, 'pushId' | 'deviceId' | 'occurrence' | 'event' | 'arm' | 'language'>;

export type Verdict = Omit<MessageResult, keyof Message>;

/** Names every field instead of copying: in V8, each copy is slow to make and slows down every later read. */
export const newResult = (message: Message, verdict: Verdict): MessageResult => ({
  pushId: message.pushId,
  deviceId: message.deviceId,
  occurrence: message.occurrence,
  event: message.event ?? null,
  arm: message.arm,
  language: message.language,
  outcome: verdict.outcome,
  code: verdict.code,
  detail: verdict.detail,
  retryAt: verdict.retryAt,
  waitsForApp: verdict.waitsForApp,
  deadAt: verdict.deadAt,
  heldFor: verdict.heldFor,
  isUntried: verdict.isUntried,
  isUnanswered: verdict.isUnanswered,
  isLate: verdict.isLate,
  capSubjects: verdict.capSubjects,
  foreignAt: verdict.foreignAt,
});

/** The result of a message to an unproven push service. */
export interface Held extends Reason {
  readonly kind: 'held';
  /** Epoch ms. */
  readonly until: number;
  readonly key: string;
  readonly isUntried?: true;
  readonly isUnanswered?: true;
  /** The final result of a message that is in flight beyond its page. */
  readonly ended?: Promise<Handled>;
}

export type Handled = Outcome | Held;

const PAUSE_RETRY_MS = 60_000;
const SENT: Verdict = { outcome: 'sent', code: null, detail: null, retryAt: null, waitsForApp: false, deadAt: null };
/** The device may have the message already, so it is not sent again and again. */
const UNANSWERED: Verdict = { ...SENT, outcome: 'failed', code: 'NO_ANSWER_IN_TIME' };

/** Decides from a provider's answer whether a message is done, failed or tried again. */
export const judgeOutcome = (outcome: Handled, attempt: Try): Verdict => {
  const isUnanswered = (outcome.kind === 'retry-after' || outcome.kind === 'held') && outcome.isUnanswered === true;
  if (!isUnanswered) return judgeAnswered(outcome, attempt);
  if (attempt.unanswered >= attempt.ambiguousRetries) return UNANSWERED;
  return { ...judgeAnswered(outcome, attempt), isUnanswered };
};

const judgeAnswered = (outcome: Handled, attempt: Try): Verdict => {
  switch (outcome.kind) {
    case 'sent':
      return SENT;
    case 'failed':
      return {
        outcome: 'failed',
        code: outcome.code,
        detail: outcome.detail,
        retryAt: null,
        waitsForApp: false,
        deadAt: null,
        ...noteForeign(outcome, attempt),
      };
    case 'invalid-token':
      return {
        outcome: 'invalid_token',
        code: outcome.code,
        detail: outcome.detail,
        retryAt: null,
        waitsForApp: false,
        deadAt: outcome.deadSince ?? attempt.startedAt,
      };
    case 'retry-after':
      // The next worker that claims the message decides whether it may still be sent.
      if (outcome.isUnsent) return { ...retryOrExpire(outcome, 0, attempt), isUntried: true };
      return {
        ...retryOrExpire(outcome, retryDelayMs({ ...attempt, afterMs: outcome.afterMs }), attempt),
        ...noteForeign(outcome, attempt),
      };
    case 'app-paused':
      // A pause is not caused by the message, so its delay does not grow with the number of tries.
      return {
        ...retryOrExpire(outcome, (outcome.afterMs ?? PAUSE_RETRY_MS) * (1 + attempt.random() / 4), attempt),
        waitsForApp: true,
      };
    case 'held':
      return judgeHeld(outcome, attempt);
    default:
      return assertNever(outcome);
  }
};

const judgeHeld = (held: Held, attempt: Try): Verdict => {
  const { until, key, isUntried, ended } = held;
  const { now, expiresAt } = attempt;
  // The message is checked once more before its time to live ends.
  const at = isUntried ? Math.max(now, Math.min(until, expiresAt - 1)) : until;
  const verdict = retryOrExpire(held, at - now, attempt);
  if (verdict.retryAt === null) return verdict;
  return { ...verdict, heldFor: key, ...(isUntried ? { isUntried } : {}), ...(ended ? { isLate: true } : {}) };
};

const noteForeign = (
  { isForeignKey }: { readonly isForeignKey?: true },
  { startedAt }: Try,
): Pick<Verdict, 'foreignAt'> => (isForeignKey ? { foreignAt: startedAt } : {});

const retryOrExpire = ({ code, detail }: Reason, delayMs: number, { now, expiresAt }: Try): Verdict => {
  const retryAt = Math.ceil(now + delayMs);
  return retryAt < expiresAt
    ? { outcome: 'retrying', code, detail, retryAt, waitsForApp: false, deadAt: null }
    : { outcome: 'expired', code, detail, retryAt: null, waitsForApp: false, deadAt: null };
};

/** Returns the columns of the reason. */
export const storedReasonOf = ({ code, detail }: Pick<MessageResult, 'code' | 'detail'>): StoredReason =>
  code === null ? NO_REASON : toStored({ code, detail });

const NO_REASON: StoredReason = { reason: '', code: null, detail: null };
