import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import { createClient } from 'graphql-ws';
import { BAD_KEY, postOperation, toRefusal } from './post-operation.js';

const NO_KEY = 'Enter an API key in the field at the top of the page, then run this again.';

const CLOSED = {
  4401: BAD_KEY,
  4429: 'This API key has as many WebSockets open as it may. Close another tab or client, then run this again.',
};

/** GraphiQL's way to the service for one key, or for none: subscriptions over WebSocket, the rest over HTTP. */
export const createFetcher = (apiKey) => {
  if (apiKey === null) return async () => toRefusal(NO_KEY);
  const client = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    connectionParams: { authorization: `Bearer ${apiKey}` },
  });
  return async ({ query, variables, operationName }) => {
    const named = namedOperation(query, operationName);
    const operation = { query, variables, operationName: named?.name?.value };
    return named?.operation === OperationTypeNode.SUBSCRIPTION
      ? sayWhyItEnded(client.iterate(operation))
      : postOperation(apiKey, operation);
  };
};

/** GraphiQL's own reading of the document lags behind a change of tabs: its name may be of the tab before. */
const namedOperation = (query, operationName) => {
  try {
    const document = parse(query);
    return getOperationAST(document, operationName) ?? getOperationAST(document);
  } catch {
    // Not GraphQL: the service says what is wrong with it.
    return null;
  }
};

/** Not a generator: its `return` would wait for the next event, and "stop" must stop at once. */
const sayWhyItEnded = (events) => {
  let isOver = false;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (isOver) return { done: true, value: undefined };
      try {
        return await events.next();
      } catch (reason) {
        isOver = true;
        return { done: false, value: toResult(reason) };
      }
    },
    return() {
      isOver = true;
      return events.return();
    },
  };
};

const toResult = (reason) => {
  // Refused by the limits or by validation: GraphQL errors as they came.
  if (Array.isArray(reason)) return { errors: reason };
  if (!(reason instanceof CloseEvent)) return toRefusal('The WebSocket to the service failed. Run this again.');
  return toRefusal(CLOSED[reason.code] ?? `The service closed the WebSocket (${reason.code} ${reason.reason}).`);
};
