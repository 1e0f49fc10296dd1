import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';

const OFFER = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB\r\n';

describe.each(eachDatabase().slice(0, 1))('a request that offers a protocol other than WebSocket', (kind) => {
  const app = useConsoleApp(kind);

  /** Writes the parts one by one on one connection; returns the answer up to the server's close. */
  const send = async (...parts: string[]): Promise<string> => {
    const socket = connect((app().server.server.address() as AddressInfo).port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    for (const part of parts) {
      socket.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await once(socket, 'close');
    return Buffer.concat(chunks).toString();
  };
  const post = (key: string, body: string, more: string) =>
    `POST /api/b/v2/events HTTP/1.1\r\nHost: x\r\n${more}Authorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;

  test('is answered like any other, including its body, as is the next request on its connection', async () => {
    const { apiKey } = await app().newAccount();
    const first = '{"name":"Größe","code":"first"}';
    const second = '{"name":"Next","code":"second"}';
    const answers = await send(
      post(apiKey, first, OFFER) + first.slice(0, 12),
      first.slice(12),
      post(apiKey, second, OFFER.replace('Upgrade,', 'Upgrade, close,')) + second,
    );
    expect(answers.match(/HTTP\/1\.1 201 Created/g)).toHaveLength(2);
    expect(answers).not.toContain('101');
  });

  test('is refused like any other: without a key, with too long a body, to an unknown path', async () => {
    const close = OFFER.replace('Upgrade,', 'Upgrade, close,');
    expect(await send(post('not-a-key-of-anyone', '{}', close), '{}')).toMatch(/^HTTP\/1\.1 401 /);
    const { apiKey } = await app().newAccount();
    const large = `{"name":"${'x'.repeat(1_100_000)}"}`;
    expect(await send(post(apiKey, large, close), large)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await send(`GET /nowhere HTTP/1.1\r\nHost: x\r\n${close}\r\n`)).toMatch(/^HTTP\/1\.1 404 /);
  });
});
