import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { notFound } from '../errors.js';
import { PAGE_HEADERS } from '../http/add-common-headers.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { createOpenapiDocument } from './create-openapi-document.js';

/** What the page may load: its own files, and the inline styles that Swagger UI makes. Nothing from outside. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The plugin answers a path that leads elsewhere, or nowhere, as if the service had failed. */
const PLAIN_NAME = /^\w[\w.-]*$/;

/** `/docs`: the description of the REST interface for people, public and offline. All other answers keep their policy. */
export const docsPlugin: HttpPlugin = async (server) => {
  await server.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers(PAGE_HEADERS);
      done();
    });
    scope.addHook('onRequest', (request, _reply, done) => {
      const { '*': file } = request.params as { '*'?: string };
      done(file === undefined || PLAIN_NAME.test(file) ? undefined : notFound('route'));
    });
    // The plugin wants types of a package of its own for a document that it only hands on.
    const document = createOpenapiDocument() as never;
    await scope.register(swagger, { mode: 'static', specification: { document } });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: PAGE_POLICY,
      theme: { title: 'pushgraph REST and devices' },
      // Without the bar at the top: its box asks for the address of another document.
      uiConfig: { layout: 'BaseLayout', deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: 0 },
    });
  });
};
