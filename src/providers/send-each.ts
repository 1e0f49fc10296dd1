import type { Message, Outcome } from './sender.js';

/** One batch, message by message. `R` may be wider than Outcome where a sender judges after the whole batch. */
export interface SendPlan<R extends { readonly kind: string }> {
  readonly messages: readonly Message[];
  readonly signal: AbortSignal;
  /** How many messages are under way at once. */
  readonly concurrency: number;
  /** Nothing vouches for the credentials yet: the first message goes alone, so bad ones cost one request. */
  readonly isFirstAlone: boolean;
  /** What a pause covers: the application, for webpush the origin. */
  readonly pauseKeyOf: (message: Message) => string;
  /** Results after which nothing more of their key is worth sending; default `app-paused`. */
  readonly isPause?: (result: R | Outcome) => boolean;
  readonly sendOne: (message: Message) => Promise<R | Outcome>;
}

/**
 * Sends every message and returns what became of each, in their order. After a pause, what was not yet handed over is
 * not sent; after an abort neither. Never throws.
 */
export async function sendEach<R extends { readonly kind: string }>(plan: SendPlan<R>): Promise<(R | Outcome)[]> {
  const results: (R | Outcome)[] = new Array(plan.messages.length);
  const pauses = new Map<string, R | Outcome>();
  const remaining = plan.messages.entries();
  if (plan.isFirstAlone) await runLane(plan, first(remaining), { results, pauses });
  const lanes = Math.min(plan.concurrency, plan.messages.length);
  await Promise.all(Array.from({ length: lanes }, () => runLane(plan, remaining, { results, pauses })));
  return results;
}

interface Progress<R> {
  readonly results: (R | Outcome)[];
  readonly pauses: Map<string, R | Outcome>;
}

/** One message after the other. One function with as few promises as can be: it runs for every message. */
async function runLane<R extends { readonly kind: string }>(
  plan: SendPlan<R>,
  remaining: Iterator<[number, Message]>,
  { results, pauses }: Progress<R>,
): Promise<void> {
  const isPause = plan.isPause ?? isPaused;
  for (let next = remaining.next(); next.done !== true; next = remaining.next()) {
    const [index, message] = next.value;
    const pause = pauses.size === 0 ? undefined : pauses.get(plan.pauseKeyOf(message));
    const unsent = plan.signal.aborted ? ABORTED : pause;
    if (unsent !== undefined) {
      results[index] = unsent;
      continue;
    }
    try {
      const result = await plan.sendOne(message);
      results[index] = result;
      if (isPause(result)) pauses.set(plan.pauseKeyOf(message), result);
    } catch {
      // One odd message must not take the batch's other outcomes with it.
      results[index] = { kind: 'failed', reason: 'cannot be rendered' };
    }
  }
}

function* first<T>(items: Iterator<T>): Iterator<T> {
  const next = items.next();
  if (next.done !== true) yield next.value;
}

const ABORTED: Outcome = { kind: 'retry-after', reason: 'aborted before sending', afterMs: null };

const isPaused = (result: { readonly kind: string }): boolean => result.kind === 'app-paused';
