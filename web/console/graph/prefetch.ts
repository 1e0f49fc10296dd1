import type { AnyVariables, TypedDocumentNode } from 'urql';
import { client } from './client.js';

const known = new Set<string>();

/** Documents are strings; see scripts/console-types.mjs. */
const toKey = (query: object, variables: unknown): string => `${String(query)} ${JSON.stringify(variables)}`;

/** Runs a query before its page is loaded. The page repeats a failed query and reports the error. */
export const prefetch = async <Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<void> => {
  const { data } = await client.query(query, variables, { requestPolicy: 'network-only' }).toPromise();
  if (data) known.add(toKey(query, variables));
};

/** Returns true once for an answer that was just prefetched and needs no refetch. */
export const takePrefetched = (query: object, variables: unknown): boolean => known.delete(toKey(query, variables));
