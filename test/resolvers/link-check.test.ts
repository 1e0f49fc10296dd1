import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import selfsigned from 'selfsigned';
import { LinkChecker } from '../../src/providers/outbound/link-checker.js';
import { useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) server.close();
});

const listen = async (server: Server | ReturnType<typeof createTcpServer>, scheme = 'http'): Promise<string> => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  open.push({
    close: () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const serve = (handler: RequestListener): Promise<string> => listen(createServer(handler));

describe('a visit to a link', () => {
  const here = new LinkChecker({ allowPrivate: true, timeoutMs: 1_500 });
  const outside = new LinkChecker({ allowPrivate: false, timeoutMs: 1_500 });

  test.each([
    [200, 'reachable'],
    [204, 'reachable'],
    [304, 'reachable'],
    [404, 'not-found'],
    [410, 'not-found'],
    [401, 'refused'],
    [403, 'refused'],
    [500, 'failing'],
    [503, 'failing'],
  ] as const)('that is answered with %i is %s', async (status, state) => {
    const origin = await serve((_request, response) => response.writeHead(status).end());
    expect(await here.check(`${origin}/page?x=1#top`)).toEqual({ state, httpStatus: status, finalUrl: null });
  });

  test('uses GET if HEAD is refused, and reads no body, however long', async () => {
    const asked: string[] = [];
    let sent = 0;
    const origin = await serve((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      if (request.method === 'HEAD') return response.writeHead(405).end();
      response.writeHead(200);
      const piece = Buffer.alloc(65_536);
      const more = (): void => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
      };
      response.on('drain', more);
      return more();
    });
    expect(await here.check(`${origin}/page?x=1#top`)).toMatchObject({ state: 'reachable', httpStatus: 200 });
    expect(asked).toEqual(['HEAD /page?x=1', 'GET /page?x=1']);
    expect(sent).toBeLessThan(64 * 2 ** 20);
  });

  test('uses GET where the server hangs up on HEAD', async () => {
    const origin = await serve((request, response) =>
      request.method === 'HEAD' ? request.socket.destroy() : response.end('page'),
    );
    expect(await here.check(origin)).toEqual({ state: 'reachable', httpStatus: 200, finalUrl: null });
  });

  test('follows redirects, including relative ones, and reports the final address', async () => {
    const origin = await serve((request, response) => {
      const location = { '/a': '/b?x=2', '/b?x=2': `http://${request.headers.host}/c`, '/gone': '/missing' }[
        request.url ?? ''
      ];
      if (location) return response.writeHead(302, { location }).end();
      return response.writeHead(request.url === '/missing' ? 404 : 200).end();
    });
    expect(await here.check(`${origin}/a`)).toEqual({ state: 'redirected', httpStatus: 200, finalUrl: `${origin}/c` });
    expect(await here.check(`${origin}/gone`)).toMatchObject({ state: 'not-found', finalUrl: `${origin}/missing` });
  });

  test('ends after five redirects', async () => {
    let asked = 0;
    const origin = await serve((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: `/${asked}` }).end();
    });
    expect(await here.check(origin)).toMatchObject({ state: 'redirect-loop', httpStatus: 302 });
    expect(asked).toBe(6);
  });

  test('does not follow a redirect to another scheme', async () => {
    for (const location of ['myapp://sale', 'file:///etc/passwd', 'javascript:alert(1)']) {
      const origin = await serve((_request, response) => response.writeHead(302, { location }).end());
      expect(await here.check(origin)).toMatchObject({ state: 'not-checkable' });
    }
  });

  test('reports a certificate that browsers would warn about', async () => {
    const { private: key, cert } = await selfsigned.generate([{ name: 'commonName', value: 'shop.example' }]);
    const url = await listen(
      createTlsServer({ key, cert }, (_request, response) => response.end()),
      'https',
    );
    expect(await here.check(url)).toEqual({ state: 'certificate', httpStatus: null, finalUrl: null });
  });

  test('reports a server that is silent, hangs up, or does not exist', async () => {
    const sockets: Socket[] = [];
    const silent = await listen(createTcpServer((socket) => void sockets.push(socket)));
    expect((await here.check(silent)).state).toBe('timeout');
    for (const socket of sockets) socket.destroy();
    const rude = await listen(createTcpServer((socket) => void socket.destroy()));
    expect((await here.check(rude)).state).toBe('unreachable');
    expect((await here.check('http://127.0.0.1:9')).state).toBe('unreachable');
  });

  test('goes only to public addresses, on usual ports, without a password', async () => {
    let asked = 0;
    const origin = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    const { port } = new URL(origin);
    for (const [url, state] of [
      ['http://127.0.0.1/', 'not-public'],
      ['http://169.254.169.254/latest/meta-data', 'not-public'],
      ['http://[::1]/', 'not-public'],
      ['http://0x7f.1/', 'not-public'],
      ['https://10.1.2.3:8443/', 'not-public'],
      ['http://localhost/', 'not-public'],
      ['http://router/', 'not-public'],
      [`http://127.0.0.1:${port}/`, 'not-checkable'],
      ['https://shop.example:22/', 'not-checkable'],
      ['https://me:secret@shop.example/', 'not-checkable'],
      ['myapp://sale/1', 'not-checkable'],
      ['mailto:me@shop.example', 'not-checkable'],
    ] as const) {
      expect([url, await outside.check(url)]).toEqual([url, { state, httpStatus: null, finalUrl: null }]);
    }
    expect(asked).toBe(0);
  });
});

describe.each(eachDatabase())('linkCheck, $name', (kind) => {
  const app = useGraphApp(kind);
  const CHECK = 'query ($url: String!) { linkCheck(url: $url) { state httpStatus finalUrl } }';

  test('needs the scope WRITE, and refuses links that no message may have', async () => {
    const user = await app().newUser();
    const { data } = await user.query(CHECK, { url: 'myapp://sale/1' });
    expect(data.linkCheck).toEqual({ state: 'NOT_CHECKABLE', httpStatus: null, finalUrl: null });
    const bad = await user.query(CHECK, { url: 'javascript:alert(1)' });
    expect(bad.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    const { apiKeyCreate } = await user.data('mutation { apiKeyCreate(input: { scopes: [READ] }) { secret } }');
    const reader = app().userWithKey({ userId: user.userId, apiKey: apiKeyCreate.secret });
    expect((await reader.query(CHECK, { url: 'myapp://sale/1' })).errors[0].extensions.code).toBe('FORBIDDEN');
  });

  test('is limited to 60 a minute for each account', async () => {
    const [user, other] = [await app().newUser(), await app().newUser()];
    const check = async (by: typeof user) => (await by.query(CHECK, { url: 'myapp://x' })).errors?.[0].extensions.code;
    for (let n = 0; n < 60; n += 1) expect(await check(user)).toBeUndefined();
    expect(await check(user)).toBe('RATE_LIMITED');
    expect(await check(other)).toBeUndefined();
    app().clock.advance(121_000);
    expect(await check(user)).toBeUndefined();
  });
});
