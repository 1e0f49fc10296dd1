import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import { execute, type GraphQLSchema } from 'graphql';
import type { GraphContext } from '../context.js';
import type { QueryExecutor } from '../execution/query-executor.js';

type Gateway = ApolloServerOptionsWithGateway<GraphContext>['gateway'];

/** Apollo's door to an executor of one's own: it was made for federation, but asks nothing more than this. */
export const localGateway = (schema: GraphQLSchema, executor: QueryExecutor): Gateway => ({
  onSchemaLoadOrUpdate: (tell) => {
    tell({ apiSchema: schema, coreSupergraphSdl: '' });
    return () => undefined;
  },
  load: async () => ({
    executor: async ({ source, document, operation, request, context }) => {
      const operationName = request.operationName ?? null;
      // It says which operation is missing.
      if (!operation) return execute({ schema, document, operationName });
      const variables = request.variables ?? {};
      return executor.execute({
        source,
        operationName,
        document,
        operation,
        variables,
        context: context as GraphContext,
      });
    },
  }),
  stop: async () => undefined,
});
