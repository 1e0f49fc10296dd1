import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createHttpServer } from '../../src/http/create-http-server.js';

/** Fastify's default timeout for a plugin is 10 s. */
const LONGER_MS = 10_500;

test('a server waits for slow plugins: the graph takes over ten seconds on a busy machine', async () => {
  const server = await createHttpServer({
    logger: pino({ level: 'silent' }),
    checkReadiness: async () => null,
    metrics: new Registry(),
    plugins: [
      async (scope) => {
        await sleep(LONGER_MS);
        scope.get('/late', async () => 'here');
      },
    ],
  });
  const { statusCode, body } = await server.inject('/late');
  expect([statusCode, body]).toEqual([200, 'here']);
  await server.close();
});
