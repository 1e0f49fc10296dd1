import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createHttpServer } from '../../src/http/create-http-server.js';
import { importFilesPlugin } from '../../src/import-api/import-files-plugin.js';
import type { Services } from '../../src/services/services.js';

test('uploads may take longer than other requests', async () => {
  let received = '';
  const upload: Services['importFiles']['upload'] = async (_id, _access, { body }) => {
    for await (const piece of body) received += piece;
  };
  const server = await createHttpServer({
    logger: pino({ level: 'silent' }),
    checkReadiness: async () => null,
    metrics: new Registry(),
    limits: { requestTimeoutMs: 100, headersTimeoutMs: 100 },
    plugins: [importFilesPlugin({ importFiles: { upload } } as Services)],
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const put = (path: string) => {
    const sent = request({ host: '127.0.0.1', port, method: 'PUT', path, agent: false });
    sent.write('one ');
    return sent;
  };
  const timedOut = async (): Promise<void> => {
    for (;;) {
      const [error] = await once(server.server, 'clientError');
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return;
    }
  };
  try {
    const long = put('/imports/1/file?expires=1&holder=k1&signature=x');
    await timedOut();
    long.end('two');
    const [answer] = await once(long, 'response');
    expect([answer.statusCode, received]).toEqual([204, 'one two']);
  } finally {
    await server.close();
  }
});
