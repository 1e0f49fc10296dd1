import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { TrustProxy } from '../config/trust-proxy.js';
import { type Maintenance, maintenanceRefusal } from '../services/operations/operator-settings.js';
import { addCommonHeaders } from './add-common-headers.js';
import { answerClientError, answerConnect } from './answer-client-error.js';
import { faviconRoute } from './favicon.js';
import { CONNECTION_LIMITS, type ConnectionLimits, guardConnections } from './guard-connections.js';
import { homePage } from './home-page.js';
import type { HttpPlugin } from './http-plugin.js';
import { logRequest, logRequests } from './log-requests.js';
import { observeRequests } from './observe-requests.js';
import { type OperationalOptions, operationalRoutes } from './operational-routes.js';
import { registerBodyParsers } from './register-body-parsers.js';
import { RouteTable } from './route-table.js';
import { sendError } from './send-error.js';
import { traceRequests } from './trace-requests.js';
import { validatorCompiler } from './validator-compiler.js';

const BODY_LIMIT_BYTES = 1024 * 1024;
const CHECK_CONNECTIONS_MS = 1_000;
/** Generous for any id that a client may invent: an id that is too long is unknown, not malformed. */
const MAX_PARAM_LENGTH = 4096;

export interface HttpServerOptions extends OperationalOptions {
  readonly logger: Logger;
  /** The plugins are mounted in this order, each in its own scope. */
  readonly plugins: readonly HttpPlugin[];
  readonly limits?: Partial<ConnectionLimits>;
  /** The proxies that are trusted to name a caller's address; none by default. */
  readonly trustProxy?: TrustProxy;
}

/** Creates the HTTP server with every route. It does not listen yet. */
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
  // Mappings have already shaped the answers; response schemas are documentation only.
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

/** Runs before a body is read: for an unknown route the body does not matter. */
const refuseUnknown = (server: FastifyInstance, routes: RouteTable): void => {
  server.addHook('onRequest', (request, _reply, done) => {
    const isUnknown = request.is404 || (request.method === 'OPTIONS' && !isPreflight(request));
    done(isUnknown ? routes.refusal(request.method, request.url) : undefined);
  });
  // The instance needs this for plugins that look for it later.
  server.setNotFoundHandler((request) => {
    throw routes.refusal(request.method, request.url);
  });
};

/** A preflight before a cross-origin request is the only `OPTIONS` that is answered. */
const isPreflight = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

const createFastify = (
  { logger, trustProxy = false }: HttpServerOptions,
  routes: RouteTable,
  limits: ConnectionLimits,
): FastifyInstance =>
  Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // A logger per request costs more than its line, so lines name the request themselves.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // Fastify would trust no hop with a bare number, since it cannot tell whether the next hop is a proxy. Here the
    // operator says so.
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.stillTimeoutMs,
    http: { headersTimeout: limits.headersTimeoutMs, connectionsCheckingInterval: CHECK_CONNECTIONS_MS },
    // Requests that arrive during a close are still answered; then the connection ends.
    return503OnClosing: false,
    // Fastify gives up after 10 s, but building the graph may take longer on a busy machine.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      sendError(request, reply, error);
      logRequest(request, reply);
    },
    clientErrorHandler: answerClientError(logger, routes),
  });

/** The graph checks each operation itself, and people may still sign in to look. */
const JUDGED_ELSEWHERE: ReadonlySet<string> = new Set([
  '/graphql',
  '/mcp',
  '/console/session',
  '/console/invitations/check',
]);

/** Refuses writes at every door during maintenance, after authentication and before reading a body. */
const refuseWrites = (server: FastifyInstance, find: (() => Maintenance | null) | undefined): void => {
  if (!find) return;
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const maintenance = find();
    if (maintenance !== null && isWrite(request)) done(maintenanceRefusal(maintenance));
    else done(null, payload);
  });
};

const isWrite = ({ method, routeOptions: { url = '' } }: FastifyRequest): boolean =>
  method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && !JUDGED_ELSEWHERE.has(url);
