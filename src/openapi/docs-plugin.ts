import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { getOrInsert } from '../collections.js';
import { notFound } from '../errors.js';
import { PAGE_HEADERS } from '../http/add-common-headers.js';
import { readShared } from '../http/built-files.js';
import { FAVICON, FAVICON_TYPE } from '../http/favicon.js';
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

const DOCS_PATH = '/docs';

/** Of what the plugin brings; its `index.html` is a route of its own. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};
const MAX_AGE_SECONDS = 3_600;

/** `/docs`: the description of the REST interface for people, public and offline. All other answers keep their policy. */
export const docsPlugin: HttpPlugin = async (server) => {
  await server.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers(PAGE_HEADERS);
      done();
    });
    // The plugin wants types of a package of its own for a document that it only hands on.
    const document = createOpenapiDocument() as never;
    await scope.register(swagger, { mode: 'static', specification: { document } });
    await answerFromMemory(scope);
    await scope.register(swaggerUi, {
      routePrefix: DOCS_PATH,
      staticCSP: PAGE_POLICY,
      theme: {
        title: 'pushgraph REST and devices',
        favicon: [{ filename: 'favicon.svg', rel: 'icon', type: FAVICON_TYPE, sizes: 'any', content: FAVICON }],
      },
      // Without the bar at the top: its box asks for the address of another document.
      uiConfig: { layout: 'BaseLayout', deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: 0 },
    });
  });
};

/**
 * In place of the plugin, which writes the document anew for each request, opens a file for each, and leaves it open for
 * ever if the client goes before its turn has come. It also answers a path that leads elsewhere as if the service had
 * failed; here what is no name of a file is not found.
 */
const answerFromMemory = async (scope: FastifyInstance): Promise<void> => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static');
  const files = new Set((await readdir(folder)).filter((name) => extname(name) in TYPES));
  const descriptions = new Map<string, Buffer>();
  const describe = (form: 'json' | 'yaml'): Buffer =>
    getOrInsert(descriptions, form, () =>
      Buffer.from(form === 'yaml' ? scope.swagger({ yaml: true }) : JSON.stringify(scope.swagger())),
    );
  scope.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions;
    if (url === `${DOCS_PATH}/json`) return reply.type('application/json; charset=utf-8').send(describe('json'));
    if (url === `${DOCS_PATH}/yaml`) return reply.type('application/x-yaml').send(describe('yaml'));
    const { '*': file } = request.params as { '*'?: string };
    if (file === undefined) return undefined;
    if (!files.has(file)) throw notFound('route');
    reply.type(TYPES[extname(file)] ?? '').header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`);
    return reply.send(await readShared(join(folder, file)));
  });
};
