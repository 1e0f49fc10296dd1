import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_HEADERS } from '../../http/add-common-headers.js';
import type { HttpPlugin } from '../../http/http-plugin.js';
import { findPackageRoot } from '../../package-root.js';

/**
 * What the page may load: its own files, this service, and the styles and fonts that the editor makes. Nothing from
 * outside, and no `eval`. The workers of the editor go by the policy of their own answer, which is the same.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Their names have a hash of what is in them. */
const FOREVER = 'public, max-age=31536000, immutable';

/** `/graphiql`: GraphiQL as `scripts/build-graphiql.mjs` has bundled it, public and offline. The key is entered there. */
export const graphiqlPlugin: HttpPlugin = async (server) => {
  const folder = `${await findPackageRoot()}/dist-web/graphiql`;
  const files = await readdir(folder).catch((): string[] => []);
  if (!files.includes('index.html')) {
    server.log.warn('GraphiQL is not built, so that /graphiql answers 404: run npm run build.');
    return;
  }
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ ...PAGE_HEADERS, 'content-security-policy': PAGE_POLICY, vary: 'accept-encoding' });
    done();
  });
  const send = sendFile(folder);
  server.get('/graphiql', (request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    return send('index.html', request, reply);
  });
  for (const file of files.filter((name) => extname(name) in TYPES)) {
    server.get(`/graphiql/${file}`, (request, reply) => {
      reply.type(TYPES[extname(file)] ?? '').header('cache-control', FOREVER);
      return send(file, request, reply);
    });
  }
};

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Read anew each time: browsers ask once, and a process need not hold megabytes for that. */
const sendFile = (folder: string) => async (file: string, request: FastifyRequest, reply: FastifyReply) => {
  const accepted = new Set(request.headers['accept-encoding']?.split(',').map((name) => name.trim()));
  const [encoding, suffix] = ENCODINGS.find(([name]) => accepted.has(name)) ?? [null, ''];
  const content = await readFile(`${folder}/${file}${suffix}`);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.send(content);
};
