import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors.js';
import { PAGE_HEADERS } from '../http/add-common-headers.js';
import { listBuiltFiles, serveBuiltFiles } from '../http/built-files.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { findPackageRoot } from '../package-root.js';

/**
 * What the page may load: its own files and this service; pictures of messages come from wherever their makers keep
 * them. The nonce is for the two styles that React Aria makes.
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

/** The words of a language, loaded with the page: a line of each (`scripts/build-console.mjs`). */
const PRELOADED_LANGUAGE = /<link rel="modulepreload" hreflang="([a-z]{2})".*>\n/g;

const inLanguage = (template: string, language: string | undefined): string =>
  template.replace(PRELOADED_LANGUAGE, (line, tag) => (tag === language ? line : ''));

/** As `web/console/i18n` chooses, but for what somebody has chosen there, which then is loaded a moment later. */
const preferred = (languages: readonly string[], accepted = ''): string | undefined =>
  accepted
    .split(',')
    .map((tag) => tag.trim().slice(0, 2))
    .find((tag) => languages.includes(tag)) ?? languages.find((tag) => tag === 'en');

/** `/console` and what is below it: the page as `scripts/build-console.mjs` has bundled it. The page itself routes. */
export const consolePagePlugin: HttpPlugin = async (server) => {
  const folder = `${await findPackageRoot()}/dist-web/console`;
  const files = await listBuiltFiles(folder);
  if (!files.includes('index.html')) {
    server.log.warn('The console is not built, so that /console answers 404: run npm run build.');
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
    // A file that is gone is no page: a browser would take it for a script.
    if (path.startsWith('/console/assets/')) throw notFound('file');
    return sendPage(request, reply);
  });
  serveBuiltFiles(server, { folder, files, path: '/console/assets' });
};
