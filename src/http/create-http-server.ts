import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { TrustProxy } from '../config/trust-proxy.js';
import { addCommonHeaders } from './add-common-headers.js';
import { answerClientError, answerConnect } from './answer-client-error.js';
import { faviconRoute } from './favicon.js';
import { CONNECTION_LIMITS, type ConnectionLimits, guardConnections } from './guard-connections.js';
import { homePage } from './home-page.js';
import type { HttpPlugin } from './http-plugin.js';
import { logRequest, logRequests } from './log-requests.js';
import { observeRequests } from './observe-requests.js';
import { type OperationalOptions, operationalRoutes } from './operational-routes.js';
import { refuseWrites } from './refuse-writes.js';
import { registerBodyParsers } from './register-body-parsers.js';
import { RouteTable } from './route-table.js';
import { sendError } from './send-error.js';
import { traceRequests } from './trace-requests.js';
import { validatorCompiler } from './validator-compiler.js';

const BODY_LIMIT_BYTES = 1024 * 1024;
const CHECK_CONNECTIONS_MS = 1_000;
/** Long enough for any id that a client may make up: what is too long for an id is unknown, not malformed. */
const MAX_PARAM_LENGTH = 4096;

export interface HttpServerOptions extends OperationalOptions {
  readonly logger: Logger;
  /** Mounted in this order, each in a scope of its own. */
  readonly plugins: readonly HttpPlugin[];
  readonly limits?: Partial<ConnectionLimits>;
  /** Whose word for the address of a caller counts; without it nobody's. */
  readonly trustProxy?: TrustProxy;
}

/** The HTTP server with every route; it does not listen. */
export const createHttpServer = async (options: HttpServerOptions): Promise<FastifyInstance> => {
  const limits = { ...CONNECTION_LIMITS, ...options.limits };
  const routes = new RouteTable();
  const server = createFastify(options, routes, limits);
  routes.watch(server);
  guardConnections(server, limits);
  server.server.on('connect', answerConnect(options.logger, routes));
  registerBodyParsers(server);
  server.decorateRequest('caller', null);
  server.setValidatorCompiler(validatorCompiler);
  // Answers are plain data that the mappings have already shaped; schemas of answers are there to be read.
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  server.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  addCommonHeaders(server);
  refuseUnknown(server, routes);
  logRequests(server);
  observeRequests(server, options.metrics);
  traceRequests(server);
  refuseWrites(server, options.findMaintenance);
  await server.register(operationalRoutes(options));
  await server.register(faviconRoute);
  await server.register(homePage(routes));
  for (const plugin of options.plugins) await server.register(plugin);
  return server;
};

/** Before a body is read: of an unknown route it does not matter. */
const refuseUnknown = (server: FastifyInstance, routes: RouteTable): void => {
  server.addHook('onRequest', (request, _reply, done) => {
    const isUnknown = request.is404 || (request.method === 'OPTIONS' && !isPreflight(request));
    done(isUnknown ? routes.refusal(request.method, request.url) : undefined);
  });
  // For plugins that find out later.
  server.setNotFoundHandler((request) => {
    throw routes.refusal(request.method, request.url);
  });
};

/** A browser's question before a request to another origin: the one `OPTIONS` that anything here answers. */
const isPreflight = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

const createFastify = (
  { logger, trustProxy = false }: HttpServerOptions,
  routes: RouteTable,
  limits: ConnectionLimits,
): FastifyInstance =>
  Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // A logger for each request costs more than its line does: what is written names the request itself.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // A bare number would trust nobody: Fastify cannot tell whether the next hop is a proxy. Here the operator says so.
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.stillTimeoutMs,
    http: { headersTimeout: limits.headersTimeoutMs, connectionsCheckingInterval: CHECK_CONNECTIONS_MS },
    // What arrives while the server closes is still answered; the connection then ends.
    return503OnClosing: false,
    // Fastify gives up after 10 s. On a busy machine the graph takes longer to build, and the process must still start.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      sendError(request, reply, error);
      logRequest(request, reply);
    },
    clientErrorHandler: answerClientError(logger, routes),
  });
