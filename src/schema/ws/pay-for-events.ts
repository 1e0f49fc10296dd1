import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';

export interface Payer {
  /** Charges an event; answers how many seconds there is nothing left for it, and 0 once it is paid. */
  pay(): Promise<number>;
  readonly signal: AbortSignal;
}

/**
 * The same events, each of which costs what the first has cost, for which the operation was charged. Who has used up his
 * minute gets the next one later: states merge meanwhile, and nobody has to subscribe again.
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
  // No generator: it could not be ended while it waits for an event.
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
