import type { Exchange } from './exchange.js';
import type { Outcome } from './sender.js';

/** The outcome of an exchange without an answer: try again, unless the address is forbidden. */
export function unsentOutcome(exchange: Exclude<Exchange, { kind: 'answer' }>): Outcome {
  if (exchange.kind === 'not-sent' && exchange.isForbidden) return { kind: 'failed', reason: exchange.reason };
  const outcome = { kind: 'retry-after', reason: exchange.reason, afterMs: null } as const;
  if (exchange.kind === 'not-sent') return { ...outcome, isUnsent: true };
  return exchange.kind === 'unanswered' ? { ...outcome, isUnanswered: true } : outcome;
}

/** The batch was stopped before this message was written. */
export const ABORTED_OUTCOME: Outcome = {
  kind: 'retry-after',
  reason: 'aborted before sending',
  afterMs: null,
  isUnsent: true,
};
