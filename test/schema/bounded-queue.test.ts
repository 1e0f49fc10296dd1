import { expect, test } from '@jest/globals';
import { BoundedQueue } from '../../src/services/pubsub/bounded-queue.js';
import { SubscriptionOverflow } from '../../src/services/pubsub/subscription-overflow.js';

const readAll = async <T>(queue: AsyncIterable<T>): Promise<T[]> => {
  const values: T[] = [];
  for await (const value of queue) values.push(value);
  return values;
};

test('events come in order, those that wait before those that are waited for', async () => {
  const queue = new BoundedQueue<number>({ limit: 10 });
  queue.push(1);
  queue.push(2);
  expect(await queue.next()).toEqual({ done: false, value: 1 });
  expect(await queue.next()).toEqual({ done: false, value: 2 });
  const third = queue.next();
  queue.push(3);
  expect(await third).toEqual({ done: false, value: 3 });
});

test('events that merge take one place, the latest counts', async () => {
  const queue = new BoundedQueue<number>({ limit: 1 });
  for (let value = 1; value <= 100_000; value += 1) queue.push(value, 'progress');
  queue.end();
  expect(await readAll(queue)).toEqual([100_000]);
});

test('more than may wait ends the subscription with an error, told once', async () => {
  const queue = new BoundedQueue<number>({ limit: 2 });
  for (const value of [1, 2, 3, 4]) queue.push(value);
  await expect(queue.next()).rejects.toThrow(SubscriptionOverflow);
  expect(await queue.next()).toEqual({ done: true, value: undefined });
});

test('what waits when it ends is still read', async () => {
  const queue = new BoundedQueue<string>({ limit: 5 });
  queue.push('last');
  queue.end();
  queue.push('too late');
  expect(await readAll(queue)).toEqual(['last']);
});

test('an error reaches the reader who waits, and closing is told once however it happens', async () => {
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
