import { PAGE_HEADERS } from '../../http/add-common-headers.js';
import { listBuiltFiles, sendBuiltFile, serveBuiltFiles } from '../../http/built-files.js';
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
  // The console shows it as a tab.
  "frame-ancestors 'self'",
].join('; ');

/** `/graphiql`: GraphiQL as `scripts/build-graphiql.mjs` has bundled it, public and offline. The key is entered there. */
export const graphiqlPlugin: HttpPlugin = async (server) => {
  const folder = `${await findPackageRoot()}/dist-web/graphiql`;
  const files = await listBuiltFiles(folder);
  if (!files.includes('index.html')) {
    server.log.warn('GraphiQL is not built, so that /graphiql answers 404: run npm run build.');
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
