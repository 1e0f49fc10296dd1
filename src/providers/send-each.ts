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
  /** What becomes of those that a pause keeps from being sent; default the pause itself. */
  readonly unsentAfter?: (pause: R | Outcome) => R | Outcome;
  readonly sendOne: (message: Message) => R | Outcome | Promise<R | Outcome>;
}

/**
 * Sends every message and returns what became of each, in their order. After a pause, what was not yet handed over is
 * not sent; after an abort neither. Never throws.
 */
export async function sendEach<R extends { readonly kind: string }>(plan: SendPlan<R>): Promise<(R | Outcome)[]> {
  const { messages, concurrency } = plan;
  const progress: Progress<R> = { results: new Array(messages.length), pauses: new Map(), next: 0 };
  if (plan.isFirstAlone) await runLane(plan, progress, Math.min(1, messages.length));
  const lanes = Math.min(concurrency, messages.length);
  await Promise.all(Array.from({ length: lanes }, () => runLane(plan, progress, messages.length)));
  return progress.results;
}

interface Progress<R> {
  readonly results: (R | Outcome)[];
  readonly pauses: Map<string, R | Outcome>;
  /** The place of the next message that nobody has taken. */
  next: number;
}

/** One message after the other. One function with as few promises as can be: it runs for every message. */
async function runLane<R extends { readonly kind: string }>(
  plan: SendPlan<R>,
  progress: Progress<R>,
  end: number,
): Promise<void> {
  const isPause = plan.isPause ?? isPaused;
  const { results, pauses } = progress;
  while (progress.next < end) {
    const index = progress.next;
    progress.next += 1;
    const message = plan.messages[index] as Message;
    const pause = pauses.size === 0 ? undefined : pauses.get(plan.pauseKeyOf(message));
    const unsent = plan.signal.aborted ? ABORTED : pause;
    if (unsent !== undefined) {
      results[index] = unsent;
      continue;
    }
    try {
      const result = await plan.sendOne(message);
      results[index] = result;
      if (isPause(result)) pauses.set(plan.pauseKeyOf(message), plan.unsentAfter?.(result) ?? result);
    } catch {
      // One odd message must not take the batch's other outcomes with it.
      results[index] = { kind: 'failed', reason: 'cannot be rendered' };
    }
  }
}

const ABORTED: Outcome = { kind: 'retry-after', reason: 'aborted before sending', afterMs: null };

const isPaused = (result: { readonly kind: string }): boolean => result.kind === 'app-paused';
