import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import { createClient } from 'graphql-ws';
import { postOperation, toRefusal, whyRefused } from './post-operation.js';
import { headersFor, SESSION } from './session.js';

const NO_KEY = 'Enter an API key in the field at the top of the page, then run this again.';

const TOO_MANY =
  'This API key has as many WebSockets open as it may. Close another tab or client, then run this again.';

const whyClosed = (credential, { code, reason }) => {
  if (code === 4401) return whyRefused(credential);
  return code === 4429 ? TOO_MANY : `The service closed the WebSocket (${code} ${reason}).`;
};

/** GraphiQL's way to the service for one key, for the session of the console, or for none: subscriptions over WebSocket, the rest over HTTP. */
export const createFetcher = (credential) => {
  if (credential === null) return async () => toRefusal(NO_KEY);
  const client = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    // The cookie of a session comes with the handshake.
    connectionParams: credential === SESSION ? {} : headersFor(credential),
  });
  return async ({ query, variables, operationName }) => {
    const named = namedOperation(query, operationName);
    const operation = { query, variables, operationName: named?.name?.value };
    return named?.operation === OperationTypeNode.SUBSCRIPTION
      ? sayWhyItEnded(client.iterate(operation), credential)
      : postOperation(credential, operation);
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
const sayWhyItEnded = (events, credential) => {
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
        return { done: false, value: toResult(reason, credential) };
      }
    },
    return() {
      isOver = true;
      return events.return();
    },
  };
};

const toResult = (reason, credential) => {
  // Refused by the limits or by validation: GraphQL errors as they came.
  if (Array.isArray(reason)) return { errors: reason };
  if (!(reason instanceof CloseEvent)) return toRefusal('The WebSocket to the service failed. Run this again.');
  return toRefusal(whyClosed(credential, reason));
};
