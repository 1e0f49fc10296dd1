import { once } from 'node:events';
import {
  createServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type Settings,
} from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ClientConnection } from '../src/wire/client-connection.js';
import type { RequestHeaders } from '../src/wire/frame-writer.js';
import type { Headers } from '../src/wire/header-rules.js';
import { type Collected, collectAnswer } from './support/collect-answer.js';

/** The server is nghttp2, through `node:http2`: it is widely used, and strict. */
describe('a connection to a conforming server', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  const open = async (settings: Settings, onStream: (stream: ServerHttp2Stream, headers: object) => void) => {
    const server: Http2Server = createServer({ settings });
    const sessions: ServerHttp2Session[] = [];
    server.on('session', (session) => sessions.push(session.on('error', () => {})));
    server.on('stream', (stream, headers) =>
      onStream(
        stream.on('error', () => {}),
        headers,
      ),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const goneWith: unknown[] = [];
    let connection: ClientConnection | undefined;
    await new Promise<void>((onOpen) => {
      connection = new ClientConnection(connect({ host: '127.0.0.1', port }), new URL(`http://localhost:${port}`), {
        ...{
          onOpen,
          onStreamLimit: () => {},
          onWindow: () => {},
          onGoaway: () => {},
          onClose: (error) => goneWith.push(error),
        },
      });
    });
    const made = connection as ClientConnection;
    cleanups.push(() => {
      made.close();
      server.close();
    });
    const post = (headers: Headers, body: Buffer = Buffer.alloc(0)): Promise<Collected> =>
      ask({ headers: { ':method': 'POST', ':path': '/', ...headers } }, body);
    const ask = (headers: RequestHeaders, body: Buffer = Buffer.alloc(0)): Promise<Collected> =>
      collectAnswer((listener) => made.request(headers, body, listener));
    return { connection: made, post, ask, sessions, goneWith, authority: `localhost:${port}` };
  };

  const readBody = async (stream: ServerHttp2Stream): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };

  test.each([undefined, 0, 60, 300, 100_000])(
    'headers arrive unchanged with a table of %s bytes',
    async (headerTableSize) => {
      const arrived: object[] = [];
      const settings = headerTableSize === undefined ? {} : { headerTableSize };
      const { post, authority } = await open(settings, (stream, headers) => {
        arrived.push(Object.fromEntries(Object.entries(headers)));
        stream.respond({ ':status': 200 }, { endStream: true });
      });
      const sent = Array.from({ length: 400 }, (_, index) => ({
        ':path': `/3/device/${index}`,
        'same-for-all': 'yes',
        'long-and-changing': String(Math.floor(index / 40)).repeat(700),
        'now-and-then': String(Math.floor(index / 3)),
        'content-type': 'application/json',
        authorization: `bearer ${'abc.'.repeat(50)}${Math.floor(index / 100)}`,
        latin: 'Größe\t\u00a0~',
        empty: '',
      }));

      // The first requests go one by one, so that the server's settings have arrived.
      for (const headers of sent.slice(0, 3)) await post(headers);
      await Promise.all(sent.slice(3).map((headers) => post(headers)));

      const first = { ':scheme': 'http', ':authority': authority, ':method': 'POST' };
      expect(arrived).toEqual(sent.map((headers) => ({ ...first, ...headers })));
    },
  );

  test('shared and own headers are combined, pseudo headers first', async () => {
    const arrived: object[] = [];
    const { ask, authority } = await open({}, (stream, headers) => {
      arrived.push(Object.fromEntries(Object.entries(headers)));
      stream.respond({ ':status': 200 }, { endStream: true });
    });
    const common = [1, 2].map((page) => ({
      ':method': 'POST',
      authorization: `bearer ${page}`,
      'same-for-all': 'yes',
    }));
    const sent = Array.from({ length: 40 }, (_, index): RequestHeaders & { readonly own: Headers } => ({
      headers: common[index % 2] as Headers,
      own: { ':path': `/3/device/${index}`, 'apns-id': `id ${index}` },
    }));

    await Promise.all(sent.map((headers) => ask(headers)));

    const first = { ':scheme': 'http', ':authority': authority };
    expect(arrived).toEqual(sent.map(({ headers, own }) => ({ ...first, ...headers, ...own })));
  });

  test('follows a server that resizes its table', async () => {
    const arrived: unknown[] = [];
    const { post, sessions } = await open({}, (stream, headers) => {
      arrived.push((headers as Record<string, string>)['same-for-all']);
      stream.respond({ ':status': 200 }, { endStream: true });
    });
    const value = 'x'.repeat(500);
    for (const headerTableSize of [4096, 0, 4096, 600, 100]) {
      const settled = once(sessions[0] ?? ({ on: () => {} } as never), 'localSettings').catch(() => {});
      sessions[0]?.settings({ headerTableSize });
      if (sessions[0]) await settled;
      for (let at = 0; at < 5; at += 1) expect(await post({ 'same-for-all': value })).toMatchObject({ status: 200 });
    }
    expect(arrived).toEqual(Array(25).fill(value));
  });

  test('answers arrive unchanged, with every byte that HTTP allows', async () => {
    const value = Array.from({ length: 224 }, (_, at) => String.fromCharCode(at + 32)).filter(
      (char) => char !== '\x7f',
    );
    const text = `x${value.join('')}x`;
    const { post } = await open({}, (stream) => {
      stream.respond({ ':status': 429, 'retry-after': '7', all: text, own: String(stream.id) });
      stream.end('{"reason":"Größe"}');
    });
    for (let nth = 0; nth < 200; nth += 1) {
      const { headers, ...answer } = await post({});
      expect(answer).toEqual({ status: 429, body: '{"reason":"Größe"}', end: { kind: 'ended' } });
      expect(headers).toMatchObject({ 'retry-after': '7', all: text, own: String(1 + 2 * nth) });
    }
  });

  test.each([1, 10, 1000, 65_535, 1_000_000])(
    'a body arrives complete through a window of %i bytes',
    async (initialWindowSize) => {
      const { post } = await open({ initialWindowSize }, async (stream) => {
        const body = await readBody(stream);
        stream.respond({ ':status': 200 });
        stream.end(body.toString('base64').slice(0, 40) + body.length);
      });
      const bodies = [0, 1, 9, 300, 5_000].map((size) => Buffer.alloc(size, `${size},`));

      const answers = await Promise.all(bodies.map((body) => post({}, body)));

      expect(answers.map(({ body }) => body)).toEqual(
        bodies.map((body) => body.toString('base64').slice(0, 40) + body.length),
      );
    },
  );

  test('ten streams of a megabyte fit through their shared window', async () => {
    const { post } = await open({}, async (stream) => {
      stream.respond({ ':status': 200 });
      stream.end(String((await readBody(stream)).length));
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => post({}, Buffer.alloc(1_000_000, 'x'))));
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['1000000']));
  });

  test('a changed initial window applies to open streams', async () => {
    const { post, sessions } = await open({ initialWindowSize: 100 }, async (stream) => {
      stream.respond({ ':status': 200 });
      // The window shrinks below zero and grows again before anything is read.
      for (const initialWindowSize of [10, 50_000]) {
        sessions[0]?.settings({ initialWindowSize });
        await once(sessions[0] as ServerHttp2Session, 'localSettings');
      }
      stream.end(String((await readBody(stream)).length));
    });
    expect(await post({}, Buffer.alloc(20_000, 'x'))).toMatchObject({ status: 200, body: '20000' });
  });

  test('an answer before the end of the request ends the request', async () => {
    const codes: number[] = [];
    const { post, connection } = await open({ initialWindowSize: 10 }, (stream) => {
      stream.respond({ ':status': 413 });
      stream.end('too large');
      stream.on('close', () => codes.push(stream.rstCode));
    });
    expect(await post({}, Buffer.alloc(1000))).toMatchObject({
      status: 413,
      body: 'too large',
      end: { kind: 'ended' },
    });
    expect(await post({}, Buffer.alloc(5))).toMatchObject({ status: 413 });
    expect(codes[0]).toBe(0);
    // The rest of the body must not wait for a window.
    expect(Reflect.get(Reflect.get(connection, 'bodies'), 'waiting').size).toBe(0);
  });

  test('early hints and trailers are not mistaken for the answer', async () => {
    const { post } = await open({}, (stream) => {
      stream.additionalHeaders({ ':status': 103, link: '</x>' });
      stream.respond({ ':status': 200, 'apns-id': 'one' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'apns-id': 'two' }));
      stream.end('body');
    });
    expect(await post({})).toMatchObject({
      status: 200,
      headers: { 'apns-id': 'one' },
      body: 'body',
      end: { kind: 'ended' },
    });
  });

  test('answers of 50 MB arrive, although only 16 MB may be in flight', async () => {
    const { post } = await open({}, (stream) => {
      stream.respond({ ':status': 200 });
      stream.end(Buffer.alloc(50_000, 'x'));
    });
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => post({})));
      expect(new Set(answers.map(({ body }) => body.length))).toEqual(new Set([50_000]));
    }
  });

  test('PINGs are answered in both directions', async () => {
    const { connection, sessions } = await open({}, () => {});
    await new Promise<void>((resolve) => connection.ping(resolve));
    const echo = await new Promise<Buffer>((resolve) =>
      (sessions[0] as ServerHttp2Session).ping(Buffer.from('12345678'), (_error, _ms, payload) => resolve(payload)),
    );
    expect(echo.toString()).toBe('12345678');
  });

  test.each([
    ['an unknown pseudo header', { ':bad': 'x' }],
    ['a name with a capital letter', { 'X-Upper': 'x' }],
    ['a name with a space', { 'a b': 'x' }],
    ['no name', { '': 'x' }],
    ['a line break', { good: 'x\r\nevil: y' }],
    ['a zero byte', { good: 'x\0' }],
    ['a character outside Latin-1', { good: '✓' }],
    ['a header of an HTTP/1.1 connection', { 'transfer-encoding': 'chunked' }],
    ['a pseudo header after others', { good: 'x', ':authority': 'evil' }],
    ['more than a frame', { good: 'x'.repeat(16_384) }],
  ])('%s is refused, and the next request is correct', async (_name, given) => {
    const headers = given as unknown as Headers;
    const arrived: unknown[] = [];
    const { post, connection } = await open({}, (stream, { good }: { good?: unknown }) => {
      arrived.push(good);
      stream.respond({ ':status': 200 }, { endStream: true });
    });
    const listener = { onHeaders: () => {}, onData: () => {}, onClose: () => {} };
    const refused = (request: RequestHeaders): void =>
      expect(connection.request(request, Buffer.alloc(0), listener)).toBeNull();

    const bad = { ':method': 'POST', ':path': '/', ...headers };
    for (let nth = 0; nth < 3; nth += 1) refused({ headers: bad });
    const common = { ':method': 'POST', good: 'y' };
    for (let nth = 0; nth < 3; nth += 1) refused({ headers: common, own: { ':path': '/', ...headers } });

    for (const good of ['y', 'y', 'y', 'z']) expect(await post({ good })).toMatchObject({ status: 200 });
    expect(arrived).toEqual(['y', 'y', 'y', 'z']);
  });

  test('closing sends GOAWAY without an error', async () => {
    const { connection, sessions, goneWith } = await open({}, () => {});
    const [session] = sessions as [ServerHttp2Session];
    const goaway = once(session, 'goaway');
    connection.close();
    expect((await goaway)[0]).toBe(0);
    if (!session.destroyed) await once(session, 'close');
    await new Promise((resolve) => setImmediate(resolve));
    expect(goneWith).toEqual([undefined]);
  });
});
