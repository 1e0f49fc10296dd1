import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badInput, notFound } from '../errors.js';
import { takeLong } from '../http/answer-client-error.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { sendRefusal } from '../http/send-error.js';
import type { SignedAccess } from '../services/device-imports/import-file-service.js';
import type { Services } from '../services/services.js';

/** Of an upload, after which it has broken off. */
const LONGEST_MS = 3_600_000;

/**
 * Files of imports: `PUT /imports/:id/file` and `GET /imports/:id/rejected`, each at an address that the graph has signed
 * and that needs no key. A body is passed on as it comes and never held.
 */
export const importFilesPlugin =
  ({ importFiles }: Pick<Services, 'importFiles'>): HttpPlugin =>
  async (server) => {
    takeAnyBody(server);
    server.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error));
    server.put<{ Params: { id: string } }>('/imports/:id/file', async (request, reply) => {
      const { raw, headers, params } = request;
      takeLong(raw.socket);
      reply.header('connection', 'close');
      const timer = setTimeout(() => raw.destroy(), LONGEST_MS).unref();
      try {
        const length = headers['content-length'] === undefined ? null : Number(headers['content-length']);
        await importFiles.upload(readId(params.id), readAccess(request), { body: raw, length });
      } finally {
        clearTimeout(timer);
      }
      return reply.code(204).send();
    });
    server.get<{ Params: { id: string } }>('/imports/:id/rejected', async (request, reply) => {
      const lines = await importFiles.rejected(readId(request.params.id), readAccess(request));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="rejected-${request.params.id}.csv"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(lines, { objectMode: false, highWaterMark: 1 }));
    });
  };

/** Whatever type it names: what is in the file is judged by itself. */
const takeAnyBody = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
};

const readId = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw notFound('import');
};

const readAccess = ({ query }: FastifyRequest): SignedAccess => {
  const { expires, holder, signature } = query as Readonly<Record<string, unknown>>;
  const isWhole =
    typeof expires === 'string' &&
    /^\d{1,15}$/.test(expires) &&
    typeof holder === 'string' &&
    holder.length <= 32 &&
    typeof signature === 'string' &&
    signature.length <= 64;
  if (isWhole) return { expires: Number(expires), holder, signature };
  throw badInput('signature', 'The address is not whole; take it from the graph as it is.');
};
