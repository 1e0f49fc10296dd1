import { headersFor, SESSION } from './session.js';

const NO_ANSWER = 'The service does not answer. Is it running, and is this page still served by it?';

export const BAD_KEY = 'This API key is not valid, or no longer. Enter another one at the top of the page.';

const OVER = 'Your session has ended. Sign in to the console again, then run this again.';

export const whyRefused = (credential) => (credential === SESSION ? OVER : BAD_KEY);

/** One query or mutation over HTTP; always a GraphQL result, also when there is no answer. */
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
      // Of a key's request the key is all that counts.
      credentials: credential === SESSION ? 'same-origin' : 'omit',
    });
    return response.status === 401 ? toRefusal(whyRefused(credential)) : await response.json();
  } catch {
    return toRefusal(NO_ANSWER);
  }
};

/** What GraphiQL shows in place of data. */
export const toRefusal = (message) => ({ errors: [{ message }] });
