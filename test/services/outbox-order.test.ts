import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { appendToOutbox } from '../../src/delivery/record/outbox-writer.js';
import { skipIds } from '../../src/services/backups/skip-ids.js';
import { OutboxReader } from '../../src/services/pubsub/outbox-reader.js';
import { StatusHub } from '../../src/services/pubsub/status-hub.js';
import { RunQueryService } from '../../src/services/runs/run-query-service.js';
import { eachDatabase } from '../support/databases.js';
import { append, paused, placeOf, take, upTo } from '../support/outbox-steps.js';

const USER = 7;
const OTHER = 8;

describe.each(eachDatabase())('the order of events, $name', (kind) => {
  test('starts again after a restore, however much has happened since', async () => {
    await using database = await kind.open();
    const reader = new OutboxReader(database);
    for (let event = 0; event < 4; event += 1) await append(database, USER);
    await skipIds(database);
    // A client has seen more than the backup contains, or exactly that.
    for (const position of [4, 6]) await expect(reader.check(USER, position)).rejects.toThrow();
    for (let event = 0; event < 4; event += 1) await append(database, USER);
    for (const position of [4, 6]) await expect(reader.check(USER, position)).rejects.toThrow();
  });

  test('a transaction that commits late comes before those that it blocked; other owners do not wait', async () => {
    await using database = await kind.open();
    const reader = new OutboxReader(database);
    await append(database, USER);
    const begun = signal();
    const finishing = signal();
    const order: string[] = [];
    const early = database.tx(async (tx) => {
      await appendToOutbox(tx, [paused(USER, 100)]);
      begun.give();
      await finishing.given;
      order.push('early');
    });
    await begun.given;
    // Recorded where it was blocked, because either commit's answer may arrive here first.
    const late = database.tx(async (tx) => {
      await appendToOutbox(tx, [paused(USER, 200), paused(USER, 201)]);
      order.push('late');
    });
    if (kind.name === 'mysql') await append(database, OTHER);
    await sleep(150);
    // If a later event were visible first, the earlier one would be skipped.
    expect(await reader.readAfter(USER, 1, 10)).toEqual([]);
    finishing.give();
    await Promise.all([early, late]);
    expect(order).toEqual(['early', 'late']);
    const events = await reader.readAfter(USER, 1, 10);
    expect(events.map(({ position, subjectId }) => [position, subjectId])).toEqual([
      [2, 100],
      [3, 200],
      [4, 201],
    ]);
  });

  test('a rollback leaves no gap, and no subscriber gets its events', async () => {
    await using database = await kind.open();
    const heard: number[] = [];
    database.onOutbox = (userId) => heard.push(userId);
    await append(database, USER, 2);
    const failing = database.tx(async (tx) => {
      await appendToOutbox(tx, [paused(USER), paused(OTHER)]);
      throw new Error('it did not happen');
    });
    await expect(failing).rejects.toThrow('it did not happen');
    await append(database, USER);
    expect(heard).toEqual([USER, USER]);
    const events = await new OutboxReader(database).readAfter(USER, 0, 10);
    expect(events.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  test('a client that reconnects under load with its last event misses and repeats nothing', async () => {
    await using database = await kind.open();
    // The hints go to other processes, so the reader's hub gets none.
    const writers = await openWriters(kind.name === 'mysql' ? 3 : 0, database);
    const hub = openHub(database);
    const total = 600;
    // It comes first, and the others are counted from it.
    let after: string | null = (await firstId(hub, database)) ?? null;
    const writing = Promise.all(
      writers.map((writer, index) => writeAtRandom(writer, share(total, writers.length, index), index)),
    );
    const seen: number[] = [];
    const read = async (): Promise<void> => {
      for (let round = 0; seen.length < total; round += 1) {
        const stream = await hub.watchEvents({ userId: USER }, { after, types: null });
        const wanted = Math.min(total - seen.length, 1 + ((round * 37) % 90));
        const taken = await take(stream, wanted);
        seen.push(...taken.map(placeOf));
        after = taken.at(-1)?.eventId ?? after;
        if (round % 3 === 0) await sleep(20);
      }
    };
    // A writer that fails gives the reason; otherwise the reader would wait for its events.
    await Promise.all([writing, read()]);
    expect(seen).toEqual(upTo(total).map((place) => place + 1));
    hub.close();
    for (const writer of writers) if (writer !== database) await writer.close();
  });
});

const signal = () => {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
};

const openHub = (database: Database): StatusHub =>
  new StatusHub({ database, runs: new RunQueryService(database), minIntervalMs: 10, pollMs: 20 });

/** The position at which readers start: the id of the first event. */
const firstId = async (hub: StatusHub, database: Database): Promise<string | undefined> => {
  const stream = await hub.watchEvents({ userId: USER }, { after: null, types: null });
  const taking = take(stream, 1);
  await append(database, USER);
  return (await taking)[0]?.eventId;
};

/** Separate processes would have separate databases. */
const openWriters = async (count: number, database: Database): Promise<Database[]> => {
  if (count === 0) return [database];
  return Promise.all(
    Array.from({ length: count }, async () => {
      const writer = new Database(database.config);
      await writer.open();
      return writer;
    }),
  );
};

const share = (total: number, parts: number, index: number): number =>
  Math.floor(total / parts) + (index < total % parts ? 1 : 0);

/** Some transactions write several events, some commit slowly, some roll back. */
const writeAtRandom = async (database: Database, total: number, seed: number): Promise<void> => {
  let left = total;
  for (let step = seed; left > 0; step += 3) {
    const count = Math.min(left, 1 + (step % 4));
    const failing = step % 7 === 0;
    const work = database.tx(async (tx) => {
      if (step % 5 === 0) await appendToOutbox(tx, [paused(OTHER)]);
      await appendToOutbox(tx, Array(count).fill(paused(USER)));
      if (step % 4 === 0) await sleep(step % 9);
      if (failing) throw new Error('rolled back');
    });
    await work.catch((error) => {
      if (!failing) throw error;
    });
    if (!failing) left -= count;
  }
};
