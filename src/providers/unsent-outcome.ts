import type { Exchange } from './exchange.js';
import type { Outcome } from './sender.js';

/** What becomes of a message whose exchange had no answer: it is tried again, unless its address is forbidden. */
export function unsentOutcome(exchange: Exclude<Exchange, { kind: 'answer' }>): Outcome {
  if (exchange.kind === 'not-sent' && exchange.isForbidden) return { kind: 'failed', reason: exchange.reason };
  return { kind: 'retry-after', reason: exchange.reason, afterMs: null };
}
