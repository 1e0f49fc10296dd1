import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { addCommonHeaders } from './add-common-headers.js';
import { answerClientError } from './answer-client-error.js';
import { createNotFoundHandler } from './create-not-found-handler.js';
import type { HttpPlugin } from './http-plugin.js';
import { logRequest, logRequests } from './log-requests.js';
import { observeRequests } from './observe-requests.js';
import { type OperationalOptions, operationalRoutes } from './operational-routes.js';
import { registerBodyParsers } from './register-body-parsers.js';
import { sendError } from './send-error.js';
import { validatorCompiler } from './validator-compiler.js';

const BODY_LIMIT_BYTES = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 60_000;
/** Long enough for any id that a client may make up: what is too long for an id is unknown, not malformed. */
const MAX_PARAM_LENGTH = 4096;

export interface HttpServerOptions extends OperationalOptions {
  readonly logger: Logger;
  /** Mounted in this order, each in a scope of its own. */
  readonly plugins: readonly HttpPlugin[];
}

/** The HTTP server with every route; it does not listen. Headers of proxies are not trusted. */
export const createHttpServer = async (options: HttpServerOptions): Promise<FastifyInstance> => {
  const server = createFastify(options.logger);
  registerBodyParsers(server);
  server.decorateRequest('caller', null);
  server.setValidatorCompiler(validatorCompiler);
  // Answers are plain data that the mappings have already shaped; schemas of answers are there to be read.
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  server.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  server.setNotFoundHandler(createNotFoundHandler(server));
  addCommonHeaders(server);
  logRequests(server);
  observeRequests(server, options.metrics);
  await server.register(operationalRoutes(options));
  for (const plugin of options.plugins) await server.register(plugin);
  return server;
};

const createFastify = (logger: Logger): FastifyInstance =>
  Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // A logger for each request costs more than its line does: what is written names the request itself.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // What arrives while the server closes is still answered; the connection then ends.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      sendError(request, reply, error);
      logRequest(request, reply);
    },
    clientErrorHandler: answerClientError(logger),
  });
