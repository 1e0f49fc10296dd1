import { finished, Readable } from 'node:stream';
import { badInput } from '../errors.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { sendRefusal } from '../http/send-error.js';
import { readSignedAccess } from '../http/signed-access.js';
import type { CsvFile, CsvValue } from '../services/csv-exports/csv-export.js';
import { ConcurrencyLimit } from '../services/rate-limits/concurrency-limit.js';
import type { Services } from '../services/services.js';
import { joinCsv } from '../text/csv.js';

const EXPORTS = { total: 8, perHolder: 2, refusal: 'Too many exports are in progress; try again when one has ended.' };
const MAX_REQUEST = 2_000;
/** Spreadsheets take a file without this mark for one of a regional encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Serves `GET /exports/:kind.csv` at an address that the graph has signed. Rows are read as fast as they are taken. */
export const csvExportsPlugin =
  ({ csvExports }: Pick<Services, 'csvExports'>): HttpPlugin =>
  async (server) => {
    server.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error));
    const atOnce = new ConcurrencyLimit(EXPORTS);
    server.get('/exports/:file', async (request, reply) => {
      const { userId, file } = await csvExports.open(readRequest(request.query), readSignedAccess(request));
      finished(reply.raw, atOnce.acquire(userId));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(toText(file), { objectMode: false, highWaterMark: 1 }));
    });
  };

const readRequest = (query: unknown): string => {
  const { request } = query as Readonly<Record<string, unknown>>;
  if (typeof request === 'string' && request.length <= MAX_REQUEST) return request;
  throw badInput('request', 'The address is incomplete; copy the whole address from the graph.');
};

async function* toText({ columns, rows }: CsvFile): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + joinCsv(columns));
  for await (const portion of rows) yield Buffer.from(portion.map((row) => joinCsv(row.map(toCell))).join(''));
}

const toCell = (value: CsvValue): string => {
  if (value === null) return '';
  return value instanceof Date ? value.toISOString() : String(value);
};
