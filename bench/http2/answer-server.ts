import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';

/**
 * Reads each request and answers with status 200 and an id, like APNs. It does not use TLS, which costs all clients the
 * same.
 */
const server = createServer({ maxSessionMemory: 1_000, settings: { maxConcurrentStreams: 1_000 } });
server.on('stream', (stream, headers) => {
  stream.on('error', () => undefined);
  stream.resume();
  stream.on('end', () =>
    stream.respond({ ':status': 200, 'apns-id': String(headers['apns-id']) }, { endStream: true }),
  );
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ type: 'listening', address: `http://127.0.0.1:${port}` });
});
