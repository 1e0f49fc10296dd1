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

/** Allows the page its own files and the inline styles of Swagger UI, and nothing from other hosts. */
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

/** Content types of the files of the plugin; `index.html` is a route of its own. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};
const MAX_AGE_SECONDS = 3_600;

/** Serves `/docs`, the description of the REST interface for people, in public and without external files. */
export const docsPlugin: HttpPlugin = async (server) => {
  await server.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.headers(PAGE_HEADERS);
      done();
    });
    // The plugin declares its own types for a document that it only passes through.
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
      // Hides the top bar, whose only use is to open another document.
      uiConfig: { layout: 'BaseLayout', deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: 0 },
    });
  });
};

/**
 * Replaces the file handling of the plugin. The plugin serializes the document for each request, and leaks an open file
 * if the client disconnects early. It also answers path traversal with a server error; here unknown files are not found.
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
