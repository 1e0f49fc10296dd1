import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const IMAGES: Readonly<Record<string, Buffer>> = {
  png: PIXEL,
  jpg: Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.alloc(20)]),
  gif: Buffer.from(`GIF89a${'\0'.repeat(20)}`),
};
const TOO_LARGE = 3 * 1024 * 1024;

/** An image server that also misbehaves: too large, endless, slow, truncated, and with forbidden redirects. */
export const openImageServer = async (): Promise<AsyncDisposable & { readonly address: string }> => {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

const answer = ({ url = '' }: IncomingMessage, reply: ServerResponse): void => {
  const [, first = '', second = ''] = url.split('/');
  const image = IMAGES[first];
  const bodies: Readonly<Record<string, () => unknown>> = {
    html: () => reply.writeHead(200, { 'content-type': 'image/png' }).end('<p>no image</p>'),
    empty: () => reply.end(),
    large: () => reply.end(Buffer.concat([PIXEL, Buffer.alloc(TOO_LARGE)])),
    endless: () => writeOn(reply.writeHead(200)),
    slow: () => reply.writeHead(200, { 'content-length': '1000' }).write(PIXEL),
    cut: () =>
      reply.writeHead(200, { 'content-length': '1000' }).write(PIXEL, () => setTimeout(() => reply.destroy(), 50)),
    redirect: () => redirect(reply, 302, Number(second) > 1 ? `/redirect/${Number(second) - 1}` : '/png'),
    'to-private': () => redirect(reply, 302, `http://localhost:${reply.socket?.localPort}/png`),
    'to-file': () => redirect(reply, 302, 'file:///etc/hostname'),
    moved: () => redirect(reply, Number(second), `http://localhost:${reply.socket?.localPort}${url}`),
  };
  // Servers often report a wrong type, or none.
  if (image) reply.writeHead(200, { 'content-type': 'text/plain' }).end(image);
  else (bodies[first] ?? (() => reply.writeHead(404).end()))();
};

const redirect = (reply: ServerResponse, status: number, location: string): unknown =>
  reply.writeHead(status, { location }).end();

const writeOn = (reply: ServerResponse): void => {
  if (reply.destroyed) return;
  reply.write(Buffer.concat([PIXEL, Buffer.alloc(65_536)]), () => setImmediate(() => writeOn(reply)));
};
