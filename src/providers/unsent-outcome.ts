import type { Exchange } from './exchange.js';
import type { Outcome } from './sender.js';

/** What becomes of a message whose exchange had no answer: it is tried again, unless its address is forbidden. */
export function unsentOutcome(exchange: Exclude<Exchange, { kind: 'answer' }>): Outcome {
  if (exchange.kind === 'not-sent' && exchange.isForbidden) return { kind: 'failed', reason: exchange.reason };
  const outcome = { kind: 'retry-after', reason: exchange.reason, afterMs: null } as const;
  return exchange.kind === 'not-sent' ? { ...outcome, isUnsent: true } : outcome;
}

/** The batch was stopped before this message was written. */
export const ABORTED_OUTCOME: Outcome = {
  kind: 'retry-after',
  reason: 'aborted before sending',
  afterMs: null,
  isUnsent: true,
};
