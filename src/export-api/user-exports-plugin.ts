import { finished, Readable } from 'node:stream';
import yazl from 'yazl';
import { notFound } from '../errors.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { sendRefusal } from '../http/send-error.js';
import { readSignedAccess } from '../http/signed-access.js';
import type { ExportedFile } from '../services/erasures/user-export-service.js';
import { ConcurrencyLimit } from '../services/rate-limits/concurrency-limit.js';
import type { Services } from '../services/services.js';

const README = `Everything that this service stores about one user, one JSON object per line.

user.ndjson         the id, the attributes, and when they were set
preferences.ndjson  the categories of messages that the user has chosen or left
devices.ndjson      the devices, with tags and attributes
events.ndjson       the events that the devices reported: how often, first and last
activity.ndjson     in which hours of the day the user is active, by sessions and clicks
conversions.ndjson  the variants of messages that the user was given, and the goals that followed
messages.ndjson     the messages to these devices, with their outcome and receipts
waiting.ndjson      the messages that follow an event of a device, and the data of that event
caps.ndjson         the recent messages that frequency caps count

Left out: the addresses of the devices at push services and the secrets of the devices. They are keys, not facts.
Messages are listed for as long as the service keeps their history.
`;

/** An export reads every run of the account, so a leaked address must not start many at once. */
const EXPORTS = { total: 8, perHolder: 2, refusal: 'Too many exports are in progress; try again when one has ended.' };

/** Serves `GET /user-exports/:id`, a zip of NDJSON files, at an address that the graph has signed. */
export const userExportsPlugin =
  ({ userExports }: Pick<Services, 'userExports'>): HttpPlugin =>
  async (server) => {
    server.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error));
    const atOnce = new ConcurrencyLimit(EXPORTS);
    server.get<{ Params: { id: string } }>('/user-exports/:id', async (request, reply) => {
      const { userId, files } = await userExports.open(readId(request.params.id), readSignedAccess(request));
      finished(reply.raw, atOnce.acquire(userId));
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="user.zip"')
        .header('cache-control', 'no-store')
        .send(zip(files));
    });
  };

/** Streams the files, so that none is held in memory. */
const zip = (files: readonly ExportedFile[]): NodeJS.ReadableStream => {
  const archive = new yazl.ZipFile();
  const output = Readable.from(archive.outputStream);
  archive.on('error', (error) => output.destroy(error));
  archive.addBuffer(Buffer.from(README), 'README.txt');
  for (const { name, rows } of files) {
    archive.addReadStreamLazy(name, {}, (done) => done(null, Readable.from(toLines(rows()))));
  }
  archive.end();
  return output;
};

async function* toLines(rows: AsyncIterable<object>): AsyncGenerator<Buffer> {
  for await (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`);
}

const readId = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw notFound('user');
};
