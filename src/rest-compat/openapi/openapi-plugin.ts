import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { HttpPlugin } from '../../http/http-plugin.js';
import { REST_PREFIX } from '../rest-api.js';
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

/**
 * The description of the REST interface for programs (`/api/b/v2/openapi.json`) and for people (`/docs`). Both are
 * public: they say nothing of any user, and whoever writes a client needs them before a key.
 */
export const openapiPlugin: HttpPlugin = async (server) => {
  const document = createOpenapiDocument();
  const text = JSON.stringify(document);
  server.get(`${REST_PREFIX}/openapi.json`, async (_request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8');
    return reply.send(text);
  });
  await server.register(async (scope) => {
    await scope.register(swagger, { mode: 'static', specification: { document: { ...document } as never } });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: PAGE_POLICY,
      theme: { title: 'pushgraph REST interface' },
      // Without the bar at the top: its box asks for the address of another document.
      uiConfig: { layout: 'BaseLayout', deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: 0 },
    });
  });
};
