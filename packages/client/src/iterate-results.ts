import type { ExecutionResult, Sink, Client as SocketClient, SubscribePayload } from 'graphql-ws';
import { GraphError, type GraphErrorItem } from './errors.js';
import { readSocketError } from './socket.js';

export interface ResultSource<Data> {
  connect(): SocketClient;
  /** Called when a result arrives, which may be long before it is taken: a new connection must not ask for it again. */
  onArrival(data: Data): void;
  /** Asked as soon as an error ends the subscription: whether to subscribe again in place of throwing it. */
  mayReconnect(error: Error): Promise<boolean>;
}

interface Ending {
  readonly error: Error | null;
  readonly isRetried?: Promise<boolean>;
}

/**
 * The results of a subscription, over lost connections, from the first iteration on. Results that arrived before the
 * end are yielded before it. Untaken results wait in memory without a bound, as they do in graphql-ws.
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
      // Awaited only after the waiting results have been taken.
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

/** A plain generator that waits for a result notices `return` and `throw` only after the next one. */
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

/** The errors of a refused subscription arrive as a list. */
const toError = (reason: unknown): Error =>
  Array.isArray(reason) ? new GraphError(reason as GraphErrorItem[]) : readSocketError(reason);
