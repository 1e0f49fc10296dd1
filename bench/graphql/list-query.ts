import type { RequestShape } from '../support/send-requests.js';

/** 20 rows, each with the first page of its list. */
const LIST_QUERY = `query List($first: Int!) {
  schedulers(first: $first) {
    edges {
      cursor
      node {
        id
        databaseId
        name
        kind
        active
        createdAt
        pushes(first: 5) {
          nodes { id databaseId defaultLang active }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

export const listRequest = (apiKey: string): RequestShape => ({
  method: 'POST',
  path: '/graphql',
  headers: {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    accept: 'application/json',
  },
  body: JSON.stringify({ query: LIST_QUERY, operationName: 'List', variables: { first: 20 } }),
  status: 200,
});
