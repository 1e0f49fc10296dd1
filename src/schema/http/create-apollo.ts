import { ApolloServer, type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { FastifyBaseLogger } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Requester } from '../context.js';
import type { OperationAnswer, OperationPipeline } from '../execution/operation-pipeline.js';
import { LIMITS } from '../limits/limits.js';
import { logHiddenError, maskError } from '../mask-error.js';

export interface ApolloParts {
  readonly schema: GraphQLSchema;
  readonly pipeline: OperationPipeline;
  readonly log: FastifyBaseLogger;
}

/** Wraps the requester, because Apollo copies the context and evaluates its getters. */
export interface ApolloContext {
  readonly requester: Requester;
}

/**
 * Starts Apollo Server. It reads HTTP requests, negotiates, parses, and passes each operation to the pipeline. Unneeded
 * features are off.
 */
export const createApollo = async ({ schema, pipeline, log }: ApolloParts): Promise<ApolloServer<ApolloContext>> => {
  const apollo = new ApolloServer<ApolloContext>({
    schema,
    // Only callers with a valid key get here.
    introspection: true,
    csrfPrevention: { requestHeaders: ['x-apollo-operation-name', 'apollo-require-preflight', 'authorization'] },
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    parseOptions: { maxTokens: LIMITS.tokens },
    // The pipeline validates instead, after the limits, and caches the result per document.
    dangerouslyDisableValidation: true,
    hideSchemaDetailsFromClientErrors: false,
    includeStacktraceInErrorResponses: false,
    // The process handles signals itself.
    stopOnTerminationSignals: false,
    logger: toApolloLogger(log),
    formatError: (_formatted, error) => maskError(error).formatted,
    plugins: [
      pipelinePlugin(pipeline, log),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
  await apollo.start();
  return apollo;
};

const pipelinePlugin = (pipeline: OperationPipeline, log: FastifyBaseLogger): ApolloServerPlugin<ApolloContext> => ({
  async requestDidStart() {
    return {
      async responseForOperation({ source, document, request, contextValue: { requester } }) {
        const { operationName = null, variables = {} } = request;
        return toResponse(
          await pipeline.run({ source, document, operationName, variables, requester, transport: 'http' }),
        );
      },
      // Logs the errors of Apollo itself; the pipeline logs its own.
      async didEncounterErrors({ errors, contextValue }) {
        for (const { hidden } of errors.map(maskError)) {
          if (hidden !== null) logHiddenError(log, hidden, contextValue.requester.reqId);
        }
      },
    };
  },
});

const toResponse = ({ status, retryAfterSeconds, result }: OperationAnswer): GraphQLResponse => ({
  http: {
    status,
    headers: new HeaderMap(retryAfterSeconds === null ? [] : [['retry-after', String(retryAfterSeconds)]]),
  },
  body: { kind: 'single', singleResult: result },
});

/** Apollo logs only its own state. */
const toApolloLogger = (log: FastifyBaseLogger) => ({
  debug: (message: unknown) => log.debug(String(message)),
  info: (message: unknown) => log.info(String(message)),
  warn: (message: unknown) => log.warn(String(message)),
  error: (message: unknown) => log.error(String(message)),
});
