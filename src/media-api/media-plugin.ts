import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../errors.js';
import { callerOf } from '../http/authenticate.js';
import type { ConsoleRequests } from '../http/console-requests.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { sendRefusal } from '../http/send-error.js';
import { toGlobalId } from '../schema/global-id.js';
import { requireScope } from '../services/caller.js';
import type { AddressGuard } from '../services/rate-limits/address-guard.js';
import { ConcurrencyLimit } from '../services/rate-limits/concurrency-limit.js';
import type { Services } from '../services/services.js';

export interface MediaPluginDeps {
  readonly services: Pick<Services, 'media' | 'keys' | 'sessions' | 'audit'>;
  readonly addresses: AddressGuard;
  readonly requests: ConsoleRequests;
}

/** The address contains the hash of the content. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Uploads are held in memory while they arrive. */
const UPLOADS = {
  total: 16,
  perHolder: 4,
  refusal: 'Too many images are uploaded at the same time; send this one again in a moment.',
};

/** Pages of every site and every device may show the image; opened by itself, it can do nothing. */
const IMAGE_HEADERS = {
  'cache-control': FOREVER,
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** `POST /media` takes an image of a key or a member, and `GET /media/<hash>` serves it to everybody. */
export const mediaPlugin =
  (deps: MediaPluginDeps): HttpPlugin =>
  async (server) => {
    const { media } = deps.services;
    server.setErrorHandler((error, request, reply) => sendRefusal(request, reply, inOurTerms(error, media.maxBytes)));
    takeAnyBody(server);
    uploadRoute(server, deps);
    server.route<{ Params: { hash: string } }>({
      method: ['GET', 'HEAD'],
      url: '/media/:hash',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { hash } = request.params;
        const file = await media.find(hash);
        if (!file) throw notFound('image');
        reply.headers({ ...IMAGE_HEADERS, etag: `"${hash}"` });
        if (request.headers['if-none-match']?.includes(`"${hash}"`)) return reply.code(304).send();
        reply.type(file.type).header('content-length', file.bytes);
        return request.method === 'HEAD' ? reply.send() : reply.send(await openFile(file, reply));
      },
    });
  };

/** An error must not carry the headers of a cacheable image. */
const openFile = async (file: { open(): Promise<NodeJS.ReadableStream> }, reply: FastifyReply) => {
  try {
    return await file.open();
  } catch (error) {
    for (const name of ['cache-control', 'content-length', 'etag']) reply.removeHeader(name);
    throw error;
  }
};

const uploadRoute = (server: FastifyInstance, deps: MediaPluginDeps): void => {
  const { services, requests } = deps;
  const atOnce = new ConcurrencyLimit(UPLOADS);
  server.post<{ Querystring: { name?: unknown } }>('/media', {
    bodyLimit: services.media.maxBytes,
    onRequest: async (request, reply) => {
      await authenticate(deps, request);
      reply.header('cache-control', 'no-store');
      // Unlike an event handler, `finished` also calls back for a client that has already left.
      finished(reply.raw, atOnce.acquire(callerOf(request).userId));
    },
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const name = typeof request.query.name === 'string' && request.query.name !== '' ? request.query.name : 'image';
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { id, hash, type, width, height, bytes: clean } = await services.media.upload(caller, { name, bytes });
      services.audit.note(caller, { action: 'mediaUpload', node: { type: 'Media', id }, name }, request.ip);
      const url = `${requests.originOf(request)}/media/${hash}`;
      reply.code(201).header('location', url);
      return { id: toGlobalId('Media', id), url, type, width, height, bytes: clean.length };
    },
  });
};

/** Authenticates by key, or for the console by the session of a member, before the body is read. */
const authenticate = async (
  { services: { keys, sessions }, addresses, requests }: MediaPluginDeps,
  request: FastifyRequest,
): Promise<void> => {
  const { ip, headers } = request;
  if (requests.meansSession(request)) {
    requests.check(request);
    const token = requests.tokenOf(request) ?? '';
    request.caller = await addresses.watch(ip, token, () => sessions.authenticate(token));
  } else {
    request.caller = await addresses.watch(ip, headers.authorization, (key) => keys.authenticate(key));
  }
  requireScope(callerOf(request), 'write');
};

/** Accepts any content type, since the first bytes say what the file is. */
const takeAnyBody = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
};

const inOurTerms = (error: unknown, maxBytes: number): unknown => {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
  if (!isTooLarge) return error;
  const size = maxBytes >= 2 ** 20 ? `${Math.floor(maxBytes / 2 ** 20)} MiB` : `${maxBytes} bytes`;
  return new AppError('PAYLOAD_TOO_LARGE', `The image is larger than ${size}; scale it down (MEDIA_MAX_BYTES).`);
};
