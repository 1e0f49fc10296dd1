import { afterEach, describe, expect, test } from '@jest/globals';
import { type Exchange, Http2Pool } from '../src/index.js';
import { ask } from './support/ask.js';
import { eventually } from './support/eventually.js';
import { answer, frame, isRequest, numbers, RawServer, type Received, SETTINGS } from './support/raw-server.js';

const DATA = 0;
const CLIENT_SETTINGS = 4;
const END_STREAM = 1;
const ACK = 1;
/** The window of a connection at its beginning is 65,535 bytes (RFC 9113, 6.9.2). */
const BODY = Buffer.alloc(10_000, 'x');

const widen = (bytes: number): Buffer => frame(8, 0, 0, numbers(bytes));
const isEnd = ({ type, flags }: Received): boolean => type === DATA && (flags & END_STREAM) !== 0;
const isGreeting = ({ type, flags }: Received): boolean => type === CLIENT_SETTINGS && (flags & ACK) === 0;

describe('a server whose window for the connection is used up', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  /** Sends 100 requests. */
  const post = async (onFrame: (received: Received, send: (bytes: Buffer) => void) => void) => {
    const server = new RawServer((received, send) => {
      if (isGreeting(received)) send(SETTINGS);
      onFrame(received, send);
    });
    cleanups.push(() => server.close());
    const pool = new Http2Pool({ origin: await server.listen(), connection: {} });
    const request = { headers: { ':method': 'POST', ':path': '/' }, body: BODY, signal: new AbortController().signal };
    const exchanges = Array.from({ length: 100 }, () => ask(pool, request));
    cleanups.push(() => pool.close());
    const opened = (): number => server.received.filter(isRequest).length;
    const bytes = (): number =>
      server.received.reduce((sum, { type, payload }) => sum + (type === DATA ? payload.length : 0), 0);
    return { server, exchanges, opened, bytes };
  };

  const statuses = (exchanges: readonly Exchange[]): unknown[] =>
    exchanges.map((exchange) => ('status' in exchange ? exchange.status : exchange));

  test('gets no request whose body could not follow', async () => {
    const { server, exchanges, opened, bytes } = await post((received, send) => {
      // Once everything has been seen, each body is answered and makes room for another one.
      if (isEnd(received) && opened() > 7) send(Buffer.concat([answer(received.streamId), widen(BODY.length)]));
    });
    await eventually('the window to be used up', () => bytes() === 65_535);
    expect(opened()).toBe(7);

    server.socket?.write(widen(100_000));
    await eventually('all requests', () => opened() === 100);
    for (const { streamId } of server.received.filter(isRequest).slice(0, 7)) server.socket?.write(answer(streamId));
    expect(statuses(await Promise.all(exchanges))).toEqual(new Array(100).fill(200));
  });

  test('gets all requests even if it answers without reading and never widens its window', async () => {
    const { exchanges } = await post((received, send) => {
      if (isRequest(received)) send(answer(received.streamId));
    });
    expect(statuses(await Promise.all(exchanges))).toEqual(new Array(100).fill(200));
  });
});
