import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getOrInsert } from '../collections.js';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The names contain a hash of the content. */
const FOREVER = 'public, max-age=31536000, immutable';

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The file names of a page that `scripts/build.mjs` bundled; none if it is not built. */
export const listBuiltFiles = (folder: string): Promise<string[]> => readdir(folder).catch((): string[] => []);

/** Adds a route below `path` for each script and style of the folder, cached permanently by browsers. */
export const serveBuiltFiles = (
  server: FastifyInstance,
  { folder, files, path }: { folder: string; files: readonly string[]; path: string },
): void => {
  for (const file of files.filter((name) => extname(name) in TYPES)) {
    server.get(`${path}/${file}`, (request, reply) => {
      reply.type(TYPES[extname(file)] ?? '').headers({ 'cache-control': FOREVER, vary: 'accept-encoding' });
      return sendBuiltFile(`${folder}/${file}`, request, reply);
    });
  }
};

/** Uses the smallest encoding that the client accepts. */
export const sendBuiltFile = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
  const accepted = new Set(request.headers['accept-encoding']?.split(',').map((name) => name.trim()));
  const isCompressed = extname(path) !== '.woff2';
  const [encoding, suffix] = ENCODINGS.find(([name]) => isCompressed && accepted.has(name)) ?? [null, ''];
  const content = await readShared(`${path}${suffix}`);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.send(content);
};

const reading = new Map<string, Promise<Buffer>>();
const inUse = new Map<string, WeakRef<Buffer>>();

/**
 * All current answers share the same bytes, so a client may send a thousand requests without reading and cost nothing.
 * The bytes are released with the last answer: browsers request them once.
 * @param path from a fixed list, because it is cached.
 */
export const readShared = async (path: string): Promise<Buffer> =>
  inUse.get(path)?.deref() ?? getOrInsert(reading, path, () => read(path).finally(() => reading.delete(path)));

const read = async (path: string): Promise<Buffer> => {
  const content = await readFile(path);
  inUse.set(path, new WeakRef(content));
  return content;
};
