import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors.js';
import { PAGE_HEADERS } from '../http/add-common-headers.js';
import { listBuiltFiles, serveBuiltFiles } from '../http/built-files.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { findPackageRoot } from '../package-root.js';

/**
 * Allows the page's own files, this service, and images of messages from any https address. The nonce is for the two
 * inline styles of React Aria.
 */
const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const NONCE_BYTES = 16;

/** The preload link of a language, as `scripts/build-console.mjs` writes it. */
const PRELOADED_LANGUAGE = /<link rel="modulepreload" hreflang="([a-z]{2})".*>\n/g;

const inLanguage = (template: string, language: string | undefined): string =>
  template.replace(PRELOADED_LANGUAGE, (line, tag) => (tag === language ? line : ''));

/** Chooses the language as `web/console/i18n` does. A language chosen there is loaded a moment later. */
const preferred = (languages: readonly string[], accepted = ''): string | undefined =>
  accepted
    .split(',')
    .map((tag) => tag.trim().slice(0, 2))
    .find((tag) => languages.includes(tag)) ?? languages.find((tag) => tag === 'en');

/** Serves the bundled page at `/console` and every address below it. The page does the routing. */
export const consolePagePlugin: HttpPlugin = async (server) => {
  const folder = `${await findPackageRoot()}/dist-web/console`;
  const files = await listBuiltFiles(folder);
  if (!files.includes('index.html')) {
    server.log.warn('The console is not built, so /console returns 404. Run `npm run build`.');
    return;
  }
  const template = await readFile(`${folder}/index.html`, 'utf8');
  const languages = [...template.matchAll(PRELOADED_LANGUAGE)].map(([, language = '']) => language);
  const sendPage = ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return reply
      .headers({
        ...PAGE_HEADERS,
        'content-security-policy': pagePolicy(nonce),
        'cache-control': 'no-cache',
        vary: 'accept-language',
      })
      .type('text/html; charset=utf-8')
      .send(inLanguage(template, preferred(languages, headers['accept-language'])).replace('{{nonce}}', nonce));
  };
  server.get('/console', sendPage);
  server.get('/console/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    // A missing asset must not return the page, which a browser would run as a script.
    if (path.startsWith('/console/assets/')) throw notFound('file');
    return sendPage(request, reply);
  });
  serveBuiltFiles(server, { folder, files, path: '/console/assets' });
};
