import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { append, placeOf, upTo } from '../support/outbox-steps.js';
import { createAutoPush, createRun, createWebApp } from './support/factories.js';
import { type GraphUser, type Json, useGraphApp } from './support/graph-app.js';
import type { TestSocket } from './support/test-socket.js';

const OWNERS = 4;
const SOCKETS_PER_OWNER = 10;
const OPERATIONS_PER_SOCKET = 50;
const TOTAL = OWNERS * SOCKETS_PER_OWNER * OPERATIONS_PER_SOCKET;
const EVENTS = 'subscription { deliveryEvents { eventId occurredAt } }';
const RUN = 'subscription ($id: ID!) { runProgress(runId: $id) { occurredAt } }';
const SCHEDULER = 'subscription ($id: ID!) { schedulerStatus(schedulerId: $id) { occurredAt } }';
/** Long enough for a few polls of the database (every 120 ms here). */
const STILL_MS = 500;

interface Wish {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
}

const subscribe = (socket: TestSocket, id: string, { query, variables = {} }: Wish): void =>
  socket.send({ id, type: 'subscribe', payload: { query, variables } });
const complete = (socket: TestSocket, id: string): void => socket.send({ id, type: 'complete' });

describe.each(eachDatabase().slice(0, 1))('subscriptions that come and go, $name', (kind) => {
  const app = useGraphApp(kind);
  const openCount = (): number => Object.values(app().status.subscriberCounts()).reduce((sum, count) => sum + count, 0);
  const untilOpen = (count: number): Promise<true> =>
    eventually(`${count} subscriptions`, () => (openCount() === count ? true : null));

  /** No subscription is open, and nothing polls the database for one any more. */
  const untilNothingIsLeft = (): Promise<true> =>
    eventually('nothing to be left', async () => {
      const before = app().database.statements.count;
      await sleep(STILL_MS);
      return openCount() === 0 && app().database.statements.count === before ? true : null;
    });

  const openSockets = (user: GraphUser, count: number): Promise<TestSocket[]> =>
    Promise.all(upTo(count).map(() => user.socket()));

  test("among 2,000 idle ones, events reach only their owner's, in order, while queries are answered", async () => {
    const owners = await Promise.all(upTo(OWNERS).map(() => app().newUser()));
    const groups = await Promise.all(owners.map((owner) => openSockets(owner, SOCKETS_PER_OWNER)));
    const ids = upTo(OPERATIONS_PER_SOCKET).map(String);
    for (const socket of groups.flat()) for (const id of ids) subscribe(socket, id, { query: EVENTS });
    await untilOpen(TOTAL);

    const [owner, ...others] = owners as [GraphUser, ...GraphUser[]];
    const [mine = [], ...theirs] = groups;
    for (let place = 1; place <= 3; place += 1) {
      await append(app().database, owner.userId);
      for (const other of others) expect((await other.data('{ viewer { scopes } }')).viewer.scopes).toHaveLength(3);
    }
    for (const socket of mine) {
      const told = await eventually('the events', () => {
        const messages = socket.waiting('next');
        return messages.length >= 3 * ids.length ? messages : null;
      });
      for (const id of ids) expect(inOrder(told.filter((message) => message.id === id))).toEqual([1, 2, 3]);
    }
    for (const socket of theirs.flat()) {
      socket.send({ type: 'ping' });
      await socket.next('pong');
      expect([...socket.waiting('next'), ...socket.waiting('error'), ...socket.waiting('complete')]).toEqual([]);
    }

    for (const [index, socket] of groups.flat().entries()) {
      if (index % 3 === 0) socket.close();
      else if (index % 3 === 1) socket.raw.terminate();
      else for (const id of ids) complete(socket, id);
    }
    await untilNothingIsLeft();
    for (const socket of groups.flat()) socket.close();
  });

  test('a client that subscribes and drops 1,000 times leaves nothing behind', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const scheduler = await createAutoPush(user);
    await createRun(app().database, { userId: user.userId, schedulerId: scheduler.databaseId });
    const { runs } = await user.data('{ runs { nodes { id } } }');
    const wishes: Wish[] = [
      { query: EVENTS },
      { query: RUN, variables: { id: runs.nodes[0].id } },
      { query: SCHEDULER, variables: { id: scheduler.id } },
    ];
    const wishOf = (n: number): Wish => wishes[n % wishes.length] ?? { query: EVENTS };

    // Completes each operation at some moment before it is active.
    const socket = await user.socket();
    for (let n = 0; n < 600; n += 1) {
      subscribe(socket, `n${n}`, wishOf(n));
      if (n % 3 === 0) await sleep(n % 5);
      complete(socket, `n${n}`);
    }
    // The connection closes before and after they are active.
    for (const [index, dropped] of (await openSockets(user, 8)).entries()) {
      for (let n = 0; n < 50; n += 1) subscribe(dropped, `n${n}`, wishOf(n));
      if (index % 2 === 0) await eventually('some to stand', () => (openCount() > 0 ? true : null));
      dropped.raw.terminate();
    }
    await untilNothingIsLeft();
    // The remaining connection still works.
    subscribe(socket, 'last', { query: '{ viewer { scopes } }' });
    expect((await nextOf(socket, 'last')).payload.data.viewer.scopes).toHaveLength(3);
    socket.close();
  });

  test('an id that is reused before its first operation is active closes with 4409, and leaves nothing behind', async () => {
    const user = await app().newUser();
    const socket = await user.socket();
    for (let n = 0; n < 5; n += 1) {
      subscribe(socket, 'a', { query: EVENTS });
      complete(socket, 'a');
    }
    expect((await socket.closed()).code).toBe(4409);
    await untilNothingIsLeft();
    // Once it has ended, the id is free again.
    const other = await user.socket();
    for (let n = 0; n < 3; n += 1) {
      subscribe(other, 'a', { query: EVENTS });
      await untilOpen(1);
      complete(other, 'a');
      await untilOpen(0);
    }
    other.close();
  });
});

/** The positions of the events; their times must not decrease. */
const inOrder = (messages: readonly Json[]): number[] => {
  const events = messages.map(({ payload }) => payload.data.deliveryEvents);
  const times = events.map(({ occurredAt }) => Date.parse(occurredAt));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  return events.map(placeOf);
};

/** Earlier events may still arrive first. */
const nextOf = async (socket: TestSocket, id: string): Promise<Json> => {
  for (;;) {
    const message = await socket.next('next');
    if (message.id === id) return message;
  }
};
