import type { OutcomeName } from '../../entities/outcome.js';
import { assertNever } from '../../errors.js';
import { retryDelayMs } from '../../providers/retry-delay.js';
import type { Outcome } from '../../providers/sender.js';

/** What is recorded of one message after one try. */
export interface MessageResult {
  readonly pushId: number;
  readonly deviceId: number;
  readonly occurrence: number;
  /** Language of the translation that was chosen. */
  readonly language: string;
  readonly outcome: OutcomeName;
  /** null when sent. */
  readonly reason: string | null;
  /** Epoch ms of the next try; set exactly when the outcome is `retrying`. */
  readonly retryAt: number | null;
  /** It waits since the provider refuses the whole application, and goes on at once with new credentials. */
  readonly waitsForApp: boolean;
  /** The token is dead, unless it was confirmed after this (epoch ms); null: not dead. */
  readonly deadAt: number | null;
  /** It waits for its push service, which takes no messages: a key of `retry_send.held_for`. */
  readonly heldFor?: string;
  /** It was not handed over: the try does not count. */
  readonly isUntried?: true;
  /** This try left as a whole and got no answer. */
  readonly isUnanswered?: true;
  /** It is under way, and its page does not wait for it: its row is held by this process until its outcome is recorded. */
  readonly isLate?: true;
  /** The subscription was none of the application's keys at this moment (epoch ms); absent: nothing says so. */
  readonly foreignAt?: number;
}

/** A message whose page did not wait for it. */
export interface Late {
  /** As the page has it: it waits. */
  readonly result: MessageResult;
  /** What became of it. */
  readonly ended: Promise<MessageResult>;
}

export interface PageResult {
  readonly results: readonly MessageResult[];
  readonly late: readonly Late[];
  /** The provider refused the whole application: nothing more now. */
  readonly pause: { readonly reason: string; readonly afterMs: number | null } | null;
  /** The provider had too many messages of this application: fewer from now on, and none before `afterMs`. */
  readonly throttled: { readonly afterMs: number | null } | null;
}

export interface Try {
  /** 1 for the first. */
  readonly attempt: number;
  /** Epoch ms at which it was handed over. */
  readonly startedAt: number;
  readonly now: number;
  /** Epoch ms after which no further try is made. */
  readonly expiresAt: number;
  /** Tries before this one that got no answer, and how many of them still allow a further try. */
  readonly unanswered: number;
  readonly ambiguousRetries: number;
  readonly random: () => number;
}

export type Verdict = Omit<MessageResult, 'pushId' | 'deviceId' | 'occurrence' | 'language'>;

/** What became of a message that goes to a push service which is not known to take any. */
export interface Held {
  readonly kind: 'held';
  readonly reason: string;
  /** Epoch ms. */
  readonly until: number;
  readonly key: string;
  readonly isUntried?: true;
  readonly isUnanswered?: true;
  /** It was handed over, and its page does not wait: what becomes of it. */
  readonly ended?: Promise<Handled>;
}

export type Handled = Outcome | Held;

const PAUSE_RETRY_MS = 60_000;
/** The device may have such a message already, so it is not sent again and again. */
export const NO_ANSWER = 'the provider has not answered in time; the message may have arrived';
const SENT: Verdict = { outcome: 'sent', reason: null, retryAt: null, waitsForApp: false, deadAt: null };

/** What a provider's answer means for the message: done, dead, or when to try again. */
export const judgeOutcome = (outcome: Handled, attempt: Try): Verdict => {
  const isUnanswered = 'isUnanswered' in outcome && outcome.isUnanswered === true;
  if (!isUnanswered) return judgeAnswered(outcome, attempt);
  if (attempt.unanswered >= attempt.ambiguousRetries) return { ...SENT, outcome: 'failed', reason: NO_ANSWER };
  return { ...judgeAnswered(outcome, attempt), isUnanswered };
};

const judgeAnswered = (outcome: Handled, attempt: Try): Verdict => {
  switch (outcome.kind) {
    case 'sent':
      return SENT;
    case 'failed':
      return {
        outcome: 'failed',
        reason: outcome.reason,
        retryAt: null,
        waitsForApp: false,
        deadAt: null,
        ...noteForeign(outcome, attempt),
      };
    case 'invalid-token':
      return {
        outcome: 'invalid_token',
        reason: outcome.reason,
        retryAt: null,
        waitsForApp: false,
        deadAt: outcome.deadSince ?? attempt.startedAt,
      };
    case 'retry-after':
      // The next worker that claims it decides whether it may still be sent.
      if (outcome.isUnsent) return { ...retryOrExpire(outcome.reason, 0, attempt), isUntried: true };
      return {
        ...retryOrExpire(outcome.reason, retryDelayMs({ ...attempt, afterMs: outcome.afterMs }), attempt),
        ...noteForeign(outcome, attempt),
      };
    case 'app-paused':
      // A pause is not the message's fault: it waits, and the tries that count towards backoff do not grow long.
      return {
        ...retryOrExpire(outcome.reason, (outcome.afterMs ?? PAUSE_RETRY_MS) * (1 + attempt.random() / 4), attempt),
        waitsForApp: true,
      };
    case 'held':
      return judgeHeld(outcome, attempt);
    default:
      return assertNever(outcome);
  }
};

const judgeHeld = ({ reason, until, key, isUntried, ended }: Held, attempt: Try): Verdict => {
  const { now, expiresAt } = attempt;
  // Somebody looks at it once more before its time to live ends.
  const at = isUntried ? Math.max(now, Math.min(until, expiresAt - 1)) : until;
  const verdict = retryOrExpire(reason, at - now, attempt);
  if (verdict.retryAt === null) return verdict;
  return { ...verdict, heldFor: key, ...(isUntried ? { isUntried } : {}), ...(ended ? { isLate: true } : {}) };
};

const noteForeign = (
  { isForeignKey }: { readonly isForeignKey?: true },
  { startedAt }: Try,
): Pick<Verdict, 'foreignAt'> => (isForeignKey ? { foreignAt: startedAt } : {});

const retryOrExpire = (reason: string, delayMs: number, { now, expiresAt }: Try): Verdict => {
  const retryAt = Math.ceil(now + delayMs);
  return retryAt < expiresAt
    ? { outcome: 'retrying', reason, retryAt, waitsForApp: false, deadAt: null }
    : { outcome: 'expired', reason, retryAt: null, waitsForApp: false, deadAt: null };
};
