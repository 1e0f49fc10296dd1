import type { ExecutionResult, Sink, Client as SocketClient, SubscribePayload } from 'graphql-ws';
import { GraphError, type GraphErrorItem } from './errors.js';
import { readSocketError } from './socket.js';

/**
 * The results of a subscription, over lost connections, from the first look on. `onArrival` is told of each when it
 * comes, which may be long before it is taken: what was told then must not be asked for again. Until they are taken
 * results wait here, without a bound, as they do in graphql-ws; those that came before the end are taken before it is
 * told.
 */
export const iterateResults = <Data>(
  connect: () => SocketClient,
  payload: SubscribePayload,
  onArrival: (data: Data) => void,
): AsyncGenerator<Data, void, undefined> => {
  const waiting: Data[] = [];
  let ending = null as { readonly error: Error | null } | null;
  let wake: () => void = () => undefined;
  const end = (error: Error | null): void => {
    ending ??= { error };
    wake();
  };
  const sink: Sink<ExecutionResult<Data, unknown>> = {
    next: ({ data, errors }) => {
      if (ending) return;
      // graphql-ws would close the connection of all subscriptions for what is thrown here.
      try {
        if (errors) throw new GraphError(errors as readonly GraphErrorItem[]);
        if (!data) return;
        onArrival(data);
        waiting.push(data);
        wake();
      } catch (reason) {
        end(toError(reason));
      }
    },
    error: (reason) => end(toError(reason)),
    complete: () => end(null),
  };
  async function* take(): AsyncGenerator<Data, void, undefined> {
    const unsubscribe = connect().subscribe<Data>(payload, sink);
    try {
      for (;;) {
        while (waiting.length > 0) yield* waiting.splice(0);
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
  return hearing(take(), end);
};

/** By itself a generator that waits hears of `return` and `throw` only after the next result. */
const hearing = <Data>(
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

/** What a subscription could not even begin with comes as a list. */
const toError = (reason: unknown): Error =>
  Array.isArray(reason) ? new GraphError(reason as GraphErrorItem[]) : readSocketError(reason);
