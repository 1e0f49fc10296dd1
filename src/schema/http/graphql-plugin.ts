import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { callerOf } from '../../http/authenticate.js';
import type { HttpPlugin } from '../../http/http-plugin.js';
import { ContextFactory, type GraphqlDeps, type Requester } from '../context.js';
import { OperationPipeline } from '../execution/operation-pipeline.js';
import { QueryExecutor } from '../execution/query-executor.js';
import { DocumentGate } from '../limits/document-gate.js';
import { mountSockets } from '../ws/mount-sockets.js';
import { SocketServer } from '../ws/socket-server.js';
import { createApollo } from './create-apollo.js';
import { finishErrors, sendGraphqlError } from './graphql-errors.js';
import { withPostShortcut } from './post-shortcut.js';

const PATH = '/graphql';
/** Apollo answers these with 405 in GraphQL's shape; whatever else there is, the server refuses. */
const REFUSED = ['HEAD', 'PUT', 'PATCH', 'DELETE'];

/** GraphQL over HTTP and WebSocket, both at `/graphql`. */
export const graphqlPlugin =
  (deps: GraphqlDeps, buildGraph: () => Promise<GraphQLSchema>): HttpPlugin =>
  async (server) => {
    const schema = await buildGraph();
    const executor = new QueryExecutor(schema);
    const pipeline = new OperationPipeline({
      gate: new DocumentGate(schema),
      costs: deps.costs,
      contexts: new ContextFactory(deps),
      executor,
      log: server.log,
    });
    const apollo = await createApollo({ schema, pipeline, log: server.log });
    const { addresses, services } = deps;
    const sockets = new SocketServer({ schema, pipeline, addresses, keys: services.keys, log: server.log });
    await mountSockets(server, { sockets, status: deps.status });
    server.addHook('onClose', () => apollo.stop());
    server.setErrorHandler((error, request, reply) => sendGraphqlError(error, request, reply));
    server.addHook('onSend', finishErrors);
    const apolloHandler = fastifyApolloHandler(apollo, {
      context: async (request: FastifyRequest, reply: FastifyReply) => ({ requester: requesterOf(request, reply) }),
    });
    const handler = withPostShortcut({ executor, pipeline, requesterOf }, async (request, reply) =>
      apolloHandler.call(server, request, reply),
    );
    server.route({
      method: 'POST',
      url: PATH,
      onRequest: authenticateHttp(deps),
      handler,
    });
    server.route({
      method: REFUSED,
      url: PATH,
      config: { isRefusal: true },
      onRequest: authenticateHttp(deps),
      handler,
    });
    server.route({
      method: 'GET',
      exposeHeadRoute: false,
      url: PATH,
      onRequest: authenticateHttp(deps),
      handler,
      wsHandler: (socket, request) => sockets.serve(socket, request),
    });
  };

/** Before the body is read. A WebSocket brings its key in its first message instead. */
const authenticateHttp =
  ({ services, addresses }: GraphqlDeps) =>
  async (request: FastifyRequest): Promise<void> => {
    if (request.ws) return;
    const { ip, headers } = request;
    request.caller = await addresses.watch(ip, headers.authorization, (key) => services.keys.authenticateToResume(key));
  };

const requesterOf = (request: FastifyRequest, reply: FastifyReply): Requester => {
  let signal: AbortSignal | null = null;
  return {
    caller: callerOf(request),
    reqId: request.id,
    // Few resolvers ask for it, and each costs a listener.
    get signal() {
      signal ??= signalOf(reply);
      return signal;
    },
  };
};

const signalOf = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
};
