import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { appendEvents } from '../../src/services/event-log/append-events.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { EventsWorld } from './events-world.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

const raise = (door: EventsWorld, ...ids: number[]): Promise<void> =>
  door.world.options.database.tx((tx) =>
    appendEvents(
      tx,
      { userId: door.world.caller.userId, now: door.world.clock.now() },
      ids.map((id) => ({
        type: 'alert.raised' as const,
        data: { alert_id: String(id), kind: 'TEST', message: 'no' },
      })),
    ),
  );

const idsOf = (lines: readonly { readonly data: Readonly<Record<string, unknown>> }[]): number[] =>
  lines.map(({ data }) => Number(data.alert_id));

describe.each(eachDatabase())('GET /events on $name', ({ open }) => {
  test('waits for the next event, and answers as soon as it comes', async () => {
    await using database = await open();
    await using door = await EventsWorld.open(database, fakes);
    await raise(door, 1);
    const first = await door.get();
    expect(idsOf(first.lines)).toEqual([1]);
    const began = performance.now();
    const waiting = door.get({ after: first.next, wait: '20' });
    await sleep(100);
    await raise(door, 2, 3);
    const second = await waiting;
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(idsOf(second.lines)).toEqual([2, 3]);
    const third = await door.get({ after: second.next, wait: '1' });
    expect([third.status, third.lines, third.next]).toEqual([200, [], second.next]);
  });

  test('returns events that another process has written', async () => {
    await using database = await open();
    await using door = await EventsWorld.open(database, fakes);
    const { next } = await door.get({ after: 'latest' });
    const waiting = door.get({ after: next, wait: '20' });
    await sleep(100);
    // Without hints, only polling can find them.
    database.onOutbox = () => undefined;
    await raise(door, 9);
    expect(idsOf((await waiting).lines)).toEqual([9]);
  });

  test('skips types that the caller did not ask for', async () => {
    await using database = await open();
    await using door = await EventsWorld.open(database, fakes);
    await raise(door, 1, 2);
    const { status, lines, next } = await door.get({ types: 'run.started' });
    expect([status, lines]).toEqual([200, []]);
    await raise(door, 3);
    expect(idsOf((await door.get({ after: next })).lines)).toEqual([3]);
  });

  test('answers 410 when the next event was deleted, and continues from the oldest or the latest', async () => {
    await using database = await open();
    await using door = await EventsWorld.open(database, fakes);
    await raise(door, 1, 2);
    await raise(door, 3);
    await raise(door, 4);
    const [one, two] = (await door.get({ limit: '2' })).lines;
    await database.tx((tx) => execute(tx, 'DELETE FROM outbox WHERE position <= 2'));
    for (const after of [one, two]) {
      const { status, error } = await door.get({ after: after?.id ?? '' });
      expect([status, error]).toEqual([410, expect.stringContaining('no longer kept')]);
    }
    expect(idsOf((await door.get()).lines)).toEqual([4]);
    const latest = await door.get({ after: 'latest' });
    expect(latest.lines).toEqual([]);
    await database.tx((tx) => execute(tx, 'DELETE FROM outbox'));
    // A quiet account misses nothing, however old its last event is.
    expect((await door.get({ after: latest.next })).status).toBe(200);
  });

  test('refuses bad queries, other accounts, and keys without the right to read', async () => {
    await using database = await open();
    await using door = await EventsWorld.open(database, fakes);
    await raise(door, 1);
    const [line] = (await door.get()).lines;
    const bad = [{ limit: '0' }, { limit: '1001' }, { wait: '31' }, { wait: '-1' }, { types: 'message.lost' }];
    for (const query of [...bad, { after: 'no' }, { after: 'x'.repeat(500) }]) {
      const { status, error } = await door.get(query as Record<string, string>);
      expect([query, status, error]).toEqual([query, 400, expect.stringContaining(Object.keys(query)[0] ?? '')]);
    }
    const other = await door.world.services.keys.createUser('other');
    expect(await door.get({ after: line?.id ?? '' }, other.apiKey)).toMatchObject({ status: 400 });
    expect(await door.get({}, other.apiKey)).toMatchObject({ status: 200, lines: [] });
    expect(await door.get({}, 'no-key')).toMatchObject({ status: 401 });
    const { apiKey } = await door.world.services.keys.createKey(door.world.caller.userId, ['send']);
    expect(await door.get({}, apiKey)).toMatchObject({ status: 403 });
  });

  test('holds at most ten requests of an account, and answers them when it stops', async () => {
    await using database = await open();
    await using door = await EventsWorld.open(database, fakes);
    const waiting = Array.from({ length: 10 }, () => door.get({ wait: '30' }));
    await sleep(300);
    expect(await door.get({ wait: '30' })).toMatchObject({ status: 429 });
    const other = await door.world.services.keys.createUser('other');
    expect(await door.get({}, other.apiKey)).toMatchObject({ status: 200 });
    const began = performance.now();
    await door.server.close();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  test('contains no external id of an erased user, and neither does the table', async () => {
    await using database = await open();
    await using door = await EventsWorld.open(database, fakes);
    const { world } = door;
    const { userId } = world.caller;
    const app = await world.makeApp('provider_c');
    const [made] = await world.makeDevices(app, 1, () => ({ externalUserId: 'ada-1815' }));
    const choices = [{ categoryId: 0, choice: 'OFF' as const }];
    await world.services.preferences.write(userId, { kind: 'user', externalUserId: 'ada-1815' }, choices, 'API');
    const before = await door.all(100);
    expect(before.map(({ data }) => data.external_user_id)).toEqual(['ada-1815', 'ada-1815']);
    await database.tx(async (tx) => {
      await execute(tx, 'DELETE FROM device');
      await execute(tx, 'DELETE FROM end_user');
    });
    expect((await door.all(100)).map(({ data }) => data.external_user_id)).toEqual([null, null]);
    const rows = await database.query('SELECT * FROM outbox');
    expect(JSON.stringify(rows)).not.toContain('ada-1815');
    expect(JSON.stringify(rows)).not.toContain(made?.device.token);
  });
});
