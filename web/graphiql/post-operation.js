const NO_ANSWER = 'The service does not answer. Is it running, and is this page still served by it?';

export const BAD_KEY = 'This API key is not valid, or no longer. Enter another one at the top of the page.';

/** One query or mutation over HTTP; always a GraphQL result, also when there is no answer. */
export const postOperation = async (apiKey, operation) => {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        accept: 'application/graphql-response+json, application/json;q=0.9',
        'content-type': 'application/json',
        authorization: `Bearer ${apiKey}`,
      },
      body: JSON.stringify(operation),
      // A key is all that counts here.
      credentials: 'omit',
    });
    return response.status === 401 ? toRefusal(BAD_KEY) : await response.json();
  } catch {
    return toRefusal(NO_ANSWER);
  }
};

/** What GraphiQL shows in place of data. */
export const toRefusal = (message) => ({ errors: [{ message }] });
