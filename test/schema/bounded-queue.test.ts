import { expect, test } from '@jest/globals';
import { BoundedQueue } from '../../src/services/pubsub/bounded-queue.js';
import { SubscriptionOverflow } from '../../src/services/pubsub/subscription-overflow.js';

const readAll = async <T>(queue: AsyncIterable<T>): Promise<T[]> => {
  const values: T[] = [];
  for await (const value of queue) values.push(value);
  return values;
};

test('events come in order, buffered ones before later ones', async () => {
  const queue = new BoundedQueue<number>({ limit: 10 });
  queue.push(1);
  queue.push(2);
  expect(await queue.next()).toEqual({ done: false, value: 1 });
  expect(await queue.next()).toEqual({ done: false, value: 2 });
  const third = queue.next();
  queue.push(3);
  expect(await third).toEqual({ done: false, value: 3 });
});

test('events that merge take one slot, and the latest counts', async () => {
  const queue = new BoundedQueue<number>({ limit: 1 });
  for (let value = 1; value <= 100_000; value += 1) queue.push(value, 'progress');
  queue.end();
  expect(await readAll(queue)).toEqual([100_000]);
});

test('an overflow ends the subscription with an error, reported once', async () => {
  const queue = new BoundedQueue<number>({ limit: 2 });
  for (const value of [1, 2, 3, 4]) queue.push(value);
  await expect(queue.next()).rejects.toThrow(SubscriptionOverflow);
  expect(await queue.next()).toEqual({ done: true, value: undefined });
});

test('buffered events are still read after the end', async () => {
  const queue = new BoundedQueue<string>({ limit: 5 });
  queue.push('last');
  queue.end();
  queue.push('too late');
  expect(await readAll(queue)).toEqual(['last']);
});

test('an error reaches a waiting reader, and closing is reported once however it happens', async () => {
  let closings = 0;
  const queue = new BoundedQueue<string>({ limit: 5, onClose: () => (closings += 1) });
  const waiting = queue.next();
  queue.fail(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  expect(await queue.next()).toEqual({ done: true, value: undefined });
  await queue.return();
  queue.end();
  expect(closings).toBe(1);
});
