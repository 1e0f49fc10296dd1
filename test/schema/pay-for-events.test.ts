import { expect, test } from '@jest/globals';
import type { ExecutionResult } from 'graphql';
import { payForEvents } from '../../src/schema/ws/pay-for-events.js';

async function* count(ended: () => void): AsyncGenerator<ExecutionResult> {
  try {
    for (let n = 1; ; n += 1) yield { data: { n } };
  } finally {
    ended();
  }
}

const start = (pay: () => Promise<number>) => {
  const [seen, leaving] = [{ ended: false }, new AbortController()];
  const source = count(() => {
    seen.ended = true;
  });
  return { seen, leaving, events: payForEvents(source, { pay, signal: leaving.signal }) };
};

test('the first event was paid with the operation, each further one before the next is asked for', async () => {
  let paid = 0;
  const { events } = start(async () => {
    paid += 1;
    return 0;
  });
  const payments = [];
  for (let n = 1; n <= 4; n += 1) {
    expect((await events.next()).value).toEqual({ data: { n } });
    payments.push(paid);
  }
  expect(payments).toEqual([0, 0, 1, 2]);
});

test('who ends it while nothing is left for it need not wait, nor who goes', async () => {
  for (const goes of [false, true]) {
    const { events, seen, leaving } = start(async () => 0.01);
    for (let n = 1; n <= 2; n += 1) await events.next();
    const waiting = events.next();
    if (goes) leaving.abort();
    await events.return?.();
    expect(seen.ended).toBe(true);
    expect((await waiting).done).toBe(true);
  }
});
