import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import { createClient } from 'graphql-ws';
import { postOperation, toRefusal, whyRefused } from './post-operation.js';
import { headersFor, SESSION } from './session.js';

const NO_KEY = 'Enter an API key in the field at the top of the page, then run this again.';

const TOO_MANY = 'This user has too many open WebSockets. Close another tab or client, then run this again.';

const whyClosed = (credential, { code, reason }) => {
  if (code === 4401) return whyRefused(credential);
  return code === 4429 ? TOO_MANY : `The service closed the WebSocket (${code} ${reason}).`;
};

/** Sends operations for a key, for the session of the console, or for neither: subscriptions over WebSocket, others over HTTP. */
export const createFetcher = (credential) => {
  if (credential === null) return async () => toRefusal(NO_KEY);
  const client = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    // The handshake carries the cookie of a session.
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

/** GraphiQL can pass the operation name of the previous tab, so this reads the document itself. */
const namedOperation = (query, operationName) => {
  try {
    const document = parse(query);
    return getOperationAST(document, operationName) ?? getOperationAST(document);
  } catch {
    // The document is malformed; the service explains the error.
    return null;
  }
};

/** Not a generator, whose `return` would wait for the next event: "stop" must stop at once. */
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
  // Limits and validation refuse with GraphQL errors.
  if (Array.isArray(reason)) return { errors: reason };
  if (!(reason instanceof CloseEvent)) return toRefusal('The WebSocket to the service failed. Run this again.');
  return toRefusal(whyClosed(credential, reason));
};
