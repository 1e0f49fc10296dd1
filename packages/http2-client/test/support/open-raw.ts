import { connect } from 'node:net';
import { expect } from '@jest/globals';
import { ClientConnection } from '../../src/index.js';
import { nameOfCode } from '../../src/wire/connection-error.js';
import { type Collected, collectAnswer } from './collect-answer.js';
import { eventually } from './eventually.js';
import { answer, isRequest, RawServer, type Received, SETTINGS } from './raw-server.js';

/** A connection to a server whose bytes a test decides. */
export interface RawConnection {
  readonly server: RawServer;
  readonly connection: ClientConnection;
  /** The errors with which the connection ended: none while it is open, then one. */
  readonly closedWith: unknown[];
  /** The stream limits that the server stated. */
  readonly limits: (number | undefined)[];
  post(body?: Buffer): Promise<Collected>;
}

const cleanups: (() => void)[] = [];

/** Closes what the test has opened. */
export const closeRaw = (): void => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
};

/** @param onFrame called for each frame that the server receives. */
export const openRaw = async (
  onFrame: (received: Received, send: (bytes: Buffer) => void) => void,
): Promise<RawConnection> => {
  const server = new RawServer(onFrame);
  cleanups.push(() => server.close());
  const { hostname, port, origin } = new URL(await server.listen());
  const closedWith: unknown[] = [];
  const limits: (number | undefined)[] = [];
  const connection = await new Promise<ClientConnection>((resolve) => {
    const made = new ClientConnection(connect({ host: hostname, port: Number(port) }), new URL(origin), {
      onOpen: () => setImmediate(() => resolve(made)),
      onStreamLimit: (limit) => limits.push(limit),
      onWindow: () => {},
      onGoaway: () => {},
      onClose: (error) => closedWith.push(error),
    });
  });
  cleanups.push(() => connection.close());
  const headers = { ':method': 'POST', ':path': '/' };
  return {
    server,
    connection,
    closedWith,
    limits,
    post: (body = Buffer.from('x')) => collectAnswer((listener) => connection.request({ headers }, body, listener)),
  };
};

/** A server that answers the first request normally, and each later one with these bytes before the answer. */
export const openThen = async (bytes: (streamId: number) => readonly Buffer[]): Promise<RawConnection> => {
  const opened = await openRaw((received, send) => {
    if (!isRequest(received)) return;
    const { streamId } = received;
    const before = streamId === 1 ? [SETTINGS] : bytes(streamId);
    send(Buffer.concat([...before, answer(streamId)]));
  });
  expect(await opened.post()).toMatchObject({ status: 200 });
  return opened;
};

/** The name of the error with which the client ends the connection when a request is answered with these bytes. */
export const endAfter = async (bytes: (streamId: number) => readonly Buffer[]): Promise<string> => {
  const { server, post, closedWith } = await openThen(bytes);
  expect(await post()).toMatchObject({ end: { kind: 'lost', hasLeft: true } });
  await eventually('the end on both sides', () => closedWith.length === 1 && server.goaways.length > 0);
  expect(server.goaways).toHaveLength(1);
  return nameOfCode(Number(server.goaways[0]));
};
