import { PAGE_HEADERS } from '../../http/add-common-headers.js';
import { listBuiltFiles, sendBuiltFile, serveBuiltFiles } from '../../http/built-files.js';
import type { HttpPlugin } from '../../http/http-plugin.js';
import { findPackageRoot } from '../../package-root.js';

/**
 * Allows the page its own files, this service, and the inline styles and fonts of the editor; nothing from other hosts,
 * and no `eval`. The workers of the editor get the same policy with their own responses.
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
  // The console embeds the page.
  "frame-ancestors 'self'",
].join('; ');

/** Serves `/graphiql`, bundled by `scripts/build-graphiql.mjs`. Public and self-contained; users enter their key there. */
export const graphiqlPlugin: HttpPlugin = async (server) => {
  const folder = `${await findPackageRoot()}/dist-web/graphiql`;
  const files = await listBuiltFiles(folder);
  if (!files.includes('index.html')) {
    server.log.warn('GraphiQL is not built, so /graphiql returns 404. Run npm run build.');
    return;
  }
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ ...PAGE_HEADERS, 'content-security-policy': PAGE_POLICY, vary: 'accept-encoding' });
    done();
  });
  server.get('/graphiql', (request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    return sendBuiltFile(`${folder}/index.html`, request, reply);
  });
  serveBuiltFiles(server, { folder, files, path: '/graphiql' });
};
