import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { Database } from '../../../src/database/database.js';
import { logEvents } from '../../../src/delivery/record/log-events.js';
import { EventFollower, type EventFollowerOptions } from '../../../src/services/event-log/event-follower.js';
import { addReader } from '../../../src/services/event-log/event-readers.js';
import { eachDatabase } from '../../support/databases.js';
import { append, upTo } from '../../support/outbox-steps.js';

const START = { position: 0, entry: 0 };
const quietly = { warn: () => undefined };
const clock = { now: () => Date.now() };

const follow = (database: Database, options: Pick<EventFollowerOptions, 'deliver'> & Partial<EventFollowerOptions>) => {
  const quick = { pollMs: 20, leaseMs: 600, limit: 10, pauseMs: () => 20 };
  const follower = new EventFollower({ database, clock, log: quietly, family: 'test', ...quick, ...options });
  follower.start();
  return { follower, [Symbol.asyncDispose]: () => follower.stop() };
};

/** Numbered events, several in each row. */
const appendNumbers = (database: Database, userId: number, first: number, count: number): Promise<void> =>
  database.tx((tx) =>
    logEvents(
      tx,
      { userId, now: Date.now() },
      Array.from({ length: count }, (_, index) => ({
        type: 'alert.raised',
        data: { alert_id: String(first + index), kind: 'TEST', message: 'no' },
      })),
    ),
  );

const until = async (isDone: () => boolean): Promise<void> => {
  for (let tries = 0; !isDone(); tries += 1) {
    if (tries > 1_000) throw new Error('it did not happen');
    await sleep(10);
  }
};

const numbersOf = (events: readonly { readonly data: string }[]): number[] =>
  events.map(({ data }) => Number(JSON.parse(data).alert_id));

describe.each(eachDatabase())('a consumer of events on $name', (kind) => {
  test('gets every event in order, page by page, including later ones', async () => {
    await using database = await kind.open();
    await appendNumbers(database, 7, 1, 25);
    await database.tx((tx) => addReader(tx, { reader: 'test:1', userId: 7 }, START));
    const seen: number[] = [];
    await using following = follow(database, {
      deliver: async ({ reader, userId, events }) => {
        expect([reader, userId]).toEqual(['test:1', 7]);
        expect(events.length).toBeLessThanOrEqual(10);
        seen.push(...numbersOf(events));
      },
    });
    await until(() => seen.length === 25);
    await appendNumbers(database, 7, 26, 5);
    following.follower.wake();
    await until(() => seen.length === 30);
    expect(seen).toEqual(upTo(30));
  });

  test('gets a page again after a failure, before any later page', async () => {
    await using database = await kind.open();
    await appendNumbers(database, 7, 1, 30);
    await database.tx((tx) => addReader(tx, { reader: 'test', userId: 7 }, START));
    const tries: number[] = [];
    const seen: number[] = [];
    await using _following = follow(database, {
      deliver: async ({ events, failures }) => {
        const numbers = numbersOf(events);
        if (numbers[0] === 11) tries.push(failures);
        if (numbers[0] === 11 && tries.length < 4) throw new Error('it is away');
        seen.push(...numbers);
      },
    });
    await until(() => seen.length === 30);
    expect(seen).toEqual(upTo(30));
    expect(tries).toEqual([0, 1, 2, 3]);
  });

  test('is served by one process at a time, and gets a page again if its process was killed', async () => {
    await using database = await kind.open();
    await appendNumbers(database, 7, 1, 60);
    await database.tx((tx) => addReader(tx, { reader: 'test', userId: 7 }, START));
    const seen: number[] = [];
    const other = await openOther(kind.name === 'mysql', database);
    let inside = 0;
    const deliver: EventFollowerOptions['deliver'] = async ({ events }) => {
      inside += 1;
      expect(inside).toBe(1);
      await sleep(5);
      seen.push(...numbersOf(events));
      inside -= 1;
    };
    // Killed after the delivery, so its cursor does not move and its lease stays.
    let isDead = false;
    const dying = follow(
      mortal(database, () => isDead),
      {
        deliver: async (page, signal) => {
          if (seen.length >= 20) isDead = true;
          await deliver(page, signal);
        },
      },
    );
    await until(() => seen.length === 30);
    {
      await using _one = follow(database, { deliver });
      await using _two = follow(other, { deliver });
      await until(() => seen.includes(60));
    }
    await dying.follower.stop();
    expect(seen).toEqual([...upTo(30), ...upTo(60).slice(20)]);
    if (other !== database) await other.close();
  });

  test('serves many accounts, and a slow one does not delay the others', async () => {
    await using database = await kind.open();
    const accounts = upTo(60);
    for (const userId of accounts) await appendNumbers(database, userId, userId, 1);
    const seen: number[] = [];
    const release = new AbortController();
    await using _following = follow(database, {
      everyAccount: true,
      deliver: async ({ userId, events }) => {
        if (userId === 5) await sleep(60_000, undefined, { signal: release.signal }).catch(() => undefined);
        expect(numbersOf(events)).toEqual([userId]);
        seen.push(userId);
      },
    });
    await until(() => seen.length === 59);
    release.abort();
    await until(() => seen.length === 60);
    expect(seen.toSorted((a, b) => a - b)).toEqual(accounts);
  });

  test('continues with the oldest stored event after a long absence', async () => {
    await using database = await kind.open();
    for (const first of [1, 2, 3, 4, 5, 6]) await appendNumbers(database, 7, first, 1);
    await database.tx((tx) => addReader(tx, { reader: 'test', userId: 7 }, { position: 1, entry: 0 }));
    await database.tx((tx) => tx.query('DELETE FROM outbox WHERE position IN (1, 2, 3, 5)'));
    const seen: number[] = [];
    const warnings: string[] = [];
    await using _following = follow(database, {
      log: { warn: (_details, message) => void warnings.push(message) },
      deliver: async ({ events }) => void seen.push(...numbersOf(events)),
    });
    await until(() => seen.includes(6));
    expect(seen).toEqual([4, 6]);
    expect(warnings).toHaveLength(2);
    await append(database, 7);
  });
});

/** Separate processes would have separate connections. */
const openOther = async (isSeparate: boolean, database: Database): Promise<Database> => {
  if (!isSeparate) return database;
  const other = new Database(database.config);
  await other.open();
  return other;
};

const mortal = (database: Database, isDead: () => boolean): Database =>
  new Proxy(database, {
    get: (target, name) => {
      if (isDead()) throw new Error('this process is dead');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
