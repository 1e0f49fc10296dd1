import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { FastifyBaseLogger } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { CostMeter } from '../../services/rate-limits/cost-meter.js';
import type { GraphContext } from '../context.js';
import type { QueryExecutor } from '../execution/query-executor.js';
import type { DocumentGate } from '../limits/document-gate.js';
import { LIMITS } from '../limits/limits.js';
import { maskError } from '../mask-error.js';
import { guardPlugin } from './guard-plugin.js';
import { localGateway } from './local-gateway.js';

export interface ApolloParts {
  readonly schema: GraphQLSchema;
  readonly gate: DocumentGate;
  readonly executor: QueryExecutor;
  readonly costs: CostMeter;
  readonly log: FastifyBaseLogger;
}

/** Apollo Server, started, with everything off that we do not need (graphql.md, Hardening). */
export const createApollo = async ({
  schema,
  gate,
  executor,
  costs,
  log,
}: ApolloParts): Promise<ApolloServer<GraphContext>> => {
  const apollo = new ApolloServer<GraphContext>({
    gateway: localGateway(schema, executor),
    // Only who has a valid key comes this far.
    introspection: true,
    csrfPrevention: { requestHeaders: ['x-apollo-operation-name', 'apollo-require-preflight', 'authorization'] },
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    parseOptions: { maxTokens: LIMITS.tokens },
    // Not off: `guardPlugin` does it, after the limits, and remembers its verdict for each document.
    dangerouslyDisableValidation: true,
    hideSchemaDetailsFromClientErrors: false,
    includeStacktraceInErrorResponses: false,
    // The process decides when it stops.
    stopOnTerminationSignals: false,
    logger: toApolloLogger(log),
    formatError: (_formatted, error) => maskError(error).formatted,
    plugins: [
      guardPlugin({ gate, costs, log }),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
  await apollo.start();
  return apollo;
};

/** Apollo speaks of its own state only; what went wrong in an operation is logged by `guardPlugin`. */
const toApolloLogger = (log: FastifyBaseLogger) => ({
  debug: (message: unknown) => log.debug(String(message)),
  info: (message: unknown) => log.info(String(message)),
  warn: (message: unknown) => log.warn(String(message)),
  error: (message: unknown) => log.error(String(message)),
});
