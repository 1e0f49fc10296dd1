import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { relayStylePagination } from '@apollo/client/utilities';
import {
  BadKeyError,
  type ClientOptions,
  CreateAppDocument,
  createSocket,
  ListAppsDocument,
  type ListAppsQuery,
  type ListAppsQueryVariables,
  possibleTypes,
  readSocketError,
  WatchRunDocument,
} from '@pushgraph/client';
import { OperationTypeNode } from 'graphql';
import { type PushgraphClient, webApp } from './pushgraph-client.js';

/** Apollo Client 4: its cache puts the pages of a list together. */
export const withApollo = (options: ClientOptions & { readonly apiKey: string }): PushgraphClient => {
  const socket = createSocket(options);
  const client = new ApolloClient({
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(socket),
      new HttpLink({ uri: `${options.url}/graphql`, headers: { authorization: `Bearer ${options.apiKey}` } }),
    ),
    cache: new InMemoryCache({
      possibleTypes,
      // By `edges`: it does not know `nodes`. One list for each way to sort and to filter.
      typePolicies: { Query: { fields: { apps: relayStylePagination(['orderBy', 'where']) } } },
    }),
  });
  return {
    listApps: async (pageSize) => {
      for (let after: string | null = null; ; ) {
        const variables: ListAppsQueryVariables = { first: pageSize, after };
        const { data } = await client
          .query({ query: ListAppsDocument, variables, fetchPolicy: 'network-only' })
          .catch(fail);
        if (!data) throw new Error('The service answered without data.');
        // All pages so far, from the cache. In a component, `fetchMore` of `useQuery` adds the next one.
        const { edges, pageInfo }: ListAppsQuery['apps'] = data.apps;
        if (!pageInfo.hasNextPage) return edges.map(({ node }) => node);
        after = pageInfo.endCursor;
      }
    },
    createWebApp: async (name) => {
      const variables = { input: webApp(name), idempotencyKey: crypto.randomUUID() };
      const { data } = await client.mutate({ mutation: CreateAppDocument, variables }).catch(fail);
      if (!data) throw new Error('The service answered without data.');
      return data.appCreate;
    },
    watchRun: (runId, show) =>
      new Promise((resolve, reject) => {
        client.subscribe({ query: WatchRunDocument, variables: { runId } }).subscribe({
          next: ({ data, error }) => {
            if (data) show(data.runProgress.run);
            // Apollo Client 4 returns errors as values, including errors that end the subscription.
            if (error) reject(readSocketError(error));
          },
          error: (reason) => reject(readSocketError(reason)),
          complete: resolve,
        });
      }),
    close: () => {
      client.stop();
      void socket.dispose();
    },
  };
};

const fail = (error: unknown): never => {
  const isBadKey = CombinedGraphQLErrors.is(error) && error.errors.some(isUnauthenticated);
  throw isBadKey ? new BadKeyError() : error;
};

const isUnauthenticated = ({ extensions }: CombinedGraphQLErrors['errors'][number]): boolean =>
  extensions?.code === 'UNAUTHENTICATED';
