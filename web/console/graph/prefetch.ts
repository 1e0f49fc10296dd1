import type { AnyVariables, TypedDocumentNode } from 'urql';
import { client } from './client.js';

const known = new Set<string>();

/** Documents are texts (scripts/console-types.mjs). */
const toQuestion = (query: object, variables: unknown): string => `${String(query)} ${JSON.stringify(variables)}`;

/** Asks before the page is there that will ask the same. A failure is the page's to find, and to tell. */
export const prefetch = async <Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<void> => {
  const { data } = await client.query(query, variables, { requestPolicy: 'network-only' }).toPromise();
  if (data) known.add(toQuestion(query, variables));
};

/** Whether the answer has only just come, so that it need not be asked for again; once. */
export const takePrefetched = (query: object, variables: unknown): boolean =>
  known.delete(toQuestion(query, variables));
