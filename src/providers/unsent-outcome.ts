import type { Exchange } from './exchange.js';
import type { Outcome } from './sender.js';

/** The outcome of an exchange without an answer: try again, unless the address is forbidden. */
export function unsentOutcome(exchange: Exclude<Exchange, { kind: 'answer' }>): Outcome {
  if (exchange.kind === 'not-sent' && exchange.isForbidden) return { kind: 'failed', reason: exchange.reason };
  const outcome = { kind: 'retry-after', reason: exchange.reason, afterMs: null } as const;
  return exchange.kind === 'unanswered' ? { ...outcome, isUnanswered: true } : outcome;
}
