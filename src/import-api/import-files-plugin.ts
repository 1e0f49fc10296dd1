import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.js';
import { takeLong } from '../http/answer-client-error.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { sendRefusal } from '../http/send-error.js';
import { readSignedAccess } from '../http/signed-access.js';
import type { Services } from '../services/services.js';

/** The longest time that an upload may take. */
const LONGEST_MS = 3_600_000;

/**
 * Serves `PUT /imports/:id/file` and `GET /imports/:id/rejected` at addresses that the graph has signed, so no key is
 * needed. Bodies are streamed and never held in memory.
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
        await importFiles.upload(readId(params.id), readSignedAccess(request), { body: raw, length });
      } finally {
        clearTimeout(timer);
      }
      return reply.code(204).send();
    });
    server.get<{ Params: { id: string } }>('/imports/:id/rejected', async (request, reply) => {
      const lines = await importFiles.rejected(readId(request.params.id), readSignedAccess(request));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="rejected-${request.params.id}.csv"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(lines, { objectMode: false, highWaterMark: 1 }));
    });
  };

/** Accepts any content type, since the import detects the format from the file. */
const takeAnyBody = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
};

const readId = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw notFound('import');
};
