import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { HttpPlugin } from '../http/http-plugin.js';
import { findPackageRoot } from '../package-root.js';

const FILES = ['web.js', 'sw.js'] as const;
const MAX_AGE_SECONDS = 3_600;

/** Serves `GET /sdk/web.js` and `GET /sdk/sw.js`, the browser SDK and its service worker, to pages of any origin. */
export const browserSdkPlugin = (): HttpPlugin => async (server) => {
  const root = await findPackageRoot();
  for (const file of FILES) {
    const variants = compress(await readFile(`${root}/public/sdk/${file}`));
    server.get(`/sdk/${file}`, async ({ headers }, reply) => {
      const { encoding, etag, content } = choose(variants, headers['accept-encoding']);
      reply.headers({
        'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'accept-encoding',
        etag,
      });
      if (hasTag(headers['if-none-match'], etag)) return reply.code(304).send();
      if (encoding) reply.header('content-encoding', encoding);
      return reply.type('text/javascript; charset=utf-8').send(content);
    });
  }
};

interface Variant {
  /** null for the uncompressed file. */
  readonly encoding: string | null;
  /** A strong tag: each encoding has different bytes and therefore its own tag. */
  readonly etag: string;
  readonly content: Buffer;
}

/** Compresses once, at the start, in order of preference. */
const compress = (source: Buffer): readonly Variant[] => {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 22);
  return [
    { encoding: 'br', etag: `"${hash}-br"`, content: brotliCompressSync(source) },
    { encoding: 'gzip', etag: `"${hash}-gzip"`, content: gzipSync(source, { level: 9 }) },
    { encoding: null, etag: `"${hash}"`, content: source },
  ];
};

const choose = (variants: readonly Variant[], accepted: string | string[] | undefined): Variant => {
  const names = new Set(
    String(accepted ?? '')
      .split(',')
      .filter(isWanted)
      .map(nameOf),
  );
  const chosen = variants.find(({ encoding }) => encoding === null || names.has(encoding));
  if (!chosen) throw new Error('The uncompressed file is always among the variants.');
  return chosen;
};

const nameOf = (entry: string): string => entry.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** `gzip;q=0` refuses gzip. */
const isWanted = (entry: string): boolean => {
  const weight = entry.split(';', 2)[1]?.trim().toLowerCase() ?? '';
  return !weight.startsWith('q=') || Number(weight.slice(2)) !== 0;
};

/** Compares tags weakly, as RFC 9110 requires for `if-none-match`: proxies that recompress mark tags `W/`. */
const hasTag = (condition: string | undefined, etag: string): boolean =>
  (condition ?? '').split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim()));
