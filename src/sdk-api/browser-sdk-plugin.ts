import { readFile } from 'node:fs/promises';
import type { HttpPlugin } from '../http/http-plugin.js';
import { findPackageRoot } from '../package-root.js';

const FILES = ['web.js', 'sw.js'] as const;
const MAX_AGE_SECONDS = 3_600;

/** `GET /sdk/web.js` and `GET /sdk/sw.js`: the browser SDK and its part of a service worker, for pages of any origin. */
export const browserSdkPlugin = (): HttpPlugin => async (server) => {
  const root = await findPackageRoot();
  for (const file of FILES) {
    const source = await readFile(`${root}/public/sdk/${file}`, 'utf8');
    server.get(`/sdk/${file}`, async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(source),
    );
  }
};
