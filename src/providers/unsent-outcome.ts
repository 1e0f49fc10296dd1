import type { Exchange } from './exchange.js';
import type { Outcome } from './sender.js';

/** Returns the outcome of an exchange without an answer: a retry, unless the address is forbidden. */
export function unsentOutcome(exchange: Exclude<Exchange, { kind: 'answer' }>): Outcome {
  const { code, detail } = exchange;
  if (exchange.kind === 'not-sent' && exchange.isForbidden) return { kind: 'failed', code, detail };
  const outcome = { kind: 'retry-after', code, detail, afterMs: null } as const;
  if (exchange.kind === 'not-sent') return { ...outcome, isUnsent: true };
  return exchange.kind === 'unanswered' ? { ...outcome, isUnanswered: true } : outcome;
}

/** The batch was aborted before this message was written. */
export const ABORTED_OUTCOME: Outcome = {
  kind: 'retry-after',
  code: 'ABORTED',
  detail: null,
  afterMs: null,
  isUnsent: true,
};
