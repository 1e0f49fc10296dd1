import type { ExecutionResult, Sink, Client as SocketClient, SubscribePayload } from 'graphql-ws';
import { GraphError, type GraphErrorItem } from './errors.js';
import { readSocketError } from './socket.js';

export interface ResultSource<Data> {
  connect(): SocketClient;
  /** Called when a result arrives, even if it is consumed much later, so that a new connection does not repeat it. */
  onArrival(data: Data): void;
  /** Decides whether to subscribe again when an error ends the subscription, instead of throwing it. */
  mayReconnect(error: Error): Promise<boolean>;
}

interface Ending {
  readonly error: Error | null;
  readonly isRetried?: Promise<boolean>;
}

/**
 * Subscribes on the first iteration, and yields results across reconnects. Results that arrived before the end are
 * yielded first. Like graphql-ws, it keeps any number of unconsumed results in memory.
 */
export const iterateResults = <Data>(
  payload: SubscribePayload,
  { connect, onArrival, mayReconnect }: ResultSource<Data>,
): AsyncGenerator<Data, void, undefined> => {
  const waiting: Data[] = [];
  let ending = null as Ending | null;
  let wake: () => void = () => undefined;
  const end = (how: Ending): void => {
    ending ??= how;
    wake();
  };
  const endByConsumer = (error: Error | null): void => {
    ending = { error };
    wake();
  };
  const sink: Sink<ExecutionResult<Data, unknown>> = {
    next: ({ data, errors }) => {
      if (ending) return;
      // graphql-ws would close the connection of all subscriptions if this function threw.
      try {
        if (errors) throw new GraphError(errors as readonly GraphErrorItem[]);
        if (!data) return;
        onArrival(data);
        waiting.push(data);
        wake();
      } catch (reason) {
        end({ error: toError(reason) });
      }
    },
    error: (reason) => {
      const error = toError(reason);
      const isRetried = mayReconnect(error);
      // It is awaited only after the waiting results were yielded.
      isRetried.catch(() => undefined);
      end({ error, isRetried });
    },
    complete: () => end({ error: null }),
  };
  async function* take(): AsyncGenerator<Data, void, undefined> {
    let unsubscribe = connect().subscribe<Data>(payload, sink);
    try {
      for (;;) {
        while (waiting.length > 0) yield* waiting.splice(0);
        const seen = ending;
        if (seen && (await seen.isRetried) && ending === seen) {
          ending = null;
          unsubscribe = connect().subscribe<Data>(payload, sink);
        }
        if (ending?.error) throw ending.error;
        if (ending) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      unsubscribe();
    }
  }
  return endingAtOnce(take(), endByConsumer);
};

/** A plain generator that waits for a result would notice `return` and `throw` only after the next result. */
const endingAtOnce = <Data>(
  results: AsyncGenerator<Data, void, undefined>,
  end: (error: Error | null) => void,
): AsyncGenerator<Data, void, undefined> => {
  const [stop, fail] = [results.return.bind(results), results.throw.bind(results)];
  return Object.assign(results, {
    return: (value: void | PromiseLike<void>) => {
      end(null);
      return stop(value);
    },
    throw: (reason: unknown) => {
      end(toError(reason));
      return fail(reason);
    },
  });
};

/** A rejected subscription reports a list of errors. */
const toError = (reason: unknown): Error =>
  Array.isArray(reason) ? new GraphError(reason as GraphErrorItem[]) : readSocketError(reason);
