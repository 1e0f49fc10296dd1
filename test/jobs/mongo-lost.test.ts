import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { MongoClient } from 'mongodb';
import { MongoJobRepository } from '../../src/jobs/mongo-job-repository.js';
import { Door } from '../support/door.js';
import { eventually } from '../support/eventually.js';

const server = process.env.TEST_MONGO_URL;
const withMongo = server ? describe : describe.skip;

/*
 * When a server restarts during an operation, the driver does not yet know that the socket is destroyed. A write in the
 * same turn of the event loop is then lost without an event.
 */
withMongo('a connection to MongoDB that ends at the moment of a write', () => {
  const sockets = new Set<Socket>();
  const note = (message: unknown): void => {
    sockets.add((message as { socket: Socket }).socket);
  };
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  beforeEach(() => subscribe('net.client.socket', note));
  afterEach(() => {
    unsubscribe('net.client.socket', note);
    sockets.clear();
  });

  test('fails the request, and the next one is answered', async () => {
    const url = `${server}/lost_${process.pid}`;
    const store = await MongoJobRepository.open({ url, lockLifetimeMs: 60_000, requestTimeoutMs: 1_000 });
    await store.ping();
    cut();
    await expect(store.removeWaiting('sweep', 'none')).rejects.toThrow('MongoDB did not answer within 1000 ms.');
    await eventually('an answer', () => isDone(store.removeWaiting('sweep', 'none')));
    await store.close();
  });

  test("stops the driver's monitor, but the store is found again", async () => {
    await using door = await Door.open(new URL(server ?? ''));
    const url = `${door.url(`lost_${process.pid}`)}?heartbeatFrequencyMS=500`;
    const store = await MongoJobRepository.open({ url, lockLifetimeMs: 60_000, lostAfterMs: 2_000 });
    await store.addWaiting('sweep', [{ key: 'a', payload: {} }], { first: false });
    const client: MongoClient = Reflect.get(store, 'client');
    await new Promise<void>((resolve) => {
      client.once('serverHeartbeatStarted', () => {
        cut();
        resolve();
      });
    });
    await nextTurn();
    await nextTurn();
    // After an interrupted request the driver calls its monitor, which does not return.
    await eventually('a driver that is lost', async () => {
      const pings = Array.from({ length: 20 }, () => store.ping());
      await pings[0]?.catch(() => undefined);
      door.shut();
      const failures = (await Promise.allSettled(pings)).flatMap((ping) =>
        ping.status === 'rejected' ? [(ping.reason as Error).name] : [],
      );
      if (failures.includes('MongoServerSelectionError')) return true;
      await door.open();
      return null;
    });
    await door.open();
    await eventually('an answer', () => isDone(store.ping()), 30_000);
    const taken = await store.getNextJobToRun('sweep', new Date());
    expect(taken?.data).toMatchObject({ key: 'a' });
    await store.close();
  });
});

const isDone = (work: Promise<void>): Promise<true | null> =>
  work.then(
    () => true,
    () => null,
  );
