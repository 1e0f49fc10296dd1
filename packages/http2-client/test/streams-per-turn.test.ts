import { afterEach, expect, test } from '@jest/globals';
import { Http2Pool } from '../src/index.js';
import { ask } from './support/ask.js';
import { answer, TestServer } from './support/test-server.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('many requests are sent in parts, and the event loop runs between the parts', async () => {
  const server = new TestServer((stream) => answer(stream));
  cleanups.push(() => server.close());
  const pool = new Http2Pool({ origin: await server.listen(), connection: {} });
  cleanups.push(() => pool.close());
  const { signal } = new AbortController();
  const headers = { ':method': 'POST', ':path': '/' };
  await ask(pool, { headers, body: Buffer.from('x'), signal });

  /** Requests by the turn of the event loop in which they were sent: a body is read when its stream opens. */
  const opened = new Map<number, number>();
  let turn = 0;
  let next: NodeJS.Immediate;
  const countTurns = (): void => {
    turn += 1;
    next = setImmediate(countTurns);
  };
  cleanups.push(() => clearImmediate(next));
  countTurns();
  const request = {
    headers,
    signal,
    get body() {
      opened.set(turn, (opened.get(turn) ?? 0) + 1);
      return Buffer.from('x');
    },
  };
  const exchanges = await Promise.all(Array.from({ length: 500 }, () => ask(pool, request)));

  expect(exchanges.filter((exchange) => exchange.kind === 'answer' && exchange.status === 200)).toHaveLength(500);
  const counts = [...opened.values()];
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(500);
  // At most two turns of the sessions fall between two turns of the test.
  expect(Math.max(...counts)).toBeLessThanOrEqual(128);
});
