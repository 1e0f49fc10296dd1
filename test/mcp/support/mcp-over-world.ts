import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { ConsoleRequests } from '../../../src/http/console-requests.js';
import { createHttpServer } from '../../../src/http/create-http-server.js';
import { mcpPlugin } from '../../../src/mcp/mcp-plugin.js';
import { graphqlPlugin } from '../../../src/schema/http/graphql-plugin.js';
import { graphFactory } from '../../../src/schema/open-graph.js';
import { StatusHub } from '../../../src/services/pubsub/status-hub.js';
import { RunQueryService } from '../../../src/services/runs/run-query-service.js';
import { createLimits } from '../../schema/support/graph-app.js';
import type { DeliveryWorld } from '../../support/delivery-world.js';
import { keptLog } from '../../support/kept-log.js';
import { sharedGraph } from '../../support/shared-graph.js';

/** `/mcp` and `/graphql` over a world that delivers. */
export interface McpOverWorld extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly log: Record<string, unknown>[];
}

export const serveMcp = async (world: DeliveryWorld): Promise<McpOverWorld> => {
  const { database } = world.options;
  const { services } = world;
  const runs = new RunQueryService(database, world.clock);
  const status = new StatusHub({ database, runs });
  const graph = { database, services, runs, status, ...createLimits({}) };
  const openGraph = graphFactory(graph, sharedGraph);
  const { costs, addresses } = graph;
  const log: Record<string, unknown>[] = [];
  const server = await createHttpServer({
    logger: keptLog(log),
    checkReadiness: async () => null,
    metrics: new Registry(),
    plugins: [
      graphqlPlugin(graph, openGraph),
      mcpPlugin({
        ...{ openGraph, services, costs, addresses, requests: new ConsoleRequests(null) },
        ...{ publicUrl: null, allowedOrigins: [], accessTokens: null },
      }),
    ],
  });
  server.addHook('onClose', async () => status.close());
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, log, [Symbol.asyncDispose]: () => server.close() };
};
