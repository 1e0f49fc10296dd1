import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { ABORTED } from '../../../src/providers/exchange.js';
import { Http1Client } from '../../../src/providers/outbound/http1-client.js';
import { eventually } from '../../support/eventually.js';

/** A server that answers when the test lets it. */
const startServer = async () => {
  const open: ServerResponse[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    request.resume();
    open.push(response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    open,
    origin: `http://127.0.0.1:${port}`,
    connections: () => connections,
    [Symbol.dispose]: () => void server.close().closeAllConnections(),
  };
};

test('an abort drops requests that wait for a connection, and the one on the wire gets its answer', async () => {
  using server = await startServer();
  const client = new Http1Client({ connection: {}, connectionsPerOrigin: 1 });
  const stop = new AbortController();
  const post = (signal: AbortSignal) => client.post(server.origin, { path: '/', headers: {}, body: 'x', signal });
  const exchanges = [post(stop.signal), post(stop.signal), post(stop.signal)];
  await eventually('the first request', () => (server.open.length > 0 ? true : null));
  stop.abort();
  server.open[0]?.writeHead(201).end();
  expect(await Promise.all(exchanges)).toMatchObject([{ kind: 'answer', status: 201 }, ABORTED, ABORTED]);
  const later = post(new AbortController().signal);
  await eventually('a later request', () => (server.open.length > 1 ? true : null));
  server.open[1]?.writeHead(201).end();
  expect(await later).toMatchObject({ kind: 'answer' });
  // The dropped requests did not close the connection.
  expect({ requests: server.open.length, connections: server.connections() }).toEqual({ requests: 2, connections: 1 });
  await client.close();
});
