import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type AccountEvent, joinEvents } from '../../../src/services/event-log/account-event.js';
import { appendEvents } from '../../../src/services/event-log/append-events.js';
import { EventLog } from '../../../src/services/event-log/event-log.js';
import { toEntryIds, toEventId } from '../../../src/services/pubsub/event-id.js';
import { BatchWorld, HOUR } from '../../delivery/batch-world.js';
import { eachDatabase } from '../../support/databases.js';
import type { Fakes } from '../../support/fakes/fakes.js';
import { startFakes } from '../../support/fakes/start-fakes.js';
import { RecordingSender } from '../../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const MINUTE = 60_000;

const readAll = async (world: BatchWorld, limit = 7): Promise<AccountEvent[]> => {
  const log = new EventLog(world.options.database);
  const events: AccountEvent[] = [];
  let cursor = { position: 0, entry: 0 };
  for (let isLast = false; !isLast; ) {
    const page = await log.readAfter(world.caller.userId, cursor, { limit });
    events.push(...page.events);
    expect(page.events.length).toBeLessThanOrEqual(limit);
    const copied = joinEvents(page.events, ['', ',', '']).toString();
    expect(copied).toBe(page.events.map(({ json }) => json).join(','));
    ({ cursor, isLast } = page);
  }
  return events;
};

const tally = (events: readonly AccountEvent[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

test('events are joined as UTF-8, however long they are', () => {
  const texts = Array.from({ length: 3 }, (_, index) => JSON.stringify('ü€😀'.repeat(10 ** (index + 1))));
  const joined = joinEvents(
    texts.map((json) => ({ json })),
    ['[', ',', ']'],
  );
  expect(joined.toString()).toBe(`[${texts.join(',')}]`);
  expect(joinEvents([], ['[', ',', ']']).toString()).toBe('[]');
});

test('the ids of the entries of a row are those of single events', () => {
  for (const [userId, position] of [...[1, 12, 123].map((id) => [id, 7] as const), [7, 1_234_567] as const]) {
    const { head, ends } = toEntryIds({ userId, position });
    expect(ends.map((end) => head + end)).toEqual(ends.map((_, entry) => toEventId({ userId, position }, entry)));
  }
});

describe.each(eachDatabase())('the event log of messages on $name', ({ open }) => {
  test('has every outcome of a page of 500 once, whatever the page size', async () => {
    await using database = await open();
    const config = { checkpointSize: 500, batchSize: 500 };
    await using world = await BatchWorld.start({ database, fakes, sender, config });
    const devices = await world.seedDevices(await world.makeApp('provider_c'), 500);
    await world.makeRun();
    const numbers = new Map(devices.map(({ token }, index) => [String(token), index]));
    sender.answer = ({ target }) => {
      const index = numbers.get(target.kind === 'token' ? target.token : '') ?? 0;
      if (index % 5 === 1) return { kind: 'failed', code: 'REJECTED', detail: `400 of ${index % 10}` };
      if (index % 5 === 2) return { kind: 'invalid-token', code: 'UNREGISTERED', detail: '410', deadSince: null };
      if (index % 5 === 3) return { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: MINUTE };
      return { kind: 'sent', providerMessageId: null };
    };
    await world.advance(HOUR);
    const first = await readAll(world, 37);
    expect(tally(first)).toEqual({
      'run.started': 1,
      'message.sent': 200,
      'message.failed': 200,
      'device.retired': 100,
    });
    sender.reset();
    await world.advance(5 * MINUTE);
    const all = await readAll(world, 64);
    expect(all.slice(0, first.length)).toEqual(first);
    expect(tally(all)).toMatchObject({ 'message.sent': 300, 'run.finished': 1 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const event of all) {
      const { id, type, occurredAt, data, json } = event;
      expect(json).toBe(JSON.stringify({ id, type, timestamp: occurredAt.toISOString(), data: JSON.parse(data) }));
    }
    const told = all.filter(({ type }) => type.startsWith('message.'));
    expect(told.map(({ deviceId }) => deviceId).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      devices.map(({ id }) => id),
    );
  });

  test('contains what a consumer needs about a message, but no token', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const [device] = await world.seedDevices(app, 1, () => ({ externalUserId: 'üser "17"' }));
    const { scheduler, pushes } = await world.makeRun().then(async (made) => ({
      scheduler: made,
      pushes: await database.query<{ id: number }>('SELECT id FROM push'),
    }));
    sender.answer = () => ({ kind: 'failed', code: 'REJECTED', detail: '400 no' });
    await world.advance(HOUR);
    const [failed] = (await readAll(world)).filter(({ type }) => type === 'message.failed');
    expect(failed).toMatchObject({ appId: app.id, deviceId: device?.id });
    expect(JSON.parse(failed?.data ?? '')).toEqual({
      app_id: String(app.id),
      run_id: expect.stringMatching(/^\d+$/),
      scheduler_id: String(scheduler.id),
      push_id: String(pushes[0]?.id),
      device_id: String(device?.id),
      external_user_id: 'üser "17"',
      language: 'en',
      outcome: 'FAILED',
      code: 'REJECTED',
      detail: '400 no',
      variant: null,
      occurrence: null,
    });
    expect((await readAll(world)).map(({ json }) => json).join('')).not.toContain(device?.token);
  });

  test('reads only the wanted types, and skips the others', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), 20);
    await world.makeRun();
    await world.advance(HOUR);
    const log = new EventLog(database);
    const { userId } = world.caller;
    const types = new Set(['run.finished'] as const);
    const page = await log.readAfter(userId, { position: 0, entry: 0 }, { limit: 100, types });
    expect(page).toMatchObject({ isLast: true, cursor: await log.head(userId) });
    expect(page.events.map(({ type }) => type)).toEqual(['run.finished']);
  });

  test('keeps the order of other events, and stores events that differ only in their device once', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const { userId } = world.caller;
    const log = new EventLog(database);
    const from = await log.head(userId);
    const registered = (deviceId: number, isNew = true) =>
      ({ type: 'device.registered', appId: app.id, deviceId, data: { is_new: isNew } }) as const;
    const many = Array.from({ length: 480 }, (_, index) => registered(index + 1));
    const given = [...many, registered(7, false), registered(3), registered(3)];
    await database.tx((tx) => appendEvents(tx, { userId, now: world.clock.now() }, given));
    const { events } = await log.readAfter(userId, from, { limit: 1_000 });
    expect(events.map(({ deviceId, data }) => [deviceId, JSON.parse(data).is_new])).toEqual(
      given.map(({ deviceId, data }) => [deviceId, data.is_new]),
    );
    expect(new Set(events.map(({ id }) => id)).size).toBe(given.length);
    const [row] = await database.query<{ bytes: number }>(
      "SELECT LENGTH(payload) AS bytes FROM outbox WHERE user_id = ? AND type = 'events' ORDER BY position DESC LIMIT 1",
      [userId],
    );
    expect(Number(row?.bytes) / given.length).toBeLessThan(6);
  });
});
