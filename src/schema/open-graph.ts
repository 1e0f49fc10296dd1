import type { FastifyBaseLogger } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { ContextFactory, type GraphqlDeps } from './context.js';
import { OperationPipeline } from './execution/operation-pipeline.js';
import { QueryExecutor } from './execution/query-executor.js';
import { DocumentGate } from './limits/document-gate.js';

export interface GraphParts {
  readonly schema: GraphQLSchema;
  readonly executor: QueryExecutor;
  readonly pipeline: OperationPipeline;
}

/** Opens the graph on the first call; later calls share it. */
export type GraphFactory = (log: FastifyBaseLogger) => Promise<GraphParts>;

export const graphFactory = (deps: GraphqlDeps, buildGraph: () => Promise<GraphQLSchema>): GraphFactory => {
  let opened: Promise<GraphParts> | null = null;
  const open = async (log: FastifyBaseLogger): Promise<GraphParts> => {
    const schema = await buildGraph();
    const executor = new QueryExecutor(schema);
    const pipeline = new OperationPipeline({
      gate: new DocumentGate(schema),
      costs: deps.costs,
      contexts: new ContextFactory(deps),
      executor,
      log,
      findMaintenance: deps.findMaintenance,
    });
    return { schema, executor, pipeline };
  };
  return (log) => {
    opened ??= open(log);
    return opened;
  };
};
