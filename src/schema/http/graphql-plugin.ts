import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { abortSignalOf } from '../../http/abort-signal.js';
import { callerOf } from '../../http/authenticate.js';
import { ConsoleRequests } from '../../http/console-requests.js';
import type { HttpPlugin } from '../../http/http-plugin.js';
import type { GraphqlDeps, Requester } from '../context.js';
import type { GraphFactory } from '../open-graph.js';
import { mountSockets } from '../ws/mount-sockets.js';
import { SocketServer } from '../ws/socket-server.js';
import { allowOrigins } from './allow-origins.js';
import { createApollo } from './create-apollo.js';
import { finishErrors, sendGraphqlError } from './graphql-errors.js';
import { withPostShortcut } from './post-shortcut.js';

const PATH = '/graphql';
/** Apollo answers these methods with 405 in the form of GraphQL; the server refuses all others. */
const REFUSED = ['HEAD', 'PUT', 'PATCH', 'DELETE'];

/** GraphQL over HTTP and WebSocket, both at `/graphql`. */
export const graphqlPlugin =
  (deps: GraphqlDeps, openGraph: GraphFactory): HttpPlugin =>
  async (server) => {
    const { schema, executor, pipeline } = await openGraph(server.log);
    const apollo = await createApollo({ schema, pipeline, log: server.log });
    const { addresses, services, publicUrl = null, allowedOrigins = [] } = deps;
    const { keys, sessions } = services;
    const requests = new ConsoleRequests(publicUrl);
    const authenticateHttp = createAuthentication(deps, requests);
    const requesterOf = createRequesterOf(requests);
    const sockets = new SocketServer({ schema, pipeline, addresses, keys, sessions, requests, log: server.log });
    await mountSockets(server, { sockets, status: deps.status, allowedOrigins });
    allowOrigins(server, { path: PATH }, allowedOrigins);
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
      onRequest: authenticateHttp,
      handler,
    });
    server.route({
      method: REFUSED,
      url: PATH,
      config: { isRefusal: true },
      onRequest: authenticateHttp,
      handler,
    });
    server.route({
      method: 'GET',
      exposeHeadRoute: false,
      url: PATH,
      onRequest: authenticateHttp,
      handler,
      wsHandler: (socket, request) => sockets.serve(socket, request),
    });
  };

/**
 * Authenticates before the body is read: by key, or by the session of a member for requests of the console. A WebSocket
 * sends its key in its first message instead.
 */
const createAuthentication =
  ({ services: { keys, sessions }, addresses }: GraphqlDeps, requests: ConsoleRequests) =>
  async (request: FastifyRequest): Promise<void> => {
    if (request.ws) return;
    const { ip, headers } = request;
    if (requests.meansSession(request)) {
      requests.check(request);
      const token = requests.tokenOf(request) ?? '';
      request.caller = await addresses.watch(ip, token, () => sessions.authenticateToResume(token));
    } else {
      request.caller = await addresses.watch(ip, headers.authorization, (key) => keys.authenticateToResume(key));
    }
  };

const createRequesterOf =
  (requests: ConsoleRequests) =>
  (request: FastifyRequest, reply: FastifyReply): Requester => {
    let signal: AbortSignal | null = null;
    return {
      caller: callerOf(request),
      reqId: request.id,
      address: request.ip,
      get origin() {
        return requests.originOf(request);
      },
      // Created on demand: few resolvers need it, and each costs a listener.
      get signal() {
        signal ??= abortSignalOf(reply);
        return signal;
      },
    };
  };
