import { headersFor, SESSION } from './session.js';

const NO_ANSWER = 'The service does not respond. Check that it is running at this address.';

export const BAD_KEY = 'This API key is invalid or has expired. Enter another one at the top of the page.';

const OVER = 'Your session has ended. Sign in to the console again, then run this again.';

export const whyRefused = (credential) => (credential === SESSION ? OVER : BAD_KEY);

/** Sends a query or mutation over HTTP. Always returns a GraphQL result, even without a response. */
export const postOperation = async (credential, operation) => {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        accept: 'application/graphql-response+json, application/json;q=0.9',
        'content-type': 'application/json',
        ...headersFor(credential),
      },
      body: JSON.stringify(operation),
      // A request with a key must not use the session.
      credentials: credential === SESSION ? 'same-origin' : 'omit',
    });
    return response.status === 401 ? toRefusal(whyRefused(credential)) : await response.json();
  } catch {
    return toRefusal(NO_ANSWER);
  }
};

/** The result that GraphiQL shows instead of data. */
export const toRefusal = (message) => ({ errors: [{ message }] });
