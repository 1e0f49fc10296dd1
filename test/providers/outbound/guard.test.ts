import type { LookupAddress } from 'node:dns';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { checkUrl } from '../../../src/providers/outbound/check-url.js';
import { guardedLookup, NOT_PUBLIC } from '../../../src/providers/outbound/guarded-lookup.js';
import { Http1Client } from '../../../src/providers/outbound/http1-client.js';
import { isPublicAddress } from '../../../src/providers/outbound/is-public-address.js';

describe('addresses that are not public', () => {
  test.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
    ...['127.0.0.1', '127.255.255.254', '168.63.129.16', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...['192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1', '198.19.255.255', '198.51.100.7'],
    ...['203.0.113.9', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::7f00:1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a00:1', '::ffff:0:a00:1'],
    ...['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '100::1', '2001::1', '2001:20::1', '2001:db8::1'],
    ...[
      '2002:7f00:1::',
      '2002:808:808::1',
      '3fff::1',
      '5f00::1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'fe80::1%eth0',
    ],
    ...['fec0::1', 'ff02::1', 'ff0e::1', '', 'localhost', '8.8.8', '0x7f.1', '127.1', '2130706433'],
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('addresses that are public', () => {
  test.each([
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ...['142.250.74.10', '169.253.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255', '223.255.255.255'],
    ...['2001:4860:4860::8888', '2606:4700:4700::1111', '2a00:1450:4001:829::200a'],
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('URLs that a user may not set', () => {
  test.each([
    ['not a url', 'not a URL'],
    ['', 'not a URL'],
    ['http://push.example/', 'not https'],
    ['ftp://push.example/', 'not https'],
    ['file:///etc/passwd', 'not https'],
    ['https://user:password@push.example/', 'user name in the URL'],
    ['https://push.example:22/', 'port not allowed'],
    ['https://push.example:80/', 'port not allowed'],
    ['https://push.example:6379/', 'port not allowed'],
    // All of these are disguised forms of 127.0.0.1 or 169.254.169.254.
    ['https://2130706433/', 'address not public'],
    ['https://0x7f000001/', 'address not public'],
    ['https://0177.0.0.1/', 'address not public'],
    ['https://127.1/', 'address not public'],
    ['https://0/', 'address not public'],
    ['https://127.0.0.1./', 'address not public'],
    ['https://①②⑦.0.0.1/', 'address not public'],
    ['https://169.254.169.254/latest/meta-data/', 'address not public'],
    ['https://[::1]/', 'address not public'],
    ['https://[::ffff:127.0.0.1]/', 'address not public'],
    ['https://[::ffff:7f00:1]/', 'address not public'],
    ['https://[64:ff9b::7f00:1]/', 'address not public'],
    ['https://[2002:7f00:1::]/', 'address not public'],
    ['https://[fd00:ec2::254]/', 'address not public'],
    ['https://localhost/', 'address not public'],
    ['https://LOCALHOST./', 'address not public'],
    ['https://a.localhost/', 'address not public'],
    ['https://redis/', 'address not public'],
    ['https://printer.local/', 'address not public'],
    ['https://metadata.google.internal/', 'address not public'],
  ])('%s: %s', (url, reason) => {
    expect(checkUrl(url, { allowPrivate: false })).toEqual({ isAllowed: false, reason });
  });

  test.each([
    ['https://updates.push.services.mozilla.com/wpush/v2/x'],
    ['https://fcm.googleapis.com:443/fcm/send/x'],
    ['https://push.example:8443/x'],
    ['https://1.1.1.1/x'],
  ])('%s may be set', (url) => {
    expect(checkUrl(url, { allowPrivate: false }).isAllowed).toBe(true);
  });

  test('private ones are allowed if the operator permits it, other protocols never', () => {
    expect(checkUrl('http://127.0.0.1:9/x', { allowPrivate: true }).isAllowed).toBe(true);
    expect(checkUrl('file:///etc/passwd', { allowPrivate: true })).toEqual({ isAllowed: false, reason: 'not https' });
  });
});

describe('names are checked when they are resolved', () => {
  const lookUp = (answers: LookupAddress[], all: boolean) =>
    new Promise((resolve) => {
      guardedLookup((_name, _options, done) => done(null, answers))('push.example', { all }, (error, address, family) =>
        resolve(error === null ? { address, family } : error.code),
      );
    });
  const good = { address: '1.1.1.1', family: 4 };
  const bad = { address: '10.0.0.1', family: 4 };

  test('public addresses are accepted, in the requested form', async () => {
    expect(await lookUp([good], false)).toEqual({ address: '1.1.1.1', family: 4 });
    expect(await lookUp([good], true)).toMatchObject({ address: [good] });
  });

  test('a single non-public address makes the name refused', async () => {
    expect(await lookUp([bad], false)).toBe(NOT_PUBLIC);
    expect(await lookUp([good, bad], true)).toBe(NOT_PUBLIC);
    expect(await lookUp([], true)).toBe(NOT_PUBLIC);
  });

  test('a name that resolves to a public address first and a private one later gets no connection', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    // The earlier check saw a different address. The address that the socket connects to counts.
    const lookup = guardedLookup((_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]));
    const client = new Http1Client({ connection: { lookup }, connectionsPerOrigin: 1 });

    const exchange = await client.post(`http://push.example:${port}`, { path: '/', headers: {}, body: 'x' });
    await client.close();
    server.close();

    expect(exchange).toEqual({ kind: 'not-sent', code: 'ADDRESS_NOT_PUBLIC', detail: null, isForbidden: true });
    expect(requests).toBe(0);
  });
});

describe('answers of hostile servers', () => {
  const serve = async (handle: Parameters<typeof createServer>[1], answerMs = 60_000) => {
    const server = createServer(handle).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new Http1Client({ connection: {}, connectionsPerOrigin: 1, answerMs });
    const exchange = await client.post(origin, { path: '/', headers: {}, body: 'x' });
    await client.close();
    server.closeAllConnections();
    server.close();
    return exchange;
  };

  test('an endless answer is cut off at 64 KiB', async () => {
    const exchange = await serve((_request, response) => {
      response.writeHead(500);
      const more = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.on('close', () => clearInterval(more));
    });

    expect(exchange.kind === 'answer' && exchange.status).toBe(500);
    expect(exchange.kind === 'answer' && exchange.body.length).toBeLessThanOrEqual(64 * 1024);
  });

  test.each([
    ['says nothing', () => {}],
    [
      'never stops saying little',
      (response: ServerResponse) => {
        response.writeHead(200);
        const more = setInterval(() => response.write('x'), 5);
        response.on('close', () => clearInterval(more));
      },
    ],
  ])('an answer that %s times out at the deadline', async (_what, handle) => {
    const exchange = await serve((_request, response) => handle(response), 2_000);

    expect(exchange).toEqual({ kind: 'unanswered', code: 'TIMEOUT', detail: null });
  });

  test('a redirect is not followed', async () => {
    const exchange = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    );

    expect(exchange).toMatchObject({ kind: 'answer', status: 302 });
  });
});
