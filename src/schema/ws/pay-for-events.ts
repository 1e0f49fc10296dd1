import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';

export interface Payer {
  /** Charges an event. Returns 0 if it was charged, else the seconds until there is budget again. */
  pay(): Promise<number>;
  readonly signal: AbortSignal;
}

/**
 * Charges each event like the first, which was charged with the operation. Without budget, the next event is delayed:
 * states merge meanwhile, and clients need not subscribe again.
 */
export const payForEvents = (
  events: AsyncGenerator<ExecutionResult>,
  { pay, signal }: Payer,
): AsyncIterableIterator<ExecutionResult> => {
  let delivered = 0;
  let hasEnded = false;
  const payLast = async (): Promise<void> => {
    for (let seconds = await pay(); seconds > 0 && !hasEnded && !signal.aborted; seconds = await pay()) {
      await sleep(seconds * 1_000, undefined, { ref: false });
    }
  };
  // This is not a generator, because that could not be ended while it waits for an event.
  return {
    next: async () => {
      if (delivered > 1) await payLast();
      delivered += 1;
      return events.next();
    },
    return: () => {
      hasEnded = true;
      return events.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};
