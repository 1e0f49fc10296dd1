import { runBounded } from './run-bounded.js';
import type { Message, Outcome } from './sender.js';

type Paused = Extract<Outcome, { kind: 'app-paused' }>;

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
  readonly sendOne: (message: Message) => Promise<R | Outcome>;
}

/**
 * Sends every message and returns what became of each, in their order. After a pause, what was not yet handed over is
 * not sent; after an abort neither. Never throws.
 */
export async function sendEach<R extends { readonly kind: string }>(plan: SendPlan<R>): Promise<(R | Outcome)[]> {
  const results: (R | Outcome)[] = new Array(plan.messages.length);
  const pauses = new Map<string, Paused>();
  const send = async ([index, message]: [number, Message]): Promise<void> => {
    results[index] = await sendUnlessPaused(plan, message, pauses);
  };
  const remaining = plan.messages.entries();
  if (plan.isFirstAlone) {
    const first = remaining.next();
    if (first.done !== true) await send(first.value);
  }
  await runBounded(remaining, Math.min(plan.concurrency, plan.messages.length), send);
  return results;
}

async function sendUnlessPaused<R extends { readonly kind: string }>(
  plan: SendPlan<R>,
  message: Message,
  pauses: Map<string, Paused>,
): Promise<R | Outcome> {
  if (plan.signal.aborted) return { kind: 'retry-after', reason: 'aborted before sending', afterMs: null };
  const key = plan.pauseKeyOf(message);
  const pause = pauses.get(key);
  if (pause !== undefined) return pause;
  const result = await sendSafely(plan, message);
  if (isPaused(result)) pauses.set(key, result);
  return result;
}

/** One odd message must not take the batch's other outcomes with it. */
async function sendSafely<R extends { readonly kind: string }>(
  plan: SendPlan<R>,
  message: Message,
): Promise<R | Outcome> {
  try {
    return await plan.sendOne(message);
  } catch {
    return { kind: 'failed', reason: 'cannot be rendered' };
  }
}

const isPaused = (result: { readonly kind: string }): result is Paused => result.kind === 'app-paused';
