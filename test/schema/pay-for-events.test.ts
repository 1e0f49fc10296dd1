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

test('the operation pays for the first event, and each further one is paid before the next is requested', async () => {
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

test('ending the operation while the budget is empty does not wait', async () => {
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
